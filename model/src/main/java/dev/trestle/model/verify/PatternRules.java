package dev.trestle.model.verify;

import dev.trestle.model.BoundTemplate;
import dev.trestle.model.Entity;
import dev.trestle.model.EntityKey;
import dev.trestle.model.Model;
import dev.trestle.model.Pattern;
import dev.trestle.model.Table;
import dev.trestle.model.template.PartCodec;
import dev.trestle.model.template.Template;
import dev.trestle.model.verify.KeyLanguages.Values;
import java.time.Instant;
import java.util.HashSet;
import java.util.Set;

/** Each pattern is one Query or Get, and gives what it reads. */
final class PatternRules implements Rule {
    @Override
    public void check(Model model, Findings findings) {
        for (Table table : model.allTables()) {
            table.patterns().forEach(pattern -> check(pattern, findings.at(pattern)));
        }
    }

    private static void check(Pattern<?> pattern, Findings.Draft draft) {
        switch (pattern.kind()) {
            case SCAN -> checkScan(pattern, draft);
            case GET, CHANGE -> checkByKey(pattern, draft);
            case FIND -> checkFind(pattern, draft);
            case QUERY -> {
                checkPrefix(pattern, draft);
                checkShapes(pattern, draft);
            }
            case COLLECTION -> checkPrefix(pattern, draft);
        }
        if (pattern.filter() != null) {
            draft.warn(
                    Code.FILTER,
                    "It keeps those whose " + pattern.filter() + " was asked for, and reads all others for nothing: its"
                            + " cost grows with what it leaves out",
                    "put " + pattern.filter() + " into a key, of the table, of an index or of an item in the support"
                            + " table");
        }
        if (pattern.isEachDay()) {
            draft.note(
                    Code.MANY_REQUESTS,
                    "It asks `" + pattern.key().partition() + "` once for each day of its window",
                    "keep windows short, or read pages as they are wanted");
        }
    }

    private static void checkScan(Pattern<?> pattern, Findings.Draft draft) {
        draft.warn(
                Code.SCAN,
                "It reads all of the table and keeps " + pattern.entities().get(0)
                        + ": its time and cost grow with everything that is stored",
                "give the entity a key, or an item in the support table, in a partition that lists it");
    }

    private static void checkByKey(Pattern<?> pattern, Findings.Draft draft) {
        if (pattern.index() != null) {
            draft.error(
                    Code.GET_ON_INDEX,
                    "It names one item by the index " + pattern.index().name()
                            + ", but GetItem and UpdateItem take the table's own key only",
                    "declare it with find(…) to read, and change by the primary key that was found");
        }
    }

    private static void checkFind(Pattern<?> pattern, Findings.Draft draft) {
        Entity<?> entity = pattern.entities().get(0);
        Set<String> asked = fieldsOf(pattern.key());
        boolean guarded = entity.uniques().stream().anyMatch(unique -> asked.containsAll(unique.fields()));
        boolean identified = entity.keys().stream().allMatch(key -> asked.containsAll(fieldsOf(key)));
        if (!guarded && !identified) {
            draft.warn(
                    Code.FIND_NOT_UNIQUE,
                    "Nothing keeps two " + entity + " from having the same `"
                            + pattern.key().partition()
                            + "`: an index holds both, and may lag behind the table, so that no check before a write"
                            + " can keep them apart",
                    "declare unique(…) over " + asked + ", or list them with query(…)");
        }
    }

    private static Set<String> fieldsOf(EntityKey key) {
        Set<String> fields = new HashSet<>(key.partition().fields());
        BoundTemplate sort = key.sort();
        if (sort != null) {
            fields.addAll(sort.fields());
        }
        return fields;
    }

    private static void checkPrefix(Pattern<?> pattern, Findings.Draft draft) {
        BoundTemplate sort = pattern.key().sort();
        if (pattern.sort() != Pattern.Sort.BEGINS_WITH || sort == null) {
            return;
        }
        Template prefix = Template.parse(String.valueOf(pattern.sortText()));
        int last = prefix.parts().size() - 1;
        if (last < 0 || !prefix.literals().get(last + 1).isEmpty()) {
            return;
        }
        PartCodec part = sort.codec().codec(last);
        Instant whole = Instant.parse("2024-01-01T00:00:00Z");
        boolean isMoment = Times.isTime(part.type()) && !part.encode(whole).equals(part.encode(whole.plusSeconds(59)));
        if (isMoment) {
            draft.warn(
                    Code.MOMENT_PREFIX,
                    "The prefix `" + prefix + "` holds a whole time, " + part.description()
                            + ": it finds what has just this time, so that the design cannot list with it",
                    "ask for what stands before the time, or use between(\""
                            + prefix.parts().get(last).field() + "\") or below(…)");
        }
    }

    private static void checkShapes(Pattern<?> pattern, Findings.Draft draft) {
        Entity<?> entity = pattern.entities().get(0);
        if (pattern.index() != null || pattern.partitionText() != null) {
            return; // the pattern says itself which of the shapes it asks
        }
        KeyLanguage asked = KeyLanguages.partition(entity, pattern.key(), Values.READ);
        for (EntityKey shape : entity.keys()) {
            if (asked.common(KeyLanguages.partition(entity, shape, Values.WRITTEN)) == null) {
                draft.warn(
                        Code.PARTIAL_SHAPES,
                        "It reads `" + pattern.key().partition() + "`, and " + entity + " is also stored under `"
                                + shape.partition() + "` if " + shape.when(),
                        "declare a pattern for each shape, or let all have one partition");
            }
        }
    }
}
