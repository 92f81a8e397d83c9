package dev.trestle.model.verify;

import dev.trestle.model.BoundTemplate;
import dev.trestle.model.Entity;
import dev.trestle.model.EntityKey;
import dev.trestle.model.Index;
import dev.trestle.model.Model;
import dev.trestle.model.Pattern;
import dev.trestle.model.Table;
import dev.trestle.model.template.KeyCodec;
import dev.trestle.model.template.PartCodec;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/** The text of single keys: numbers and times sort, parts are told from their neighbours, lengths have a limit. */
final class KeyTextRules implements Rule {
    @Override
    public void check(Model model, Findings findings) {
        for (Table table : model.allTables()) {
            for (Entity<?> entity : table.entities()) {
                keysOf(entity).forEach(key -> check(entity, key, findings));
            }
        }
    }

    static Stream<EntityKey> keysOf(Entity<?> entity) {
        return Stream.concat(entity.keys().stream(), entity.indexKeys().stream());
    }

    /** How a finding names a key's place. */
    static String nameOf(EntityKey key) {
        Index index = key.index();
        return index == null ? "key" : "index " + index.name();
    }

    private static void check(Entity<?> entity, EntityKey key, Findings findings) {
        Findings.Draft draft = findings.at(entity).in(nameOf(key));
        BoundTemplate sort = key.sort();
        if (sort != null) {
            checkOrder(entity, key, sort, draft);
            checkNeighbours(key, sort, draft);
            checkLength(sort, KeyCodec.SORT_BYTES_MAX, draft);
        }
        checkNeighbours(key, key.partition(), draft);
        checkLength(key.partition(), KeyCodec.PARTITION_BYTES_MAX, draft);
    }

    private static void checkOrder(Entity<?> entity, EntityKey key, BoundTemplate sort, Findings.Draft draft) {
        for (int i = 0; i < sort.codec().parts(); i++) {
            PartCodec part = sort.codec().codec(i);
            String field = sort.fields().get(i);
            boolean number = part.type().isPrimitive() && part.type() != boolean.class
                    || Number.class.isAssignableFrom(part.type());
            if (part.ordered() || !number && !Times.isTime(part.type())) {
                continue;
            }
            Optional<Pattern<?>> listing = listing(entity, key);
            Severity severity = listing.isPresent() ? Severity.ERROR : Severity.NOTE;
            String seen =
                    listing.map(pattern -> ", which \"" + pattern + "\" shows").orElse("");
            if (number) {
                draft.add(
                        Code.TEXT_ORDER,
                        severity,
                        "`" + sort + "` orders {" + field + "} as text, 10 before 2" + seen,
                        "pad it, {" + field + ":00000}, or write {" + field + ":sortable}; or put a bounded partition"
                                + " in order after reading, and accept this");
            } else {
                draft.add(
                        Code.TIME_ORDER,
                        severity,
                        "`" + sort + "` writes {" + field + "} as " + part.description()
                                + ", whose text is not in the order of time" + seen,
                        "write the year first and each smaller field behind it");
            }
        }
    }

    /** A pattern whose answer is in the order of this key. */
    private static Optional<Pattern<?>> listing(Entity<?> entity, EntityKey key) {
        return entity.table().patterns().stream()
                .filter(pattern -> pattern.kind() == Pattern.Kind.QUERY || pattern.kind() == Pattern.Kind.COLLECTION)
                .filter(pattern -> pattern.entities().contains(entity)
                        && Objects.equals(pattern.index(), key.index())
                        && pattern.sort() != Pattern.Sort.EQUAL)
                .findFirst();
    }

    private static void checkNeighbours(EntityKey key, BoundTemplate template, Findings.Draft draft) {
        KeyCodec codec = template.codec();
        for (int i = 0; i + 1 < codec.parts(); i++) {
            if (codec.template().literals().get(i + 1).isEmpty()
                    && !codec.codec(i).fixedWidth()) {
                String first = template.fields().get(i);
                String second = template.fields().get(i + 1);
                draft.add(
                        Code.AMBIGUOUS_KEY,
                        key.index() == null ? Severity.ERROR : Severity.NOTE,
                        "`" + template + "` has nothing between {" + first + "} and {" + second
                                + "}: \"ab\" and \"c\" make the same key as \"a\" and \"bc\"",
                        "write a delimiter between them");
            }
        }
    }

    private static void checkLength(BoundTemplate template, int bytesMax, Findings.Draft draft) {
        KeyCodec codec = template.codec();
        int fixed = 0;
        for (String literal : codec.template().literals()) {
            fixed += literal.getBytes(StandardCharsets.UTF_8).length;
        }
        List<String> free = new ArrayList<>();
        for (int i = 0; i < codec.parts(); i++) {
            if (codec.codec(i).freeText() && codec.codec(i).description().equals("text")) {
                free.add("{" + template.fields().get(i) + "}");
            }
        }
        if (fixed >= bytesMax) {
            draft.error(
                    Code.KEY_LENGTH,
                    "`" + template + "` has " + fixed + " bytes before any part is written, of " + bytesMax,
                    "shorten its text");
        } else if (!free.isEmpty()) {
            draft.note(
                    Code.KEY_LENGTH,
                    "`" + template + "` leaves " + (bytesMax - fixed) + " bytes to " + String.join(", ", free)
                            + "; a longer value is refused when it is written",
                    "bound the value where it comes in, or write {…:cut}");
        }
    }
}
