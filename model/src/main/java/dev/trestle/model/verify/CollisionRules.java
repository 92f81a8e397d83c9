package dev.trestle.model.verify;

import dev.trestle.model.Entity;
import dev.trestle.model.EntityKey;
import dev.trestle.model.Model;
import dev.trestle.model.Table;
import dev.trestle.model.verify.KeyLanguages.Values;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** No two entities can produce the same key, and an item's entity can be told by its key and its constants. */
final class CollisionRules implements Rule {
    @Override
    public void check(Model model, Findings findings) {
        for (Table table : model.allTables()) {
            List<Entity<?>> entities = table.entities();
            for (int i = 0; i < entities.size(); i++) {
                checkShapes(entities.get(i), findings);
                for (int j = i + 1; j < entities.size(); j++) {
                    checkPair(entities.get(i), entities.get(j), findings);
                }
            }
        }
    }

    private static void checkShapes(Entity<?> entity, Findings findings) {
        List<EntityKey> keys = entity.keys();
        for (int i = 0; i < keys.size(); i++) {
            for (int j = i + 1; j < keys.size(); j++) {
                String both = common(entity, keys.get(i), entity, keys.get(j), Values.WRITTEN);
                if (both != null) {
                    same(findings.at(entity), shown(keys.get(i)), shown(keys.get(j)), both);
                }
            }
        }
    }

    private static void checkPair(Entity<?> one, Entity<?> other, Findings findings) {
        for (EntityKey mine : one.keys()) {
            for (EntityKey theirs : other.keys()) {
                String written = common(one, mine, other, theirs, Values.WRITTEN);
                if (written != null) {
                    same(findings.at(one, other), shown(mine), shown(theirs), written);
                    return;
                }
                String empty = common(one, mine, other, theirs, Values.WRITTEN_OR_EMPTY);
                if (empty != null) {
                    findings.at(one, other)
                            .note(
                                    Code.EMPTY_PART,
                                    "With an empty part, " + shown(mine) + " and " + shown(theirs) + " both make "
                                            + empty,
                                    "see to it that the parts are never empty");
                    return;
                }
                String read = common(one, mine, other, theirs, Values.READ);
                if (read != null && !toldByConstant(one, other)) {
                    findings.at(one, other)
                            .error(
                                    Code.INDISTINCT,
                                    "An item with the key " + read + " is taken for either: " + shown(mine) + " and "
                                            + shown(theirs) + " differ in their conditions only",
                                    "write the difference into the keys, or give both a constant of their own");
                    return;
                }
            }
        }
    }

    private static void same(Findings.Draft draft, String mine, String theirs, String both) {
        draft.error(
                Code.SAME_KEY,
                mine + " and " + theirs + " can both make " + both,
                "begin one of them with text of its own, or refuse(\"…\", field) the delimiter in the part that runs"
                        + " into it");
    }

    /** Whether each entity demands another value of the same attribute. */
    private static boolean toldByConstant(Entity<?> one, Entity<?> other) {
        return one.constants().entrySet().stream().anyMatch(constant -> {
            var theirs = other.constants().get(constant.getKey());
            return theirs != null && !theirs.equals(constant.getValue());
        });
    }

    /** A key that both can have, as a finding shows it; null if there is none. */
    private static @Nullable String common(
            Entity<?> one, EntityKey mine, Entity<?> other, EntityKey theirs, Values values) {
        String partition = KeyLanguages.commonPartition(one, mine, values, other, theirs, values);
        if (partition == null) {
            return null;
        }
        String sort = KeyLanguages.sort(mine, values).common(KeyLanguages.sort(theirs, values));
        return sort == null ? null : example(partition, mine.sort() == null ? null : sort);
    }

    static String example(String partition, @Nullable String sort) {
        return sort == null ? "\"" + partition + "\"" : "\"" + partition + "\", \"" + sort + "\"";
    }

    static String shown(EntityKey key) {
        String templates = key.sort() == null ? key.partition().toString() : key.partition() + " | " + key.sort();
        return "`" + templates + "`";
    }
}
