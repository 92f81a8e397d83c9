package dev.trestle.model.verify;

import dev.trestle.model.BoundTemplate;
import dev.trestle.model.Entity;
import dev.trestle.model.EntityKey;
import dev.trestle.model.Index;
import dev.trestle.model.Model;
import dev.trestle.model.Table;
import dev.trestle.model.When;
import dev.trestle.model.mapping.Component;
import dev.trestle.model.mapping.Field;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Indexes hold what their keys say, by text, and each key serves one purpose. */
final class IndexRules implements Rule {
    @Override
    public void check(Model model, Findings findings) {
        for (Table table : model.allTables()) {
            for (Index index : table.indexes()) {
                boolean support = model.support().filter(table::equals).isPresent();
                if (!support) {
                    checkUse(table, index, findings);
                }
                for (Entity<?> entity : table.entities()) {
                    check(entity, index, findings);
                    if (!GrowthRules.isSecond(model, entity)) {
                        checkChoices(entity, index, findings);
                    }
                    if (!support) {
                        checkConditions(entity, index, findings);
                    }
                }
            }
        }
    }

    private static void checkUse(Table table, Index index, Findings findings) {
        Findings.Draft draft = findings.at(table).in("index " + index.name());
        if (table.entities().stream().noneMatch(entity -> !keysOn(entity, index).isEmpty())) {
            draft.warn(
                    Code.INDEX_UNUSED, "No entity has a key in it", "take it away, or give entities a key: index(…)");
        } else if (table.patterns().stream().noneMatch(pattern -> index.equals(pattern.index()))) {
            draft.note(
                    Code.INDEX_UNUSED,
                    "No pattern asks it, and each write pays for it",
                    "declare what it is for, or take it away");
        }
    }

    private static List<EntityKey> keysOn(Entity<?> entity, Index index) {
        return entity.indexKeys().stream()
                .filter(key -> index.equals(key.index()))
                .toList();
    }

    private static void check(Entity<?> entity, Index index, Findings findings) {
        Findings.Draft draft = findings.at(entity).in("index " + index.name());
        List<EntityKey> keys = keysOn(entity, index);
        if (keys.isEmpty()) {
            checkHidden(entity, index, draft);
        } else {
            checkType(entity, index.partition(), draft);
            checkType(entity, index.sort(), draft);
        }
    }

    /** Second items are the remedy: there is one for each value. */
    private static void checkChoices(Entity<?> entity, Index index, Findings findings) {
        Findings.Draft draft = findings.at(entity).in("index " + index.name());
        List<EntityKey> keys = keysOn(entity, index);
        keys.forEach(key -> checkChoice(entity, key, draft));
        checkShapes(keys, draft);
    }

    /** Nobody else writes the support table, so that keys there are never left behind. */
    private static void checkConditions(Entity<?> entity, Index index, Findings findings) {
        keysOn(entity, index)
                .forEach(key -> checkCondition(key, findings.at(entity).in("index " + index.name())));
    }

    private static void checkType(Entity<?> entity, @Nullable String attribute, Findings.Draft draft) {
        Component component = attribute == null ? null : entity.mapping().component(attribute);
        if (component == null || component.kind() == Component.Kind.KEY_ONLY) {
            return;
        }
        boolean text = component.typeName().startsWith("String");
        if (!text || component.orNull()) {
            draft.error(
                    Code.KEY_TYPE,
                    "Its key attribute " + attribute + " is " + (text ? "NULL at times" : "a " + component.typeName())
                            + ", and keys are strings: DynamoDB refuses the item",
                    text
                            ? "let it be absent, without @OrNull"
                            : "key the index by a template: index(name, \"{" + attribute
                                    + ":sortable}\", …) under attributes of its own");
        }
    }

    /** A key that is one of several attributes, as the item's writer chooses. */
    private static void checkChoice(Entity<?> entity, EntityKey key, Findings.Draft draft) {
        Set<String> chosen = new TreeSet<>();
        BoundTemplate partition = key.partition();
        for (int i = 0; i < partition.codec().parts(); i++) {
            Field source = partition.source(i);
            if (source == null) {
                continue;
            }
            Component component = entity.mapping().component(source.path());
            boolean written = component == null || component.kind() != Component.Kind.KEY_ONLY;
            boolean identifies =
                    entity.keys().stream().anyMatch(each -> each.attributes().contains(source.path()));
            if (written ? source.attributes().size() > 1 : !identifies) {
                chosen.add("{" + source.path() + "}");
            }
        }
        if (!chosen.isEmpty()) {
            shared(
                    key.partition() + "",
                    "takes " + String.join(", ", chosen) + " from one of several attributes",
                    draft);
        }
    }

    /** Several keys of one index that an item may have at once: the first is written. */
    private static void checkShapes(List<EntityKey> keys, Findings.Draft draft) {
        for (int i = 0; i < keys.size(); i++) {
            for (int j = i + 1; j < keys.size(); j++) {
                if (!exclude(keys.get(i).when(), keys.get(j).when())) {
                    shared(
                            keys.get(i).partition() + "` and `" + keys.get(j).partition(),
                            "are both the item's key here, and one is written",
                            draft);
                }
            }
        }
    }

    private static void shared(String templates, String how, Findings.Draft draft) {
        draft.warn(
                Code.ONE_INDEX_KEY,
                "`" + templates + "` " + how + ": the item is found under one value, and under none of the others",
                "write one item per value that is searched for, with also(…)");
    }

    /** Whether two conditions can never hold together. */
    private static boolean exclude(When one, When other) {
        if (one instanceof When.All all) {
            return all.conditions().stream().anyMatch(each -> exclude(each, other));
        }
        if (other instanceof When.All) {
            return exclude(other, one);
        }
        if (one instanceof When.Absent absent) {
            return !(other instanceof When.Absent) && other.attributes().contains(absent.attribute());
        }
        if (other instanceof When.Absent) {
            return exclude(other, one);
        }
        return one instanceof When.Is first
                && other instanceof When.Is second
                && first.attribute().equals(second.attribute())
                && first.values().stream().noneMatch(second.values()::contains);
    }

    private static void checkCondition(EntityKey key, Findings.Draft draft) {
        Set<String> beyond = new TreeSet<>(key.when().attributes());
        beyond.removeAll(key.partition().attributes());
        Optional.ofNullable(key.sort()).ifPresent(sort -> beyond.removeAll(sort.attributes()));
        if (!beyond.isEmpty()) {
            draft.warn(
                    Code.SPARSE_CONDITION,
                    "It holds an item only if " + key.when() + ", and " + beyond
                            + " is not in its key: a program that changes that attribute alone leaves the key behind",
                    "name the attribute in the key, or change it through the model only");
        }
    }

    /** An index is keyed by attributes, and knows nothing of entities. */
    private static void checkHidden(Entity<?> entity, Index index, Findings.Draft draft) {
        if (isWritten(entity, index.partition()) && (index.sort() == null || isWritten(entity, index.sort()))) {
            draft.error(
                    Code.HIDDEN_INDEX,
                    "Its items have " + index.partition() + (index.sort() == null ? "" : " and " + index.sort())
                            + ", so that the index holds them, and queries on it read them",
                    "declare index(\"" + index.name() + "\"), or give the attribute another name");
        }
    }

    private static boolean isWritten(Entity<?> entity, String attribute) {
        Table table = entity.table();
        Component component = entity.mapping().component(attribute);
        return component != null && component.kind() != Component.Kind.KEY_ONLY
                || attribute.equals(table.partition())
                || Objects.equals(attribute, table.sort())
                || entity.constants().containsKey(attribute)
                || entity.indexKeys().stream()
                        .map(EntityKey::index)
                        .filter(Objects::nonNull)
                        .anyMatch(each -> attribute.equals(each.partition()) || attribute.equals(each.sort()));
    }
}
