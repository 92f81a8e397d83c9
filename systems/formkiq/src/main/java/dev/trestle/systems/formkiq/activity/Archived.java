package dev.trestle.systems.formkiq.activity;

import dev.trestle.model.Bound;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.systems.formkiq.activity.ActivityViews.DocumentView;
import dev.trestle.systems.formkiq.activity.ActivityViews.MetadataView;
import dev.trestle.systems.formkiq.activity.ActivityViews.UserActivityView;
import dev.trestle.systems.formkiq.api.Dates;
import dev.trestle.systems.formkiq.model.AuditTable;
import dev.trestle.systems.formkiq.model.AuditTable.ResourceActivity;
import dev.trestle.systems.formkiq.model.Documents;
import dev.trestle.systems.formkiq.model.Documents.Document;
import dev.trestle.systems.formkiq.model.VersionsTable;
import dev.trestle.systems.formkiq.model.VersionsTable.DocumentActivity;
import dev.trestle.systems.formkiq.model.VersionsTable.DocumentMetadata;
import dev.trestle.systems.formkiq.model.VersionsTable.DocumentVersion;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Activities of documents with what these were before: each names the row that was written with it. */
final class Archived {
    private static final int AT_ONCE = 30;

    /** What belongs to one activity. */
    private record Parts(
            Bound<ResourceActivity> audit,
            Bound<Document> document,
            @Nullable Bound<? extends Record> archived) {}

    /** Views in the order of the rows; what is left out stays left out. */
    List<@Nullable UserActivityView> views(ItemStore store, String site, List<@Nullable DocumentActivity> rows) {
        List<@Nullable UserActivityView> views = new ArrayList<>();
        for (int from = 0; from < rows.size(); from += AT_ONCE) {
            views.addAll(some(store, site, rows.subList(from, Math.min(rows.size(), from + AT_ONCE))));
        }
        return views;
    }

    private static List<@Nullable UserActivityView> some(
            ItemStore store, String site, List<@Nullable DocumentActivity> rows) {
        Map<DocumentActivity, Parts> parts = new LinkedHashMap<>();
        rows.stream().filter(Objects::nonNull).forEach(row -> parts.put(row, parts(row)));
        List<Bound<? extends Record>> bounds = new ArrayList<>();
        parts.values().forEach(each -> {
            bounds.add(each.audit());
            bounds.add(each.document());
            if (each.archived() != null) {
                bounds.add(each.archived());
            }
        });
        List<Bound<? extends Record>> distinct = bounds.stream().distinct().toList();
        if (distinct.isEmpty()) {
            return new ArrayList<>(
                    rows.stream().map(row -> (UserActivityView) null).toList());
        }
        var read = store.retrieve(distinct);
        List<@Nullable UserActivityView> views = new ArrayList<>();
        for (DocumentActivity row : rows) {
            if (row == null) {
                views.add(null);
                continue;
            }
            Parts own = Objects.requireNonNull(parts.get(row));
            ResourceActivity audit =
                    read.readable(own.audit()).map(found -> found.record()).orElse(null);
            Document now =
                    read.readable(own.document()).map(found -> found.record()).orElse(null);
            Bound<? extends Record> archive = own.archived();
            Record was = archive == null
                    ? null
                    : read.readable(archive)
                            .map(found -> (Record) found.record())
                            .orElse(null);
            views.add(new UserActivityView(
                    ActivityViews.shown(row.type()),
                    Dates.text(row.inserteddate()),
                    row.userId(),
                    document(site, row, now, was),
                    audit == null ? null : ActivityViews.changes(audit.changeSet())));
        }
        return views;
    }

    private static Parts parts(DocumentActivity row) {
        return new Parts(
                AuditTable.ACTIVITY_BY_KEY.of(row.documentId(), row.inserteddate()),
                Documents.DOCUMENT_BY_ID.of(row.documentId()),
                archived(row));
    }

    private static @Nullable Bound<? extends Record> archived(DocumentActivity row) {
        String key = row.versionSk();
        Instant changed = key == null ? null : timeOf(key);
        if (key == null || changed == null) {
            return null;
        }
        return key.startsWith("document#")
                ? VersionsTable.VERSION_BY_TIME.of(row.documentId(), changed)
                : key.startsWith("doc#") ? VersionsTable.METADATA_BY_TIME.of(row.documentId(), changed) : null;
    }

    private static @Nullable Instant timeOf(String key) {
        try {
            return LocalDateTime.parse(key.substring(key.indexOf('#') + 1)).toInstant(ZoneOffset.UTC);
        } catch (DateTimeParseException e) {
            return null;
        }
    }

    private static DocumentView document(
            String site, DocumentActivity row, @Nullable Document now, @Nullable Record was) {
        if (was instanceof DocumentMetadata words) {
            return new DocumentView(
                    site,
                    words.path(),
                    words.deepLinkPath(),
                    Dates.text(words.inserteddate()),
                    Dates.text(words.lastModifiedDate()),
                    null,
                    null,
                    row.documentId(),
                    null,
                    null,
                    null,
                    row.versionSk(),
                    null,
                    metadata(words.metadata()));
        }
        if (was instanceof DocumentVersion content) {
            return new DocumentView(
                    site,
                    now == null ? null : now.path(),
                    null,
                    Dates.textOf(content.inserteddate()),
                    null,
                    content.checksum(),
                    content.checksumType(),
                    row.documentId(),
                    content.contentType(),
                    content.userId(),
                    length(content.contentLength()),
                    row.versionSk(),
                    content.s3version(),
                    null);
        }
        return now == null
                ? new DocumentView(
                        site, null, null, null, null, null, null, row.documentId(), null, null, null, null, null, null)
                : new DocumentView(
                        site,
                        now.path(),
                        now.deepLinkPath(),
                        Dates.text(now.inserteddate()),
                        Dates.text(now.lastModifiedDate()),
                        now.checksum(),
                        now.checksumType(),
                        row.documentId(),
                        now.contentType(),
                        now.userId(),
                        length(now.contentLength()),
                        null,
                        now.s3version(),
                        metadata(now.metadata()));
    }

    private static @Nullable Integer length(@Nullable Long length) {
        return length == null || length > Integer.MAX_VALUE ? null : Integer.valueOf(length.intValue());
    }

    private static @Nullable List<MetadataView> metadata(Map<String, AttributeValue> metadata) {
        if (metadata.isEmpty()) {
            return null;
        }
        List<MetadataView> views = new ArrayList<>();
        new TreeMap<>(metadata)
                .forEach((key, value) -> views.add(
                        value.hasL()
                                ? new MetadataView(
                                        key,
                                        null,
                                        value.l().stream()
                                                .map(AttributeValue::s)
                                                .toList())
                                : new MetadataView(key, value.s(), null)));
        return views;
    }
}
