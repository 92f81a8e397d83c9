package dev.trestle.systems.formkiq.activity;

import dev.trestle.model.Entity;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.systems.formkiq.attributes.DocumentValues;
import dev.trestle.systems.formkiq.model.ActivityType;
import dev.trestle.systems.formkiq.model.AuditTable.Change;
import dev.trestle.systems.formkiq.model.DocumentAttributes;
import dev.trestle.systems.formkiq.model.DocumentAttributes.DocumentAttribute;
import dev.trestle.systems.formkiq.model.DocumentAttributes.ValueType;
import dev.trestle.systems.formkiq.model.DocumentTags;
import dev.trestle.systems.formkiq.model.DocumentTags.Tag;
import dev.trestle.systems.formkiq.model.Documents;
import dev.trestle.systems.formkiq.model.Documents.Document;
import dev.trestle.systems.formkiq.model.VersionsTable.DocumentVersion;
import dev.trestle.systems.formkiq.tags.TagRows;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** What one decision does to one document: to its row, its tags and its attributes. For one thread. */
final class DocumentChange {
    private static final int CHILDREN_MAX = 100;

    final String documentId;

    @Nullable
    Document before;

    @Nullable
    Document after;

    boolean goesAway;
    boolean comesBack;
    /** Rows of it were written ahead. */
    boolean isFinished;

    final List<DocumentAttribute> madeValues = new ArrayList<>();
    final List<DocumentAttribute> goneValues = new ArrayList<>();
    final List<Tag> madeTags = new ArrayList<>();
    final List<Tag> goneTags = new ArrayList<>();
    private final Map<String, Change> more = new TreeMap<>();

    DocumentChange(String documentId) {
        this.documentId = documentId;
    }

    /** A content that it had is gone for good. */
    void loses(DocumentVersion version) {
        more.put("s3version", new Change(null, text(String.valueOf(version.s3version()))));
    }

    /** It is in no folder any more. */
    void loses(String name) {
        more.put("folderEntry", new Change(null, text(name)));
    }

    /** Whether it says anything about the document's own row. */
    boolean hasRow() {
        return before != null || after != null || goesAway || comesBack;
    }

    ActivityType type() {
        if (before == null && after != null) {
            return comesBack ? ActivityType.RESTORE : ActivityType.ADD;
        }
        if (after == null && (before != null || comesBack)) {
            return goesAway ? ActivityType.SOFT_DELETE : ActivityType.DELETE;
        }
        Document old = before;
        Document now = after;
        boolean isContent = old != null && now != null && !hasSameContent(old, now);
        return isContent ? ActivityType.NEW_VERSION : ActivityType.CHANGE;
    }

    static boolean hasSameContent(Document before, Document after) {
        return Objects.equals(before.s3version(), after.s3version())
                && Objects.equals(before.contentLength(), after.contentLength())
                && Objects.equals(before.checksum(), after.checksum());
    }

    /** What differs in the document's row, its tags and its children. */
    Map<String, Change> ofRow(ItemStore store) {
        Map<String, Change> changes = new TreeMap<>(Differences.of(item(store, before), item(store, after), Set.of()));
        changes.putAll(more);
        boolean isNew = type() == ActivityType.ADD;
        if (!madeTags.isEmpty() || !goneTags.isEmpty() || isNew && isFinished) {
            Map<String, Tag> old = bySort(store, DocumentTags.TAG, TagRows.of(store, documentId));
            Map<String, Tag> now = changed(store, DocumentTags.TAG, old, madeTags, goneTags);
            difference(
                    changes,
                    "tags.",
                    values(isNew ? List.of() : old.values(), Tag::tagKey, tag -> text(tag.tagValue())),
                    values(now.values(), Tag::tagKey, tag -> text(tag.tagValue())));
        }
        if (isNew && isFinished) {
            List<AttributeValue> children =
                    store.first(Documents.CHILDREN_OF_DOCUMENT.of(documentId), CHILDREN_MAX).stream()
                            .map(child -> text(child.documentId()))
                            .toList();
            if (!children.isEmpty()) {
                changes.put("documents", new Change(AttributeValue.fromL(children), null));
            }
        }
        return changes;
    }

    private static Map<String, AttributeValue> item(ItemStore store, @Nullable Document document) {
        return document == null ? Map.of() : store.itemOf(Documents.DOCUMENT, document);
    }

    /** What differs in the document's attributes, by their keys; combinations follow from these. */
    Map<String, Change> ofValues(ItemStore store) {
        Map<String, Change> changes = new TreeMap<>();
        boolean isNew = type() == ActivityType.ADD;
        if (madeValues.isEmpty() && goneValues.isEmpty() && !(isNew && isFinished)) {
            return changes;
        }
        Map<String, DocumentAttribute> old = bySort(
                store,
                DocumentAttributes.DOCUMENT_ATTRIBUTE,
                DocumentValues.of(store, documentId).stream()
                        .filter(row -> row.valueType() != ValueType.COMPOSITE_STRING)
                        .toList());
        Map<String, DocumentAttribute> now =
                changed(store, DocumentAttributes.DOCUMENT_ATTRIBUTE, old, madeValues, goneValues);
        difference(
                changes,
                "",
                values(isNew ? List.of() : old.values(), DocumentAttribute::key, DocumentChange::value),
                values(now.values(), DocumentAttribute::key, DocumentChange::value));
        return changes;
    }

    private static AttributeValue value(DocumentAttribute row) {
        BigDecimal number = row.numberValue();
        Boolean flag = row.booleanValue();
        return number != null
                ? AttributeValue.fromN(number.toPlainString())
                : flag != null ? AttributeValue.fromBool(flag) : text(String.valueOf(row.value()));
    }

    private static AttributeValue text(String value) {
        return AttributeValue.fromS(value);
    }

    static <T extends Record> String sortOf(ItemStore store, Entity<T> entity, T row) {
        return Objects.requireNonNull(store.keyOf(entity, row).get("SK")).s();
    }

    private static <T extends Record> Map<String, T> bySort(ItemStore store, Entity<T> entity, List<T> rows) {
        Map<String, T> found = new TreeMap<>();
        rows.forEach(row -> found.put(sortOf(store, entity, row), row));
        return found;
    }

    private static <T extends Record> Map<String, T> changed(
            ItemStore store, Entity<T> entity, Map<String, T> old, List<T> made, List<T> gone) {
        Map<String, T> now = new TreeMap<>(old);
        gone.forEach(row -> now.remove(sortOf(store, entity, row)));
        made.forEach(row -> now.put(sortOf(store, entity, row), row));
        return now;
    }

    /** One value as it is, several as a list in their order. */
    private static <T> Map<String, AttributeValue> values(
            Iterable<T> rows, Function<T, String> key, Function<T, AttributeValue> value) {
        Map<String, List<AttributeValue>> byKey = new TreeMap<>();
        rows.forEach(row ->
                byKey.computeIfAbsent(key.apply(row), any -> new ArrayList<>()).add(value.apply(row)));
        Map<String, AttributeValue> folded = new TreeMap<>();
        byKey.forEach((each, all) -> {
            all.sort(Comparator.comparing(AttributeValue::toString));
            folded.put(each, all.size() == 1 ? all.get(0) : AttributeValue.fromL(all));
        });
        return folded;
    }

    private static void difference(
            Map<String, Change> changes,
            String prefix,
            Map<String, AttributeValue> old,
            Map<String, AttributeValue> now) {
        Set<String> keys = new TreeSet<>(old.keySet());
        keys.addAll(now.keySet());
        for (String key : keys) {
            AttributeValue one = old.get(key);
            AttributeValue other = now.get(key);
            if (one == null || !one.equals(other)) {
                changes.put(prefix + key, new Change(other, one));
            }
        }
    }
}
