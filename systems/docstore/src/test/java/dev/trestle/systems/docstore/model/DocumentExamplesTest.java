package dev.trestle.systems.docstore.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.model.Entity;
import dev.trestle.model.Scoping;
import dev.trestle.testing.Examples;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Items made by the document's keys and attribute lists are what records write, attribute by attribute, and are read as those records. */
class DocumentExamplesTest {
    private static final Scoping TENANT = DocumentsTable.TABLE.scoping("tenant1");

    static Stream<Arguments> examples() {
        Document document = Samples.document(
                "tenant1", "docA", "ann", Samples.NOON.plusSeconds(7200), List.of("bob", "group:surveyors"));
        Document other = Samples.document("tenant1", "docB", "ann", Samples.NOON.plusSeconds(7200), List.of());
        return Stream.of(
                Arguments.of("document.json", DocumentsTable.DOCUMENT, document),
                Arguments.of(
                        "document-rolled-back.json",
                        DocumentsTable.DOCUMENT,
                        Samples.rolledBack(other, 10, 0, "bob", List.of("carl"))),
                Arguments.of("version.json", DocumentsTable.VERSION, Samples.version("docA", 10, ChangeType.AUTOSAVE)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("examples")
    <T extends Record> void toItem_record_isTheDocumentsItem(String file, Entity<T> entity, T record) {
        assertThat(entity.toItem(record, TENANT)).containsExactlyInAnyOrderEntriesOf(Examples.item(getClass(), file));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("examples")
    <T extends Record> void toRecord_item_isTheRecord(String file, Entity<T> entity, T record) {
        Map<String, AttributeValue> item = Examples.item(getClass(), file);

        assertThat(entity.owns(item, TENANT)).isTrue();
        assertThat(entity.toRecord(item, TENANT)).isEqualTo(record);
    }
}
