package dev.trestle.systems.formkiq.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.model.Groups;
import dev.trestle.systems.formkiq.model.AuditTable.ActivityStatus;
import dev.trestle.systems.formkiq.model.AuditTable.ResourceActivity;
import dev.trestle.systems.formkiq.model.DocumentAttributes.ValueType;
import dev.trestle.systems.formkiq.model.VersionsTable.DocumentActivity;
import dev.trestle.systems.formkiq.model.VersionsTable.DocumentAttributeVersion;
import dev.trestle.systems.formkiq.model.VersionsTable.DocumentMetadata;
import dev.trestle.systems.formkiq.model.VersionsTable.DocumentVersion;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What was done, and what documents were before. */
class HistoryTest extends PatternTest {
    private static final Instant TICK = NOON.plusNanos(1000);

    @Test
    void documentActivity_byDocumentUserAndTime_isOneRequestEach() {
        DocumentActivity first = activity("d1", "joe", NOON);
        DocumentActivity tick = activity("d1", "ann", TICK);
        DocumentActivity other = activity("d2", "joe", ONE);
        put(VersionsTable.DOCUMENT_ACTIVITY, first, other, tick);

        assertThat(one(VersionsTable.ACTIVITY_BY_KEY.of("d1", TICK))).containsExactly(tick);
        assertThat(all(VersionsTable.ACTIVITY_OF_DOCUMENT.of("d1"))).containsExactly(tick, first);
        assertThat(all(VersionsTable.ACTIVITY_OF_USER.of("joe"))).containsExactly(other, first);
        assertThat(all(VersionsTable.ALL_ACTIVITY.of())).containsExactly(other, tick, first);
        assertThat(all(VersionsTable.ACTIVITY_BETWEEN.of().from(NOON).to(TICK))).containsExactly(tick, first);
    }

    @Test
    void versions_byTimeAndAll_areOneRequestEach() {
        DocumentVersion first = version("d1", NOON);
        DocumentVersion second = version("d1", ONE);
        DocumentMetadata early = metadata("d1", NOON);
        DocumentMetadata late = metadata("d1", TWO);
        put(VersionsTable.DOCUMENT_VERSION, first, second, version("d2", NOON));
        put(VersionsTable.DOCUMENT_METADATA, late, early);

        assertThat(one(VersionsTable.VERSION_BY_TIME.of("d1", ONE))).containsExactly(second);
        assertThat(all(VersionsTable.VERSIONS_OF_DOCUMENT.of("d1"))).containsExactly(second, first);
        assertThat(one(VersionsTable.METADATA_BY_TIME.of("d1", TWO))).containsExactly(late);
        assertThat(all(VersionsTable.METADATA_OF_DOCUMENT.of("d1"))).containsExactly(late, early);
        Groups history = groups(VersionsTable.HISTORY_OF_DOCUMENT.of("d1"));
        assertThat(history.of(VersionsTable.DOCUMENT_VERSION)).containsExactly(first, second);
        assertThat(history.of(VersionsTable.DOCUMENT_METADATA)).containsExactly(early, late);
    }

    @Test
    void attributeVersions_byAttributeAndTime_areOneRequestEach() {
        DocumentAttributeVersion bern = attribute("city", "Bern", NOON);
        DocumentAttributeVersion basel = attribute("city", "Basel", ONE);
        DocumentAttributeVersion cities = attribute("cities", "Bern", NOON);
        put(VersionsTable.DOCUMENT_ATTRIBUTE_VERSION, bern, basel, cities);
        put(VersionsTable.DOCUMENT_ACTIVITY, activity("d1", "joe", NOON));

        assertThat(one(VersionsTable.ATTRIBUTE_VERSION.of("d1", "city", ONE, "Basel")))
                .containsExactly(basel);
        assertThat(all(VersionsTable.ATTRIBUTE_VERSIONS.of("d1", "city"))).containsExactly(basel, bern);
        assertThat(all(VersionsTable.ATTRIBUTE_VERSIONS_OF_DOCUMENT.of("d1"))).containsExactly(cities, bern, basel);
    }

    @Test
    void audit_byResource_isOneRequestEach() {
        ResourceActivity document = audit("d1", null, null, "joe", NOON);
        ResourceActivity later = audit("d1", null, null, "ann", ONE);
        ResourceActivity entity = audit(null, "t1", "e1", "joe", NOON);
        ResourceActivity laterEntity = audit(null, "t1", "e1", "joe", ONE);
        ResourceActivity type = audit(null, "t1", null, "joe", NOON);
        ResourceActivity laterType = audit(null, "t1", null, "joe", ONE);
        put(AuditTable.RESOURCE_ACTIVITY, document, later, entity, laterEntity, type, laterType);

        assertThat(all(AuditTable.ACTIVITY_OF_DOCUMENT.of("d1"))).containsExactly(later, document);
        assertThat(all(AuditTable.ACTIVITY_OF_DOCUMENT_BETWEEN
                        .of("d1")
                        .from(ONE)
                        .to(TWO)))
                .containsExactly(later);
        assertThat(all(AuditTable.ACTIVITY_OF_ENTITY.of("t1", "e1"))).containsExactly(laterEntity, entity);
        assertThat(all(AuditTable.ACTIVITY_OF_ENTITY_BETWEEN
                        .of("t1", "e1")
                        .from(NOON)
                        .to(NOON)))
                .containsExactly(entity);
        assertThat(all(AuditTable.ACTIVITY_OF_ENTITY_TYPE.of("t1"))).containsExactly(laterType, type);
        assertThat(all(AuditTable.ACTIVITY_OF_ENTITY_TYPE_BETWEEN
                        .of("t1")
                        .from(NOON)
                        .to(TICK)))
                .containsExactly(type);
    }

    @Test
    void audit_byUserAndTime_isOneRequestPerPartition() {
        ResourceActivity document = audit("d1", null, null, "joe", NOON);
        ResourceActivity entity = audit(null, "t1", "e1", "joe", TICK);
        ResourceActivity type = audit(null, "t1", null, "ann", ONE);
        ResourceActivity tomorrow = audit("d1", null, null, "joe", NEXT_DAY);
        put(AuditTable.RESOURCE_ACTIVITY, type, tomorrow, document, entity);

        assertThat(all(AuditTable.ACTIVITY_OF_USER.of("joe"))).containsExactly(tomorrow, entity, document);
        assertThat(all(AuditTable.ACTIVITY_OF_USER_BETWEEN.of("joe").from(TICK).to(TWO)))
                .containsExactly(entity);
        assertThat(all(AuditTable.ACTIVITY_OF_DAY.of(LocalDate.of(2024, 5, 1))))
                .containsExactly(type, entity, document);
        assertThat(all(AuditTable.ACTIVITY_BETWEEN.of().from(TICK).to(NEXT_DAY), 2))
                .containsExactly(tomorrow, type, entity);
    }

    @Test
    void audit_oldestFirst_isOneRequestPerPartition() {
        ResourceActivity document = audit("d1", null, null, "joe", NOON);
        ResourceActivity entity = audit(null, "t1", "e1", "joe", TICK);
        ResourceActivity type = audit(null, "t1", null, "joe", ONE);
        ResourceActivity tomorrow = audit("d1", null, null, "joe", NEXT_DAY);
        put(AuditTable.RESOURCE_ACTIVITY, type, tomorrow, document, entity);

        assertThat(all(AuditTable.ACTIVITY_OF_DOCUMENT_OLDEST
                        .of("d1")
                        .from(NOON)
                        .to(NEXT_DAY)))
                .containsExactly(document, tomorrow);
        assertThat(all(AuditTable.ACTIVITY_OF_ENTITY_OLDEST
                        .of("t1", "e1")
                        .from(NOON)
                        .to(TWO)))
                .containsExactly(entity);
        assertThat(all(AuditTable.ACTIVITY_OF_ENTITY_TYPE_OLDEST
                        .of("t1")
                        .from(NOON)
                        .to(TWO)))
                .containsExactly(type);
        assertThat(all(AuditTable.ACTIVITY_OF_USER_OLDEST.of("joe").from(NOON).to(TWO)))
                .containsExactly(document, entity, type);
        assertThat(all(AuditTable.ACTIVITY_OLDEST.of().from(TICK).to(NEXT_DAY), 2))
                .containsExactly(entity, type, tomorrow);
        assertThat(one(AuditTable.ACTIVITY_BY_KEY.of("d1", NOON))).containsExactly(document);
    }

    private static DocumentActivity activity(String document, String user, Instant at) {
        return new DocumentActivity(document, ActivityType.ADD, user, null, null, at);
    }

    private static DocumentVersion version(String document, Instant at) {
        return new DocumentVersion(document, at, "text/plain", 1L, null, null, "v1", null, null);
    }

    private static DocumentMetadata metadata(String document, Instant at) {
        return new DocumentMetadata(document, at, "a", NOON, NOON, null, Map.of());
    }

    private static DocumentAttributeVersion attribute(String key, String value, Instant at) {
        return new DocumentAttributeVersion(
                "attr#" + key + "#" + value, at, "d1", key, null, ValueType.STRING, value, null, null);
    }

    private static ResourceActivity audit(
            @Nullable String document, @Nullable String entityType, @Nullable String entity, String user, Instant at) {
        return new ResourceActivity(
                "finance",
                document != null ? "document" : entity != null ? "entity" : "entityType",
                ActivityType.VIEW,
                ActivityStatus.UNAUTHORIZED,
                null,
                null,
                user,
                document,
                null,
                entityType,
                entity,
                null,
                at,
                null);
    }
}
