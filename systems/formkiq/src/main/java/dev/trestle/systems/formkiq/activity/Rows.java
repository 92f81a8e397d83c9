package dev.trestle.systems.formkiq.activity;

import dev.trestle.model.Entity;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.platform.operation.Decision;
import dev.trestle.systems.formkiq.api.Actor;
import dev.trestle.systems.formkiq.model.ActivityEvents;
import dev.trestle.systems.formkiq.model.ActivityEvents.ActivityKey;
import dev.trestle.systems.formkiq.model.ActivityEvents.DocumentActivitiesEvent;
import dev.trestle.systems.formkiq.model.ActivityType;
import dev.trestle.systems.formkiq.model.AuditTable;
import dev.trestle.systems.formkiq.model.AuditTable.ActivityStatus;
import dev.trestle.systems.formkiq.model.AuditTable.Change;
import dev.trestle.systems.formkiq.model.AuditTable.ResourceActivity;
import dev.trestle.systems.formkiq.model.Documents.Document;
import dev.trestle.systems.formkiq.model.Entities;
import dev.trestle.systems.formkiq.model.Entities.EntityRecord;
import dev.trestle.systems.formkiq.model.Entities.EntityType;
import dev.trestle.systems.formkiq.model.Folders;
import dev.trestle.systems.formkiq.model.Folders.FolderEntry;
import dev.trestle.systems.formkiq.model.RecordRows;
import dev.trestle.systems.formkiq.model.RecordRows.SettingActivity;
import dev.trestle.systems.formkiq.model.VersionsTable;
import dev.trestle.systems.formkiq.model.VersionsTable.DocumentActivity;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Adds the rows of the record to one decision. For one thread. */
final class Rows {
    static final String DOCUMENT = "document";
    static final String DOCUMENT_ATTRIBUTE = "documentAttribute";
    static final String ENTITY = "entity";
    static final String ENTITY_TYPE = "entityType";

    private static final Duration EVENT_LIFE = Duration.ofDays(1);

    private final ItemStore store;
    private final Decision<?> decision;
    private final Actor actor;
    private final Moments moments;

    Rows(ItemStore store, Decision<?> decision, Actor actor, Moments moments) {
        this.store = store;
        this.decision = decision;
        this.actor = actor;
        this.moments = moments;
    }

    void add(DocumentChange change) {
        Map<String, Change> fields = change.ofRow(store);
        Map<String, Change> values = change.ofValues(store);
        ActivityType type = change.type();
        boolean isPlainChange = type == ActivityType.CHANGE || type == ActivityType.NEW_VERSION;
        List<ActivityKey> keys = new ArrayList<>();
        Archive archive = new Archive(store, decision, moments.next());
        if (!isPlainChange || !fields.isEmpty()) {
            Document before = change.before;
            Document after = change.after;
            keys.add(activity(
                    change.documentId,
                    DOCUMENT,
                    null,
                    type,
                    fields,
                    before == null || after == null ? null : archive.keep(before, after)));
        }
        if (!values.isEmpty()) {
            keys.add(activity(
                    change.documentId,
                    DOCUMENT_ATTRIBUTE,
                    values.size() == 1 ? values.keySet().iterator().next() : null,
                    typeOf(values),
                    values,
                    archive.keepValues(change.goneValues)));
        }
        if (!keys.isEmpty()) {
            event(change.documentId, keys);
        }
    }

    private static ActivityType typeOf(Map<String, Change> changes) {
        boolean isNew = changes.values().stream().allMatch(each -> each.oldValue() == null);
        boolean isGone = changes.values().stream().allMatch(each -> each.newValue() == null);
        return isNew ? ActivityType.ADD : isGone ? ActivityType.DELETE : ActivityType.CHANGE;
    }

    private ActivityKey activity(
            String documentId,
            String resource,
            @Nullable String attributeKey,
            ActivityType type,
            Map<String, Change> changes,
            @Nullable Map<String, AttributeValue> archived) {
        Instant at = moments.next();
        decision.create(
                VersionsTable.DOCUMENT_ACTIVITY,
                new DocumentActivity(documentId, type, actor.user(), text(archived, "PK"), text(archived, "SK"), at));
        return audit(resource, type, documentId, attributeKey, null, null, changes, at);
    }

    private static @Nullable String text(@Nullable Map<String, AttributeValue> key, String name) {
        return key == null ? null : Objects.requireNonNull(key.get(name)).s();
    }

    private ActivityKey audit(
            String resource,
            ActivityType type,
            @Nullable String documentId,
            @Nullable String attributeKey,
            @Nullable String entityTypeId,
            @Nullable String entityId,
            Map<String, Change> changes,
            Instant at) {
        ResourceActivity row = new ResourceActivity(
                actor.site(),
                resource,
                type,
                ActivityStatus.COMPLETE,
                actor.address(),
                actor.source(),
                actor.user(),
                documentId,
                attributeKey,
                entityTypeId,
                entityId,
                changes.isEmpty() ? null : Differences.bounded(changes),
                at,
                null);
        decision.create(AuditTable.RESOURCE_ACTIVITY, row);
        Map<String, AttributeValue> key = store.keyOf(AuditTable.RESOURCE_ACTIVITY, row);
        return new ActivityKey(Objects.requireNonNull(text(key, "PK")), Objects.requireNonNull(text(key, "SK")));
    }

    /** That a document was looked at. */
    void view(String documentId) {
        ActivityKey unused = activity(documentId, DOCUMENT, null, ActivityType.VIEW, Map.of(), null);
    }

    /** What other programs follow, for a day. */
    private void event(String documentId, List<ActivityKey> keys) {
        Instant at = moments.next().truncatedTo(ChronoUnit.SECONDS);
        decision.create(
                ActivityEvents.DOCUMENT_ACTIVITIES_EVENT,
                new DocumentActivitiesEvent(
                        documentId,
                        actor.site(),
                        keys,
                        at,
                        at.plus(EVENT_LIFE),
                        UUID.randomUUID().toString()));
    }

    void addEntity(@Nullable EntityRecord before, @Nullable EntityRecord after) {
        EntityRecord row = Objects.requireNonNull(after == null ? before : after);
        Map<String, Change> changes = Differences.of(
                before == null ? Map.of() : store.itemOf(Entities.ENTITY, before),
                after == null ? Map.of() : store.itemOf(Entities.ENTITY, after),
                Set.of("entityTypeId"));
        if (!changes.isEmpty()) {
            ActivityKey unused = audit(
                    ENTITY,
                    typeOf(before, after),
                    null,
                    null,
                    row.entityTypeId(),
                    row.documentId(),
                    changes,
                    moments.next());
        }
    }

    void addEntityType(@Nullable EntityType before, @Nullable EntityType after) {
        EntityType row = Objects.requireNonNull(after == null ? before : after);
        Map<String, Change> changes = Differences.of(
                before == null ? Map.of() : store.itemOf(Entities.ENTITY_TYPE, before),
                after == null ? Map.of() : store.itemOf(Entities.ENTITY_TYPE, after),
                Set.of());
        if (!changes.isEmpty()) {
            ActivityKey unused = audit(
                    ENTITY_TYPE, typeOf(before, after), null, null, row.documentId(), null, changes, moments.next());
        }
    }

    private static ActivityType typeOf(@Nullable Record before, @Nullable Record after) {
        return before == null ? ActivityType.ADD : after == null ? ActivityType.DELETE : ActivityType.CHANGE;
    }

    void addFolder(@Nullable FolderEntry before, @Nullable FolderEntry after) {
        FolderEntry row = Objects.requireNonNull(after == null ? before : after);
        Map<String, Change> changes = Differences.of(
                before == null ? Map.of() : store.itemOf(Folders.FOLDER_ENTRY, before),
                after == null ? Map.of() : store.itemOf(Folders.FOLDER_ENTRY, after),
                Set.of());
        setting("folder", row.path(), typeOf(before, after), changes);
    }

    @SuppressWarnings("unchecked")
    void addSetting(Entity<?> entity, @Nullable Record before, @Nullable Record after) {
        if (before == null && after == null) {
            return;
        }
        Watched.Setting<Record> setting =
                (Watched.Setting<Record>) Objects.requireNonNull(Watched.SETTINGS.get(entity));
        Map<String, Change> changes = Differences.of(item(entity, before), item(entity, after), setting.hidden());
        if (changes.isEmpty() && before != null && after != null) {
            return;
        }
        Record row = Objects.requireNonNull(after == null ? before : after);
        setting(setting.resource(), setting.id().apply(row), typeOf(before, after), changes);
    }

    private void setting(String resource, String id, ActivityType type, Map<String, Change> changes) {
        decision.create(
                RecordRows.SETTING_ACTIVITY,
                new SettingActivity(
                        resource,
                        id,
                        type,
                        ActivityStatus.COMPLETE,
                        actor.address(),
                        actor.source(),
                        actor.user(),
                        changes.isEmpty() ? null : Differences.bounded(changes),
                        moments.next(),
                        null));
    }

    @SuppressWarnings("unchecked")
    private Map<String, AttributeValue> item(Entity<?> entity, @Nullable Record row) {
        return row == null ? Map.of() : store.itemOf((Entity<Record>) entity, row);
    }
}
