package dev.trestle.systems.formkiq.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.model.operation.Cause;
import dev.trestle.model.operation.WriteRefusedException;
import dev.trestle.systems.formkiq.model.ActivityEvents.ActivityKey;
import dev.trestle.systems.formkiq.model.ActivityEvents.DocumentActivitiesEvent;
import dev.trestle.systems.formkiq.model.Entities.EntityRecord;
import dev.trestle.systems.formkiq.model.Entities.EntityType;
import dev.trestle.systems.formkiq.model.Entities.Namespace;
import dev.trestle.systems.formkiq.model.Locales.LocaleItemType;
import dev.trestle.systems.formkiq.model.Locales.LocaleType;
import dev.trestle.systems.formkiq.model.Locales.SiteLocale;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Entities and their types, locales, and events. */
class EntitiesAndLocalesTest extends PatternTest {
    @Test
    void entityTypes_byIdNamespaceAndName_areOneRequestEach() {
        EntityType customer = type("t1", Namespace.CUSTOM, "Customer");
        EntityType client = type("t2", Namespace.CUSTOM, "Client");
        EntityType prompt = type("t3", Namespace.PRESET, "Customer");
        put(Entities.ENTITY_TYPE, customer, client, prompt);

        assertThat(one(Entities.ENTITY_TYPE_BY_ID.of("t1"))).containsExactly(customer);
        assertThat(all(Entities.ENTITY_TYPES.of())).containsExactly(client, customer, prompt);
        assertThat(all(Entities.ENTITY_TYPES_OF_NAMESPACE.of(Namespace.CUSTOM))).containsExactly(client, customer);
        assertThat(one(Entities.ENTITY_TYPE_BY_NAME.of(Namespace.PRESET, "Customer")))
                .containsExactly(prompt);
        assertThat(one(Entities.ENTITY_TYPE_BY_NAME.of(Namespace.PRESET, "Client")))
                .isEmpty();
    }

    @Test
    void entityType_nameTakenInItsNamespace_isRefused() {
        store.create(Entities.ENTITY_TYPE, type("t1", Namespace.CUSTOM, "Customer"));
        store.create(Entities.ENTITY_TYPE, type("t2", Namespace.PRESET, "Customer"));

        assertThatThrownBy(() -> store.create(Entities.ENTITY_TYPE, type("t3", Namespace.CUSTOM, "Customer")))
                .isInstanceOfSatisfying(
                        WriteRefusedException.class,
                        e -> assertThat(e.failure().cause()).isEqualTo(Cause.NOT_UNIQUE));
    }

    @Test
    void entities_byIdTypeAndName_areOneRequestEach() {
        EntityRecord acme = entity("e1", "t1", "Acme");
        EntityRecord branch = entity("e2", "t1", "Acme");
        EntityRecord longer = entity("e3", "t1", "Acme Inc");
        put(Entities.ENTITY, longer, acme, branch, entity("e4", "t2", "Acme"));

        assertThat(one(Entities.ENTITY_BY_ID.of("t1", "e2"))).containsExactly(branch);
        assertThat(all(Entities.ENTITIES_OF_TYPE.of("t1"))).containsExactlyInAnyOrder(acme, branch, longer);
        assertThat(all(Entities.ENTITIES_BY_NAME.of("t1", "Acme"))).containsExactly(acme, branch);
    }

    @Test
    void locales_byNameAndAll_areOneRequestEach() {
        SiteLocale french = new SiteLocale("fr");
        SiteLocale canadian = new SiteLocale("fr-CA");
        put(Locales.LOCALE, canadian, french);

        assertThat(one(Locales.LOCALE_BY_NAME.of("fr"))).containsExactly(french);
        assertThat(all(Locales.LOCALES.of())).containsExactly(french, canadian);
    }

    @Test
    void localeTypes_documentedFetchPatterns_areOneRequestEach() {
        LocaleType title = new LocaleType(LocaleItemType.INTERFACE, "title", null, null, null, "fr", "Titre");
        LocaleType blue = new LocaleType(LocaleItemType.SCHEMA, null, "colour", "blue", null, "fr", "bleu");
        LocaleType red = new LocaleType(LocaleItemType.SCHEMA, null, "colour", "red#1", null, "fr", "rouge");
        LocaleType colours = new LocaleType(LocaleItemType.SCHEMA, null, "colours", "red", null, "fr", "rouge");
        LocaleType azure = new LocaleType(LocaleItemType.CLASSIFICATION, null, "colour", "blue", "c1", "fr", "azur");
        LocaleType other = new LocaleType(LocaleItemType.CLASSIFICATION, null, "colour", "blue", "c2", "fr", "bleu");
        LocaleType canadian = new LocaleType(LocaleItemType.INTERFACE, "title", null, null, null, "fr-CA", "Titre");
        put(Locales.LOCALE_TYPE, title, blue, red, colours, azure, other, canadian);

        assertThat(all(Locales.VALUES_OF_LOCALE.of("fr"))).containsExactly(azure, other, title, blue, red, colours);
        assertThat(one(Locales.BY_INTERFACE_KEY.of("fr", "title"))).containsExactly(title);
        assertThat(all(Locales.BY_SCHEMA_ATTRIBUTE.of("fr", "colour"))).containsExactly(blue, red);
        assertThat(all(Locales.BY_CLASSIFICATION_ATTRIBUTE.of("fr", "c1", "colour")))
                .containsExactly(azure);
        assertThat(one(Locales.BY_SCHEMA_VALUE.of("fr", "colour", "red#1"))).containsExactly(red);
        assertThat(one(Locales.BY_CLASSIFICATION_VALUE.of("fr", "c2", "colour", "blue")))
                .containsExactly(other);
    }

    @Test
    void events_expiredOnes_areNeverShown() {
        // The table itself knows only the real time.
        Instant farAhead = Instant.parse("2100-01-01T00:00:00Z");
        DocumentActivitiesEvent first = event("d1", NOON, farAhead);
        DocumentActivitiesEvent second = event("d2", ONE, farAhead);
        put(ActivityEvents.DOCUMENT_ACTIVITIES_EVENT, second, first, event("d3", NOON, NOON));

        assertThat(all(ActivityEvents.EVENTS.of())).containsExactly(first, second);
        assertThat(all(ActivityEvents.EVENTS_BETWEEN.of().from(ONE).to(TWO))).containsExactly(second);
        assertThat(one(ActivityEvents.EVENT_BY_KEY.of(NOON, "d1", "u-d1"))).containsExactly(first);
        assertThat(one(ActivityEvents.EVENT_BY_KEY.of(NOON, "d3", "u-d3"))).isEmpty();
    }

    private static EntityType type(String id, Namespace namespace, String name) {
        return new EntityType(id, namespace, name, NOON);
    }

    private static EntityRecord entity(String id, String type, String name) {
        return new EntityRecord(id, type, name, NOON, Map.of("city", AttributeValue.fromS("Bern")));
    }

    private static DocumentActivitiesEvent event(String document, Instant at, Instant forgotten) {
        return new DocumentActivitiesEvent(
                document, "finance", List.of(new ActivityKey("a", "b")), at, forgotten, "u-" + document);
    }
}
