package dev.trestle.systems.formkiq.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.model.error.RefusedValueException;
import dev.trestle.systems.formkiq.model.DocumentAttributes.DocumentAttribute;
import dev.trestle.systems.formkiq.model.DocumentAttributes.ValueType;
import dev.trestle.systems.formkiq.model.DocumentTags.Tag;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** How documents are found by what they say of themselves. */
class TagsAndAttributesTest extends PatternTest {
    @Test
    void tags_ofADocument_areOneQueryWithAllTheirValues() {
        Tag city = tag("d1", "city", "Bern", NOON);
        Tag first = value("d1", "colour", 0, "red");
        Tag second = value("d1", "colour", 1, "blue");
        Tag longer = value("d1", "colours", 0, "red");
        put(DocumentTags.TAG, city, second, first, longer, tag("d2", "city", "Bern", NOON));

        assertThat(all(DocumentTags.TAGS_OF_DOCUMENT.of("d1"))).containsExactly(city, first, second, longer);
        assertThat(one(DocumentTags.TAG_BY_KEY.of("d1", "city"))).containsExactly(city);
        assertThat(one(DocumentTags.TAG_BY_KEY.of("d1", "colour"))).isEmpty();
        assertThat(all(DocumentTags.TAG_VALUES.of("d1", "colour"))).containsExactly(first, second);
        assertThat(one(DocumentTags.TAG_VALUE_BY_INDEX.of("d1", "colour", 1))).containsExactly(second);
    }

    @Test
    void documents_byTag_areOneQuery() {
        Tag old = tag("d1", "city", "New York", NOON);
        Tag recent = tag("d2", "city", "New York", ONE);
        Tag shorter = tag("d3", "city", "New", NOON);
        Tag among = value("d4", "city", 3, "New York");
        put(DocumentTags.TAG, old, recent, shorter, among, tag("d5", "cities", "New York", NOON));

        assertThat(all(DocumentTags.DOCUMENTS_BY_TAG.of("city", "New York"))).containsExactly(recent, among, old);
        assertThat(all(DocumentTags.DOCUMENTS_BY_TAG_BETWEEN
                        .of("city", "New York")
                        .from(ONE)
                        .to(TWO)))
                .containsExactly(recent);
        assertThat(all(DocumentTags.DOCUMENTS_BY_TAG_KEY.of("city")))
                .containsExactlyInAnyOrder(old, recent, shorter, among);
        assertThat(all(DocumentTags.DOCUMENTS_BY_TAG_PREFIX.of("city", "New Y")))
                .containsExactly(old, among, recent);
    }

    @Test
    void tag_keyOrValueThatWouldEndInAKey_isRefused() {
        assertThatThrownBy(() -> put(DocumentTags.TAG, tag("d1", "a#idx0", "b", NOON)))
                .isInstanceOfSatisfying(
                        RefusedValueException.class, e -> assertThat(e.field()).isEqualTo("tagKey"));
        assertThatThrownBy(() -> put(DocumentTags.TAG, tag("d1", "a", "b#c", NOON)))
                .isInstanceOfSatisfying(
                        RefusedValueException.class, e -> assertThat(e.field()).isEqualTo("tagValue"));
    }

    @Test
    void tag_longValue_isFoundByTheWholeOfIt() {
        String common = "ä".repeat(1000);
        Tag first = tag("d1", "city", common + "1", NOON);
        put(DocumentTags.TAG, first, tag("d2", "city", common + "2", NOON));

        assertThat(all(DocumentTags.DOCUMENTS_BY_TAG.of("city", common + "1"))).containsExactly(first);
    }

    @Test
    void attributes_ofADocument_areOneQuery() {
        DocumentAttribute bern = text("d1", "city", "Bern");
        DocumentAttribute basel = text("d1", "city", "Basel #2");
        DocumentAttribute cities = text("d1", "cities", "Bern");
        put(DocumentAttributes.DOCUMENT_ATTRIBUTE, bern, basel, cities, text("d2", "city", "Bern"));

        assertThat(all(DocumentAttributes.ATTRIBUTES_OF_DOCUMENT.of("d1"))).containsExactly(cities, basel, bern);
        assertThat(all(DocumentAttributes.ATTRIBUTE_VALUES.of("d1", "city"))).containsExactly(basel, bern);
        assertThat(one(DocumentAttributes.ATTRIBUTE_VALUE.of("d1", "city", "Basel #2")))
                .containsExactly(basel);
        assertThat(one(DocumentAttributes.ATTRIBUTE_VALUE.of("d1", "city", "Basel")))
                .isEmpty();
    }

    @Test
    void documents_byAttribute_areOneQuery() {
        DocumentAttribute york = text("d1", "city", "New York");
        DocumentAttribute shorter = text("d2", "city", "New");
        DocumentAttribute bern = text("d3", "city", "Bern");
        put(DocumentAttributes.DOCUMENT_ATTRIBUTE, york, shorter, bern, text("d4", "cities", "New York"));

        assertThat(all(DocumentAttributes.DOCUMENTS_BY_ATTRIBUTE_KEY.of("city")))
                .containsExactly(bern, shorter, york);
        assertThat(all(DocumentAttributes.DOCUMENTS_BY_ATTRIBUTE.of("city", search("New"))))
                .containsExactly(shorter);
        assertThat(all(DocumentAttributes.DOCUMENTS_BY_ATTRIBUTE_PREFIX.of("city", "New")))
                .containsExactly(shorter, york);
        assertThat(all(DocumentAttributes.DOCUMENTS_BY_ATTRIBUTE_RANGE
                        .of("city")
                        .from(search("C"))
                        .to(search("New York"))))
                .containsExactly(shorter, york);
    }

    @Test
    void documents_byNumber_areInTheOrderOfNumbers() {
        for (String number : List.of("10", "9.75", "-3", "100", "-20", "0")) {
            put(DocumentAttributes.DOCUMENT_ATTRIBUTE, number("d" + number, number));
        }

        assertThat(all(DocumentAttributes.DOCUMENTS_BY_ATTRIBUTE_KEY.of("price")))
                .extracting(DocumentAttribute::value)
                .containsExactly("-20", "-3", "0", "9.75", "10", "100");
        assertThat(all(DocumentAttributes.DOCUMENTS_BY_ATTRIBUTE_RANGE
                        .of("price")
                        .from(DocumentAttribute.searchValue(new BigDecimal("-3.5")))
                        .to(DocumentAttribute.searchValue(new BigDecimal("10.0")))))
                .extracting(DocumentAttribute::value)
                .containsExactly("-3", "0", "9.75", "10");
        assertThat(all(DocumentAttributes.DOCUMENTS_BY_ATTRIBUTE.of(
                        "price", DocumentAttribute.searchValue(new BigDecimal("10.00")))))
                .extracting(DocumentAttribute::documentId)
                .containsExactly("d10");
    }

    @Test
    void attribute_numberThatNothingStores_isRefused() {
        assertThatThrownBy(() -> put(DocumentAttributes.DOCUMENT_ATTRIBUTE, number("d1", "1E1000000000")))
                .isInstanceOfSatisfying(
                        RefusedValueException.class, e -> assertThat(e.field()).isEqualTo("numberValue"));
    }

    @Test
    void watermarks_ofADocument_areAloneInTheirIndex() {
        DocumentAttribute mark =
                new DocumentAttribute("d1", "mark", null, ValueType.WATERMARK, null, null, null, null, null);
        DocumentAttribute only =
                new DocumentAttribute("d1", "seen", null, ValueType.KEY_ONLY, null, null, null, null, null);
        put(DocumentAttributes.DOCUMENT_ATTRIBUTE, mark, only, text("d1", "city", "Bern"));

        assertThat(all(DocumentAttributes.WATERMARKS_OF_DOCUMENT.of("d1", ValueType.WATERMARK)))
                .containsExactly(mark);
        assertThat(all(DocumentAttributes.WATERMARKS_OF_DOCUMENT.of("d1", ValueType.KEY_ONLY)))
                .isEmpty();
        assertThat(all(DocumentAttributes.DOCUMENTS_BY_ATTRIBUTE_KEY.of("seen")))
                .containsExactly(only);
    }

    static Tag tag(String document, String key, String value, Instant at) {
        return new Tag(document, key, null, "USERDEFINED", value, null, "joe", at);
    }

    private static Tag value(String document, String key, int index, String value) {
        return new Tag(document, key, index, "USERDEFINED", value, List.of("red", "blue"), "joe", NOON);
    }

    static DocumentAttribute text(String document, String key, String value) {
        return new DocumentAttribute(document, key, null, ValueType.STRING, value, null, null, null, null);
    }

    private static DocumentAttribute number(String document, String number) {
        return new DocumentAttribute(
                document, "price", null, ValueType.NUMBER, null, new BigDecimal(number), null, null, null);
    }

    private static String search(String text) {
        return DocumentAttribute.searchValue(text);
    }
}
