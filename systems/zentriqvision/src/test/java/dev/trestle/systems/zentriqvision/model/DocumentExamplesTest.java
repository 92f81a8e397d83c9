package dev.trestle.systems.zentriqvision.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.model.Entity;
import dev.trestle.model.Scoping;
import dev.trestle.testing.Examples;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Each example of the document is what its record writes, attribute by attribute, and is read as that record. */
class DocumentExamplesTest {
    private static final Scoping ORG = DataTable.TABLE.scoping("org123");

    static Stream<Arguments> examples() {
        return Stream.of(
                Arguments.of("organization.json", DataTable.ORGANIZATION, Samples.ORGANIZATION),
                Arguments.of("user.json", DataTable.USER, Samples.USER),
                Arguments.of("video.json", DataTable.VIDEO, Samples.VIDEO),
                Arguments.of("person.json", DataTable.PERSON, Samples.PERSON),
                Arguments.of("appearance.json", DataTable.APPEARANCE, Samples.APPEARANCE));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("examples")
    <T extends Record> void toItem_documentedRecord_isTheDocumentsItem(String file, Entity<T> entity, T record) {
        assertThat(entity.toItem(record, ORG)).containsExactlyInAnyOrderEntriesOf(Examples.item(getClass(), file));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("examples")
    <T extends Record> void toRecord_documentedItem_isTheRecord(String file, Entity<T> entity, T record) {
        Map<String, AttributeValue> item = Examples.item(getClass(), file);

        assertThat(entity.owns(item, ORG)).isTrue();
        assertThat(entity.toRecord(item, ORG)).isEqualTo(record);
        assertThat(entity.owns(item, DataTable.TABLE.scoping("org1"))).isFalse();
    }

    @Test
    void appearance_ofAPersonWithLooks_hasThemAndTheUpperColourInItsIndexKey() {
        Appearance appearance = Appearance.of(
                Samples.PERSON, "video789", Samples.TEN, 0.5, AppearanceAttributes.seen(null, null, null));
        Map<String, AttributeValue> item = DataTable.APPEARANCE.toItem(appearance, ORG);

        assertThat(item)
                .containsEntry("GSI1PK", AttributeValue.fromS("ATTR#color#blue"))
                .containsEntry("GSI1SK", AttributeValue.fromS("APPEAR#20240101T100000Z"));
        assertThat(item.get("attributes"))
                .isEqualTo(Examples.item("{\"attributes\":{\"ageBucket\":\"25-35\",\"gender\":\"male\","
                                + "\"hairColor\":\"brown\",\"upperColor\":\"blue\",\"lowerColor\":\"black\"}}")
                        .get("attributes"));
        assertThat(DataTable.APPEARANCE.toRecord(item, ORG)).isEqualTo(appearance);
    }

    @Test
    void appearance_unknownUpperColour_isNotInAttributeIndex() {
        Person nobody =
                new Person("p", Samples.TEN, Samples.TEN, 1, new PersonAttributes(null, null, null, null, "black"));
        Appearance appearance =
                Appearance.of(nobody, "video789", Samples.TEN, 0.5, AppearanceAttributes.seen(null, null, List.of()));

        assertThat(DataTable.APPEARANCE.toItem(appearance, ORG))
                .doesNotContainKeys("GSI1PK", "GSI1SK")
                .containsEntry("GSI2PK", AttributeValue.fromS("VIDEO#video789"))
                .containsEntry("GSI3PK", AttributeValue.fromS("TIME#20240101"));
    }

    @Test
    void appearance_indexedByAnotherProgramUnderAnotherAttribute_keepsThat() {
        Map<String, AttributeValue> item = Examples.item(getClass(), "appearance.json");
        item.put("GSI1PK", AttributeValue.fromS("ATTR#emotion#neutral"));

        Appearance read = DataTable.APPEARANCE.toRecord(item, ORG);

        assertThat(read.indexedName()).isEqualTo("emotion");
        assertThat(DataTable.APPEARANCE.toItem(read, ORG)).containsExactlyInAnyOrderEntriesOf(item);
    }

    @Test
    void appearance_ofAFurtherPerson_hasThePersonBehindTheKey() {
        Appearance further = Samples.APPEARANCE.further();
        Map<String, AttributeValue> item = DataTable.APPEARANCE.toItem(further, ORG);

        assertThat(item).containsEntry("SK", AttributeValue.fromS("APPEAR#video789#20240101T100500Z#person001"));
        assertThat(DataTable.APPEARANCE.toRecord(item, ORG)).isEqualTo(further);
    }

    @Test
    void entries_ofTheDocumentedAppearance_areOnePerSearchableValue() {
        List<Map<String, AttributeValue>> items = AttributeEntry.of(Samples.APPEARANCE).stream()
                .map(entry -> DataTable.ATTRIBUTE_ENTRY.toItem(entry, ORG))
                .toList();

        assertThat(items)
                .extracting(item -> text(item, "PK") + " " + text(item, "GSI1PK"))
                .containsExactly(
                        "ORG#org123#ATTR#color#blue -",
                        "ORG#org123#ATTR#emotion#neutral ATTR#emotion#neutral",
                        "ORG#org123#ATTR#mask#false ATTR#mask#false",
                        "ORG#org123#ATTR#object#phone ATTR#object#phone",
                        "ORG#org123#ATTR#object#bag ATTR#object#bag");
        assertThat(items).allSatisfy(item -> {
            assertThat(item).containsEntry("SK", AttributeValue.fromS("APPEAR#20240101T100500Z#video789#person001"));
            assertThat(item).doesNotContainKeys("GSI2PK", "GSI2SK", "GSI3PK", "GSI3SK");
            AttributeEntry read = DataTable.ATTRIBUTE_ENTRY.toRecord(item, ORG);
            assertThat(DataTable.ATTRIBUTE_ENTRY.toItem(read, ORG)).isEqualTo(item);
        });
    }

    @Test
    void entries_ofLooksAndManyObjects_areBounded() {
        List<String> objects =
                Stream.iterate(1, i -> i + 1).limit(30).map(i -> "o" + i).toList();
        Appearance appearance =
                Appearance.of(Samples.PERSON, "v", Instant.EPOCH, 1, AppearanceAttributes.seen("happy", true, objects));

        assertThat(AttributeEntry.of(appearance))
                .extracting(entry -> entry.name().text() + "=" + entry.value())
                .startsWith("color=blue", "color=black", "emotion=happy", "age=25-35", "gender=male", "mask=true")
                .endsWith("object=o20")
                .hasSize(26);
    }

    private static String text(Map<String, AttributeValue> item, String attribute) {
        AttributeValue value = item.get(attribute);
        return value == null ? "-" : value.s();
    }
}
