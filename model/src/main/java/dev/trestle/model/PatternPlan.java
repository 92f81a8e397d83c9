package dev.trestle.model;

import dev.trestle.model.error.DeclarationException;
import dev.trestle.model.template.KeyCodec;
import dev.trestle.model.template.KeyRange;
import dev.trestle.model.template.Template;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What a pattern compiles to: the key it asks, and how its parameters make a key condition. Immutable. */
final class PatternPlan {
    /** A year, and the day more that a leap year or a window that begins at noon has. */
    private static final int DAYS_MAX = 367;

    private final Pattern<?> pattern;
    private final EntityKey key;
    /** The template of a prefix or of the whole sort key; null where the sort key is not asked so. */
    private final @Nullable KeyCodec sortCodec;

    private final int rangedPart;
    private final List<String> parameters;
    private final List<Entity<?>> members;

    PatternPlan(Pattern<?> pattern) {
        this.pattern = pattern;
        this.members = pattern.entities().stream()
                .sorted(Comparator.<Entity<?>>comparingInt(Entity::certainty).reversed())
                .toList();
        if (pattern.kind() == Pattern.Kind.SCAN) {
            this.key = pattern.entities().get(0).keys().get(0);
            this.sortCodec = null;
            this.rangedPart = -1;
            this.parameters = withFilter(new LinkedHashSet<>());
            return;
        }
        List<EntityKey> candidates = candidates();
        EntityKey chosen = null;
        KeyCodec codec = null;
        DeclarationException reason = null;
        for (EntityKey candidate : candidates) {
            try {
                codec = sortCodecOf(candidate);
                chosen = candidate;
                break;
            } catch (DeclarationException e) {
                reason = e;
            }
        }
        if (chosen == null) {
            throw reason != null
                    ? reason
                    : pattern.problem(
                            "no key serves a pattern",
                            pattern.index() == null
                                    ? ""
                                    : "index " + pattern.index().name(),
                            "give the entity a key there");
        }
        this.key = chosen;
        this.sortCodec = codec;
        this.rangedPart = rangedPart();
        this.parameters = parametersOf();
    }

    EntityKey key() {
        return key;
    }

    List<String> parameters() {
        return parameters;
    }

    /** The entities, those first whose items are told by more text than other's. */
    List<Entity<?>> members() {
        return members;
    }

    /** The keys that may be asked; those of a collection's members all have one partition. */
    private List<EntityKey> candidates() {
        List<EntityKey> candidates = new ArrayList<>();
        for (Entity<?> entity : pattern.entities()) {
            List<EntityKey> all = pattern.index() == null ? entity.keys() : entity.indexKeys();
            all.stream()
                    .filter(each -> Objects.equals(pattern.index(), each.index()))
                    .filter(this::isNamed)
                    .forEach(candidates::add);
        }
        if (pattern.kind() == Pattern.Kind.COLLECTION
                && candidates.stream().map(PatternPlan::outline).distinct().count() != 1) {
            throw pattern.problem(
                    "the entities of a collection do not share a partition",
                    "partition keys "
                            + candidates.stream().map(EntityKey::partition).toList(),
                    "collect entities with the same partition key");
        }
        return candidates;
    }

    private boolean isNamed(EntityKey candidate) {
        String named = pattern.partitionText();
        return named == null || named.equals(candidate.partition().toString());
    }

    /** What two partition keys have to have in common to be one: the owner's id has another name in the owner than in what it owns. */
    private static String outline(EntityKey key) {
        Template template = key.partition().codec().template();
        List<String> formats = template.parts().stream()
                .map(part -> String.valueOf(part.format()))
                .toList();
        return template.literals() + " " + formats;
    }

    private @Nullable KeyCodec sortCodecOf(EntityKey candidate) {
        BoundTemplate sort = candidate.sort();
        String text = pattern.sortText();
        return switch (pattern.sort()) {
            case ANY, BELOW -> null;
            case EQUAL -> {
                if (sort == null) {
                    yield null;
                }
                if (text != null && !text.equals(sort.codec().template().text())) {
                    throw pattern.problem("no key of the entity is written so", text, "name one of its shapes");
                }
                yield sort.codec();
            }
            case BEGINS_WITH -> {
                if (sort == null || text == null) {
                    throw pattern.problem("there is no sort key", "", "ask nothing of it");
                }
                yield sort.codec().beginning(Template.parse(text), pattern.place());
            }
            case BETWEEN -> {
                if (sort == null || text == null || !sort.fields().contains(text)) {
                    throw pattern.problem(
                            "the sort key has no such part", String.valueOf(text), "name one of its fields");
                }
                yield sort.codec();
            }
        };
    }

    private int rangedPart() {
        BoundTemplate sort = key.sort();
        if (pattern.sort() != Pattern.Sort.BETWEEN || sort == null) {
            return -1;
        }
        int part = sort.fields().indexOf(pattern.sortText());
        if (!sort.codec().rangeable(part)) {
            throw pattern.problem(
                    "the order of a key is not that of the part's values",
                    "\"" + sort + "\", part " + pattern.sortText(),
                    "range over a part of fixed width, or over the last one");
        }
        return part;
    }

    private List<String> parametersOf() {
        Set<String> names = new LinkedHashSet<>();
        addParameters(names, key.partition(), key.partition().codec().parts());
        BoundTemplate sort = key.sort();
        if (sort != null && sortCodec != null) {
            addParameters(names, sort, rangedPart >= 0 ? rangedPart : sortCodec.parts());
        }
        String ranged = rangedPart >= 0 ? pattern.sortText() : null;
        if (pattern.isEachDay()) {
            names.remove(dayField());
        } else if (ranged != null && names.contains(ranged)) {
            throw pattern.problem(
                    "a field is in the partition key, and is ranged over in the sort key", ranged, "say eachDay()");
        }
        return withFilter(names);
    }

    private List<String> withFilter(Set<String> names) {
        String filter = pattern.filter();
        if (filter == null) {
            return List.copyOf(names);
        }
        boolean known =
                pattern.entities().stream().allMatch(entity -> entity.mapping().component(filter) != null);
        if (!known || !names.add(filter)) {
            throw pattern.problem(
                    "a filter is by an attribute that an entity has not, or that the key has", filter, "ask the key");
        }
        return List.copyOf(names);
    }

    boolean leavesOut() {
        return pattern.filter() != null
                || pattern.kind() == Pattern.Kind.SCAN
                || !key.scoped() && pattern.entities().stream().anyMatch(Entity::scoped);
    }

    private static void addParameters(Set<String> names, BoundTemplate template, int parts) {
        for (int i = 0; i < parts; i++) {
            if (template.source(i) != null) {
                names.add(template.fields().get(i));
            }
        }
    }

    /** The part of the partition key that is a day. */
    private String dayField() {
        List<String> days = new ArrayList<>();
        KeyCodec codec = key.partition().codec();
        for (int i = 0; i < codec.parts(); i++) {
            Class<?> type = codec.codec(i).type();
            if (type == Instant.class || type == LocalDate.class) {
                days.add(codec.fields().get(i));
            }
        }
        if (days.size() != 1) {
            throw pattern.problem("each day needs one day in the partition key", days.toString(), "ask one partition");
        }
        return days.get(0);
    }

    /** The key conditions of a bound pattern, one per partition, in the order in which they are to be asked; none for a scan. */
    List<KeyCondition> conditions(Bound<?> bound, Scoping scoping) {
        for (Entity<?> entity : members) {
            entity.plan().checkScoping(scoping);
        }
        if (pattern.kind() == Pattern.Kind.SCAN) {
            return List.of();
        }
        if (!pattern.isEachDay()) {
            return List.of(condition(bound.values(), bound, scoping));
        }
        String field = dayField();
        List<KeyCondition> conditions = new ArrayList<>();
        for (LocalDate day : days(bound)) {
            Map<String, Object> values = new HashMap<>(bound.values());
            values.put(field, day);
            conditions.add(condition(values, bound, scoping));
        }
        if (pattern.isDescending()) {
            Collections.reverse(conditions);
        }
        return conditions;
    }

    private List<LocalDate> days(Bound<?> bound) {
        if (bound.from() == null || bound.to() == null) {
            throw pattern.problem("each day needs a first and a last one", "", "give from and to");
        }
        LocalDate first = day(bound.from());
        LocalDate last = day(bound.to());
        if (Duration.between(first.atStartOfDay(), last.atStartOfDay()).toDays() >= DAYS_MAX) {
            throw pattern.problem(
                    "a window is too long", first + " to " + last, "ask for at most " + DAYS_MAX + " days at once");
        }
        return first.isAfter(last)
                ? List.of()
                : first.datesUntil(last.plusDays(1)).toList();
    }

    private static LocalDate day(Object value) {
        return value instanceof LocalDate day ? day : LocalDate.ofInstant((Instant) value, ZoneOffset.UTC);
    }

    private KeyCondition condition(Map<String, Object> values, Bound<?> bound, Scoping scoping) {
        String partition = key.partition().encode(values::get, scoping.tenant());
        if (partition == null) {
            throw pattern.problem("a parameter has no value", values.toString(), "give all of " + parameters);
        }
        return new KeyCondition(key.inFront(partition, scoping), sort(values, bound, scoping));
    }

    private SortCondition sort(Map<String, Object> values, Bound<?> bound, Scoping scoping) {
        BoundTemplate sort = key.sort();
        String text = pattern.sortText();
        if (pattern.sort() == Pattern.Sort.BELOW && text != null) {
            return new SortCondition.Below(text);
        }
        if (sort == null || sortCodec == null) {
            return new SortCondition.Any();
        }
        if (rangedPart >= 0) {
            KeyRange range =
                    sortCodec.range(sort.values(rangedPart, values::get, scoping.tenant()), bound.from(), bound.to());
            return between(range);
        }
        String key = sortCodec.encode(sort.values(sortCodec.parts(), values::get, scoping.tenant()));
        if (key == null) {
            throw pattern.problem("a parameter has no value", values.toString(), "give all of " + parameters);
        }
        return pattern.sort() == Pattern.Sort.EQUAL ? new SortCondition.Equal(key) : new SortCondition.BeginsWith(key);
    }

    private static SortCondition between(KeyRange range) {
        String lower = range.lower();
        String upper = range.upper();
        if (lower == null) {
            return upper == null ? new SortCondition.Any() : new SortCondition.AtMost(upper);
        }
        return upper == null ? new SortCondition.AtLeast(lower) : new SortCondition.Between(lower, upper);
    }
}
