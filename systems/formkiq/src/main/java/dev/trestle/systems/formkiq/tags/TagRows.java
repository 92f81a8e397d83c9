package dev.trestle.systems.formkiq.tags;

import dev.trestle.model.operation.Expect;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.systems.formkiq.api.Refusals;
import dev.trestle.systems.formkiq.api.RowPlan;
import dev.trestle.systems.formkiq.model.DocumentTags;
import dev.trestle.systems.formkiq.model.DocumentTags.Tag;
import dev.trestle.systems.formkiq.model.SupportTable;
import dev.trestle.systems.formkiq.model.SupportTable.TagKey;
import dev.trestle.systems.formkiq.tags.TagViews.NewTag;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Plans changes to the tags of a document. One value is a row; several are a row each, with all values in it. */
public final class TagRows {
    /** What users' tags are, as items and searches have it. */
    public static final String TYPE = "USERDEFINED";

    private static final Set<String> UNALLOWED = Set.of("CLAMAV_SCAN_STATUS", "CLAMAV_SCAN_TIMESTAMP");
    private static final int ROWS_MAX = 10_000;
    private static final int VALUES_MAX = 100;
    private static final int TAGS_MAX = 200;
    private static final int KEY_MAX = 200;
    private static final int VALUE_MAX = 10_000;

    private TagRows() {}

    /** Who changes which document, and when. */
    public record By(String user, String documentId, Instant at) {}

    public static List<Tag> of(ItemStore store, String documentId) {
        return store.first(DocumentTags.TAGS_OF_DOCUMENT.of(documentId), ROWS_MAX);
    }

    /** A tag's rows together, in the order of its values. */
    static Map<String, List<Tag>> byKey(List<Tag> rows) {
        Map<String, List<Tag>> byKey = new TreeMap<>();
        rows.forEach(row ->
                byKey.computeIfAbsent(row.tagKey(), any -> new ArrayList<>()).add(row));
        byKey.values()
                .forEach(values -> values.sort(
                        Comparator.comparing(Tag::index, Comparator.nullsFirst(Comparator.naturalOrder()))));
        return byKey;
    }

    public static void check(Refusals refusals, @Nullable List<NewTag> tags) {
        if (tags == null) {
            return;
        }
        refusals.addIf(tags.size() > TAGS_MAX, "tags", "maximum number is " + TAGS_MAX);
        for (NewTag each : tags) {
            String key = each.key();
            if (key == null || key.isEmpty()) {
                refusals.add("key", "'key' is required");
                continue;
            }
            refusals.addIf(UNALLOWED.contains(key), key, "unallowed tag key")
                    .addIf(key.indexOf('#') >= 0, key, "tag key cannot contain '#'")
                    .addIf(key.length() > KEY_MAX, key, "tag key cannot exceed " + KEY_MAX)
                    .addIf(values(each).size() > VALUES_MAX, key, "maximum number of values is " + VALUES_MAX)
                    .addIf(
                            values(each).stream().anyMatch(value -> value.length() > VALUE_MAX),
                            key,
                            "value cannot exceed " + VALUE_MAX);
        }
    }

    /** Whether a key stands in a request twice. */
    static boolean hasDuplicates(List<NewTag> tags) {
        Set<String> seen = new HashSet<>();
        return tags.stream().anyMatch(tag -> !seen.add(String.valueOf(tag.key())));
    }

    private static List<String> values(NewTag tag) {
        Set<String> values = new LinkedHashSet<>();
        if (tag.value() != null) {
            values.add(tag.value());
        }
        List<String> several = tag.values();
        if (several != null) {
            several.stream().filter(Objects::nonNull).forEach(values::add);
        }
        return List.copyOf(values);
    }

    static List<Tag> rows(By by, String key, List<String> values) {
        if (values.size() <= 1) {
            String only = values.isEmpty() ? "" : values.get(0);
            return List.of(new Tag(by.documentId(), key, null, TYPE, only, null, by.user(), by.at()));
        }
        List<Tag> rows = new ArrayList<>();
        for (int i = 0; i < values.size(); i++) {
            rows.add(new Tag(by.documentId(), key, i, TYPE, values.get(i), values, by.user(), by.at()));
        }
        return rows;
    }

    /** Plans that the keys asked for have just these values; {@code all} takes every other tag away. */
    public static RowPlan plan(By by, @Nullable List<NewTag> tags, List<Tag> existing, boolean all) {
        RowPlan plan = new RowPlan();
        Map<String, List<Tag>> old = byKey(existing);
        Set<String> kept = new HashSet<>();
        for (NewTag each : tags == null ? List.<NewTag>of() : tags) {
            String key = String.valueOf(each.key());
            kept.add(key);
            replace(plan, key, rows(by, key, values(each)), old.getOrDefault(key, List.of()));
        }
        if (all) {
            old.forEach((key, rows) -> {
                if (!kept.contains(key)) {
                    replace(plan, key, List.of(), rows);
                }
            });
        }
        return plan;
    }

    /** Plans that one key has these rows in place of others. */
    static void replace(RowPlan plan, String key, List<Tag> rows, List<Tag> before) {
        Set<Integer> places = new HashSet<>();
        rows.forEach(row -> places.add(placeOf(row)));
        List<Tag> deletes =
                before.stream().filter(row -> !places.contains(placeOf(row))).toList();
        int size = 25;
        for (int from = 0; from < rows.size(); from += size) {
            List<Tag> part = rows.subList(from, Math.min(rows.size(), from + size));
            boolean first = from == 0;
            plan.add(part.size() + (first ? 1 : 0), decision -> {
                part.forEach(row -> decision.put(DocumentTags.TAG, row));
                if (first) {
                    decision.put(SupportTable.TAG_KEY, new TagKey(key));
                }
            });
        }
        for (int from = 0; from < deletes.size(); from += size) {
            List<Tag> part = deletes.subList(from, Math.min(deletes.size(), from + size));
            plan.add(
                    part.size(),
                    decision -> part.forEach(row -> decision.delete(DocumentTags.TAG, row, Expect.PRESENT)));
        }
    }

    private static int placeOf(Tag row) {
        return row.index() == null ? -1 : row.index();
    }
}
