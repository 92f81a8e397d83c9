package dev.trestle.model.operation;

import static dev.trestle.model.operation.SitesTable.DOCUMENT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.model.Groups;
import dev.trestle.model.error.ModelException;
import dev.trestle.model.error.RefusedValueException;
import dev.trestle.sdk.TrestleDb;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** What the hardest designs ask of the layer, on real items. */
class HardShapesTest {
    private static final Instant NOON = Instant.parse("2024-05-01T12:00:00Z");

    private final TrestleDb db = TrestleDb.inMemory();
    private final ItemStore all =
            ItemStore.builder(db.client(), SitesTable.MODEL).build();
    private final ItemStore finance = all.within("finance");
    private final ItemStore standard = all.within("default");

    @BeforeEach
    void createTables() {
        all.createTables();
    }

    @AfterEach
    void close() {
        db.close();
    }

    @Test
    void scope_leftOutForDefault_standsBeforeAllOtherPartitionKeys() {
        SitesTable.Document document = document("d1");
        standard.put(DOCUMENT, document);
        finance.put(DOCUMENT, document);

        assertThat(items())
                .extracting(item -> item.get("PK").s() + " "
                        + item.get("GSI1PK").s() + " " + item.get("GSI1SK").s())
                .containsExactlyInAnyOrder(
                        "docs#d1 2024-05-01 2024-05-01T12:00:00+0000#d1",
                        "finance/docs#d1 finance/2024-05-01 2024-05-01T12:00:00+0000#d1");
        assertThat(finance.all(SitesTable.DOCUMENTS_OF_DAY.of(NOON), 10)).containsExactly(document);
        finance.delete(DOCUMENT, document);
        assertThat(standard.get(SitesTable.DOCUMENT_BY_ID.of("d1"))).contains(document);
        assertThat(finance.get(SitesTable.DOCUMENT_BY_ID.of("d1"))).isEmpty();
    }

    @Test
    void scope_leftOutByTheCaller_isRefused() {
        assertThatThrownBy(() -> all.put(DOCUMENT, document("d1")))
                .isInstanceOf(ModelException.class)
                .hasMessageContaining("within");
        assertThatThrownBy(() -> all.get(SitesTable.DOCUMENT_BY_ID.of("d1"))).isInstanceOf(ModelException.class);
        assertThatThrownBy(() -> all.within("a/b").put(DOCUMENT, document("d1")))
                .isInstanceOf(RefusedValueException.class);
        all.put(SitesTable.SITE, new SitesTable.Site("finance", "Finance", "ACTIVE"));
        assertThat(finance.all(SitesTable.SITES.of(), 10)).hasSize(1);
    }

    @Test
    void prefixedMap_entries_areAttributesOfTheItem() {
        finance.put(DOCUMENT, document("d1"));

        assertThat(items().iterator().next())
                .containsEntry("md#colour", AttributeValue.fromS("blue"))
                .containsEntry("md#size", AttributeValue.fromS("9"))
                .doesNotContainKey("metadata");
        assertThat(finance.get(SitesTable.DOCUMENT_BY_ID.of("d1")).orElseThrow().metadata())
                .isEqualTo(Map.of("colour", "blue", "size", "9"));
    }

    @Test
    void keyOnly_components_areReadOutOfTheKey() {
        SitesTable.Tag tag = new SitesTable.Tag("d1", "state", "a/b c", NOON);
        finance.put(SitesTable.TAG, tag);

        assertThat(items().iterator().next()).doesNotContainKeys("tagKey", "documentId");
        assertThat(finance.all(SitesTable.TAGGED.of("state", "a/b c"), 10)).containsExactly(tag);
        assertThatThrownBy(() -> finance.put(SitesTable.TAG, new SitesTable.Tag("d1", "a#b", "v", NOON)))
                .isInstanceOfSatisfying(
                        RefusedValueException.class, e -> assertThat(e.field()).isEqualTo("tagKey"));
    }

    @Test
    void derivedValues_numbers_sortAsNumbersInTheIndex() {
        for (String number : new String[] {"10", "9", "-3", "0.5", "-20"}) {
            finance.put(SitesTable.ATTRIBUTE, number("d" + number, number));
        }

        assertThat(finance.all(SitesTable.BY_VALUE.of("price"), 10))
                .extracting(SitesTable.Attribute::value)
                .containsExactly("-20", "-3", "0.5", "9", "10");
        assertThat(items()).extracting(item -> item.get("SK").s()).contains("attr#price#10", "attr#price#-3");
    }

    @Test
    void conditionalIndexKey_onlyUnderItsCondition_isThere() {
        finance.put(SitesTable.ATTRIBUTE, number("d1", "10"));
        finance.put(
                SitesTable.ATTRIBUTE,
                new SitesTable.Attribute("d1", "mark", SitesTable.ValueType.WATERMARK, "secret", null));

        assertThat(finance.all(SitesTable.WATERMARKS.of("d1", SitesTable.ValueType.WATERMARK), 10))
                .extracting(SitesTable.Attribute::key)
                .containsExactly("mark");
        assertThat(items()).filteredOn(item -> item.containsKey("GSI2PK")).hasSize(1);
    }

    @Test
    void collection_severalEntities_comeBackAsGroups() {
        finance.put(DOCUMENT, document("d1"));
        finance.put(SitesTable.TAG, new SitesTable.Tag("d1", "state", "new", NOON));
        finance.put(SitesTable.ATTRIBUTE, number("d1", "10"));
        finance.put(SitesTable.ATTRIBUTE, number("d1", "11"));
        finance.put(SitesTable.ATTRIBUTE, number("d2", "12"));

        Groups groups = finance.collect(SitesTable.WHOLE.of("d1"), 10);

        assertThat(groups.one(DOCUMENT)).contains(document("d1"));
        assertThat(groups.of(SitesTable.TAG)).hasSize(1);
        assertThat(groups.of(SitesTable.ATTRIBUTE)).hasSize(2);
        assertThat(groups.inOrder())
                .hasExactlyElementsOfTypes(
                        SitesTable.Attribute.class,
                        SitesTable.Attribute.class,
                        SitesTable.Document.class,
                        SitesTable.Tag.class);
    }

    @Test
    void collection_pages_goOnWhereTheLastOneEnded() {
        finance.put(DOCUMENT, document("d1"));
        finance.put(SitesTable.TAG, new SitesTable.Tag("d1", "state", "new", NOON));
        finance.put(SitesTable.ATTRIBUTE, number("d1", "10"));
        finance.put(SitesTable.ATTRIBUTE, number("d1", "11"));

        GroupsPage first = finance.collect(SitesTable.WHOLE.of("d1"), 3, null);
        String next = first.next().orElseThrow();
        GroupsPage second = finance.collect(SitesTable.WHOLE.of("d1"), 3, next);

        assertThat(first.groups().of(SitesTable.ATTRIBUTE)).hasSize(2);
        assertThat(first.groups().one(DOCUMENT)).contains(document("d1"));
        assertThat(second.groups().inOrder()).hasExactlyElementsOfTypes(SitesTable.Tag.class);
        assertThat(second.next()).isEmpty();
        assertThatThrownBy(() -> finance.collect(SitesTable.WHOLE.of("d2"), 3, next))
                .isInstanceOf(CursorException.class);
    }

    @Test
    void shapes_byCondition_areWrittenAndFound() {
        SitesTable.Locale screen = new SitesTable.Locale("fr", "INTERFACE", "title", null, null, "Titre");
        SitesTable.Locale value = new SitesTable.Locale("fr", "SCHEMA", null, "colour", "blue", "bleu");
        finance.put(SitesTable.LOCALE, screen);
        finance.put(SitesTable.LOCALE, value);

        assertThat(items())
                .extracting(item -> item.get("SK").s())
                .containsExactlyInAnyOrder("fr#INTERFACE#title", "fr#SCHEMA#colour#blue");
        assertThat(finance.get(SitesTable.BY_INTERFACE.of("fr", "INTERFACE", "title")))
                .contains(screen);
        assertThat(finance.get(SitesTable.BY_ATTRIBUTE.of("fr", "SCHEMA", "colour", "blue")))
                .contains(value);
        assertThat(finance.all(SitesTable.OF_LOCALE.of("fr"), 10)).containsExactly(screen, value);
    }

    @Test
    void secondItem_writtenMovedAndDeleted_goesWithTheFirst() {
        SitesTable.Rule rule = new SitesTable.Rule("rs", "r1", 2, "ACTIVE", null);
        finance.create(SitesTable.RULE, rule);
        assertThat(keys())
                .containsExactlyInAnyOrder("finance/ruleset#rs rule#r1", "finance/ruleset# rule#ACTIVE#rs#2#r1");

        finance.put(SitesTable.RULE, new SitesTable.Rule("rs", "r1", 3, "INACTIVE", "w"));
        assertThat(keys())
                .containsExactlyInAnyOrder("finance/ruleset#rs rule#r1", "finance/ruleset# rule#INACTIVE#rs#3#r1");
        assertThat(finance.all(SitesTable.RULES_BY_STATUS.of("INACTIVE"), 5)).hasSize(1);
        assertThat(finance.all(SitesTable.RULES.of("rs"), 5)).hasSize(1);

        finance.delete(SitesTable.RULE, rule);
        assertThat(keys()).isEmpty();
    }

    private Set<Map<String, AttributeValue>> items() {
        return db.client().scan(request -> request.tableName("sites")).items().stream()
                .collect(Collectors.toSet());
    }

    private Set<String> keys() {
        return items().stream()
                .map(item -> item.get("PK").s() + " " + item.get("SK").s())
                .collect(Collectors.toSet());
    }

    private static SitesTable.Document document(String id) {
        return new SitesTable.Document(id, NOON, "joe", Map.of("colour", "blue", "size", "9"));
    }

    private static SitesTable.Attribute number(String document, String number) {
        return new SitesTable.Attribute(document, "price", SitesTable.ValueType.NUMBER, null, new BigDecimal(number));
    }
}
