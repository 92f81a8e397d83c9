package dev.trestle.systems.formkiq.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.model.Groups;
import dev.trestle.model.operation.Cause;
import dev.trestle.model.operation.WriteRefusedException;
import dev.trestle.systems.formkiq.model.Attributes.Attribute;
import dev.trestle.systems.formkiq.model.Attributes.AttributeType;
import dev.trestle.systems.formkiq.model.Attributes.DataType;
import dev.trestle.systems.formkiq.model.Schemas.Classification;
import dev.trestle.systems.formkiq.model.Schemas.ClassificationAllowedValue;
import dev.trestle.systems.formkiq.model.Schemas.ClassificationAttributeKey;
import dev.trestle.systems.formkiq.model.Schemas.ClassificationCompositeKey;
import dev.trestle.systems.formkiq.model.Schemas.SiteAllowedValue;
import dev.trestle.systems.formkiq.model.Schemas.SiteAttributeKey;
import dev.trestle.systems.formkiq.model.Schemas.SiteCompositeKey;
import dev.trestle.systems.formkiq.model.Schemas.SiteSchema;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Attributes, the schema of a site, and classifications. */
class SchemasTest extends PatternTest {
    private static final SiteSchema SCHEMA = new SiteSchema("document", "site", "{}");
    private static final SiteCompositeKey SITE_KEY = new SiteCompositeKey("u1", List.of("year", "city"));
    private static final SiteAttributeKey SITE_ATTRIBUTE = new SiteAttributeKey("city");
    private static final SiteAllowedValue BERN = new SiteAllowedValue("city", "Bern");
    private static final SiteAllowedValue ZUG = new SiteAllowedValue("city", "Zug #1");
    private static final Classification INVOICE = new Classification("document", "Invoice", "c1", "{}", null, null);
    private static final ClassificationCompositeKey CLASS_KEY =
            new ClassificationCompositeKey("c1", "u2", List.of("city", "year"));
    private static final ClassificationAttributeKey CLASS_ATTRIBUTE = new ClassificationAttributeKey("c1", "city");
    private static final ClassificationAllowedValue BASEL = new ClassificationAllowedValue("c1", "city", "Basel");

    @Test
    void attributes_byKeyAndDataType_areOneRequestEach() {
        Attribute city = attribute("city", DataType.STRING);
        Attribute name = attribute("name", DataType.STRING);
        Attribute year = attribute("year", DataType.NUMBER);
        put(Attributes.ATTRIBUTE, year, name, city);

        assertThat(one(Attributes.ATTRIBUTE_BY_KEY.of("name"))).containsExactly(name);
        assertThat(all(Attributes.ALL_ATTRIBUTES.of())).containsExactly(city, name, year);
        assertThat(all(Attributes.ATTRIBUTES_BY_DATA_TYPE.of(DataType.STRING))).containsExactlyInAnyOrder(city, name);
        assertThat(all(Attributes.ATTRIBUTES_BY_DATA_TYPE.of(DataType.NUMBER))).containsExactly(year);
    }

    @Test
    void siteSchema_wholeAndInParts_isOneRequestEach() {
        putBoth();

        assertThat(one(Schemas.SCHEMA_OF_SITE.of("document"))).containsExactly(SCHEMA);
        assertThat(all(Schemas.SITE_COMPOSITE_KEYS.of())).containsExactly(SITE_KEY);
        assertThat(one(Schemas.SITE_ATTRIBUTE_BY_KEY.of("city"))).containsExactly(SITE_ATTRIBUTE);
        assertThat(all(Schemas.SITE_ALLOWED_VALUES.of("city"))).containsExactly(BERN, ZUG);
        Groups whole = groups(Schemas.WHOLE_SITE_SCHEMA.of());
        assertThat(whole.one(Schemas.SITE_SCHEMA)).contains(SCHEMA);
        assertThat(whole.of(Schemas.SITE_COMPOSITE_KEY)).containsExactly(SITE_KEY);
        assertThat(whole.of(Schemas.SITE_ATTRIBUTE_KEY)).containsExactly(SITE_ATTRIBUTE);
        assertThat(whole.of(Schemas.SITE_ALLOWED_VALUE)).containsExactly(BERN, ZUG);
        assertThat(whole.size()).isEqualTo(5);
    }

    @Test
    void classification_wholeAndInParts_isOneRequestEach() {
        putBoth();

        assertThat(one(Schemas.CLASSIFICATION_BY_ID.of("c1", "document"))).containsExactly(INVOICE);
        assertThat(one(Schemas.CLASSIFICATION_BY_NAME.of("document", "Invoice")))
                .containsExactly(INVOICE);
        assertThat(one(Schemas.CLASSIFICATION_BY_NAME.of("document", "Inv"))).isEmpty();
        assertThat(all(Schemas.CLASSIFICATION_COMPOSITE_KEYS.of("c1"))).containsExactly(CLASS_KEY);
        assertThat(one(Schemas.CLASSIFICATION_ATTRIBUTE_BY_KEY.of("c1", "city")))
                .containsExactly(CLASS_ATTRIBUTE);
        assertThat(all(Schemas.CLASSIFICATION_ALLOWED_VALUES.of("c1", "city"))).containsExactly(BASEL);
        Groups whole = groups(Schemas.WHOLE_CLASSIFICATION.of("c1"));
        assertThat(whole.one(Schemas.CLASSIFICATION)).contains(INVOICE);
        assertThat(whole.of(Schemas.CLASSIFICATION_COMPOSITE_KEY)).containsExactly(CLASS_KEY);
        assertThat(whole.of(Schemas.CLASSIFICATION_ATTRIBUTE_KEY)).containsExactly(CLASS_ATTRIBUTE);
        assertThat(whole.of(Schemas.CLASSIFICATION_ALLOWED_VALUE)).containsExactly(BASEL);
        assertThat(whole.size()).isEqualTo(4);
    }

    @Test
    void classifications_all_areOneQueryByName() {
        Classification bill = new Classification("document", "Bill", "c2", "{}", null, null);
        put(Schemas.CLASSIFICATION, INVOICE, bill);

        assertThat(all(Schemas.CLASSIFICATIONS.of("document"))).containsExactly(bill, INVOICE);
    }

    @Test
    void classification_nameTaken_isRefusedByName() {
        store.create(Schemas.CLASSIFICATION, INVOICE);

        assertThatThrownBy(() -> store.create(
                        Schemas.CLASSIFICATION, new Classification("document", "Invoice", "c2", "{}", null, null)))
                .isInstanceOfSatisfying(WriteRefusedException.class, e -> {
                    assertThat(e.failure().cause()).isEqualTo(Cause.NOT_UNIQUE);
                    assertThat(e.failure().field()).isEqualTo("name");
                });
    }

    @Test
    void acrossSchemas_keysAttributesAndValues_areOneQueryEach() {
        putBoth();
        put(Schemas.SITE_COMPOSITE_KEY, new SiteCompositeKey("u3", List.of("city", "years")));
        put(Schemas.SITE_ATTRIBUTE_KEY, new SiteAttributeKey("year"));

        Groups keys = groups(Schemas.COMPOSITE_KEYS_BY_KEYS.of(SiteCompositeKey.searchKeys(List.of("year", "city"))));
        assertThat(keys.of(Schemas.SITE_COMPOSITE_KEY)).containsExactly(SITE_KEY);
        assertThat(keys.of(Schemas.CLASSIFICATION_COMPOSITE_KEY)).containsExactly(CLASS_KEY);
        assertThat(groups(Schemas.ALL_COMPOSITE_KEYS.of()).size()).isEqualTo(3);

        Groups schemas = groups(Schemas.SCHEMAS_WITH_ATTRIBUTE.of("city"));
        assertThat(schemas.of(Schemas.SITE_ATTRIBUTE_KEY)).containsExactly(SITE_ATTRIBUTE);
        assertThat(schemas.of(Schemas.CLASSIFICATION_ATTRIBUTE_KEY)).containsExactly(CLASS_ATTRIBUTE);

        Groups values = groups(Schemas.ALLOWED_VALUES.of("city"));
        assertThat(values.of(Schemas.SITE_ALLOWED_VALUE)).containsExactly(BERN, ZUG);
        assertThat(values.of(Schemas.CLASSIFICATION_ALLOWED_VALUE)).containsExactly(BASEL);
    }

    private void putBoth() {
        put(Schemas.SITE_SCHEMA, SCHEMA);
        put(Schemas.SITE_COMPOSITE_KEY, SITE_KEY);
        put(Schemas.SITE_ATTRIBUTE_KEY, SITE_ATTRIBUTE);
        put(Schemas.SITE_ALLOWED_VALUE, BERN, ZUG);
        put(Schemas.CLASSIFICATION, INVOICE);
        put(Schemas.CLASSIFICATION_COMPOSITE_KEY, CLASS_KEY);
        put(Schemas.CLASSIFICATION_ATTRIBUTE_KEY, CLASS_ATTRIBUTE);
        put(Schemas.CLASSIFICATION_ALLOWED_VALUE, BASEL);
    }

    private static Attribute attribute(String key, DataType type) {
        return new Attribute(
                key, AttributeType.STANDARD, type, key, false, null, null, null, null, null, null, null, null, null);
    }
}
