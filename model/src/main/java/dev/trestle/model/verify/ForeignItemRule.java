package dev.trestle.model.verify;

import dev.trestle.model.Entity;
import dev.trestle.model.EntityKey;
import dev.trestle.model.Model;
import dev.trestle.model.Pattern;
import dev.trestle.model.Table;
import dev.trestle.model.verify.KeyLanguages.Values;
import java.util.List;
import java.util.Objects;

/** No query reads items of an entity that it does not give. */
final class ForeignItemRule implements Rule {
    @Override
    public void check(Model model, Findings findings) {
        for (Table table : model.allTables()) {
            for (Pattern<?> pattern : table.patterns()) {
                if (pattern.kind() == Pattern.Kind.QUERY
                        || pattern.kind() == Pattern.Kind.COLLECTION
                        || pattern.kind() == Pattern.Kind.FIND) {
                    check(pattern, findings);
                }
            }
        }
    }

    private static void check(Pattern<?> pattern, Findings findings) {
        Entity<?> first = pattern.entities().get(0);
        KeyLanguage sorts = KeyLanguages.asked(pattern);
        for (Entity<?> foreign : pattern.table().entities()) {
            if (pattern.entities().contains(foreign)) {
                continue;
            }
            for (EntityKey key : keysOn(foreign, pattern)) {
                String partition = KeyLanguages.commonPartition(
                        first, pattern.key(), Values.WRITTEN, foreign, key, Values.WRITTEN);
                String sort = partition == null ? null : sorts.common(KeyLanguages.sort(key, Values.WRITTEN));
                if (partition != null && sort != null) {
                    report(pattern, foreign, key, CollisionRules.example(partition, sort), findings);
                    break;
                }
            }
        }
    }

    private static List<EntityKey> keysOn(Entity<?> entity, Pattern<?> pattern) {
        return pattern.index() == null
                ? entity.keys()
                : entity.indexKeys().stream()
                        .filter(key -> Objects.equals(key.index(), pattern.index()))
                        .toList();
    }

    private static void report(
            Pattern<?> pattern, Entity<?> foreign, EntityKey key, String example, Findings findings) {
        boolean collection = pattern.kind() == Pattern.Kind.COLLECTION;
        findings.at(pattern)
                .error(
                        Code.FOREIGN_ITEMS,
                        "It gives " + names(pattern) + ", and also reads " + foreign + " under "
                                + CollisionRules.shown(key) + ", for instance " + example,
                        collection
                                ? "make " + foreign + " a member of the collection, or narrow the query"
                                : "narrow it with beginsWith, between or below; or declare a collection of both");
    }

    private static String names(Pattern<?> pattern) {
        return String.join(
                ", ", pattern.entities().stream().map(Entity::toString).toList());
    }
}
