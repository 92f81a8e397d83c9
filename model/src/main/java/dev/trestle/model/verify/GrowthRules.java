package dev.trestle.model.verify;

import dev.trestle.model.BoundTemplate;
import dev.trestle.model.Entity;
import dev.trestle.model.EntityKey;
import dev.trestle.model.Index;
import dev.trestle.model.Model;
import dev.trestle.model.Table;
import dev.trestle.model.mapping.Component;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/** Nothing grows without a bound: not one partition for all, not a list inside an item. */
final class GrowthRules implements Rule {
    private static final int DEPTH_MAX = 12;

    @Override
    public void check(Model model, Findings findings) {
        for (Table table : model.allTables()) {
            for (Entity<?> entity : table.entities()) {
                KeyTextRules.keysOf(entity).forEach(key -> checkPartition(entity, key, findings));
                if (!isSecond(model, entity)) {
                    checkCollections(entity, findings);
                }
                checkAge(entity, findings);
            }
        }
    }

    /** Whether an entity's items go with those of another, whose bounds are theirs. */
    static boolean isSecond(Model model, Entity<?> entity) {
        return model.allTables().stream()
                .flatMap(table -> table.entities().stream())
                .flatMap(first -> first.twins().stream())
                .anyMatch(twin -> twin.entity() == entity);
    }

    private static void checkPartition(Entity<?> entity, EntityKey key, Findings findings) {
        BoundTemplate sort = key.sort();
        boolean many = sort != null && !sort.codec().isConstant() || sort == null && key.index() != null;
        Index index = key.index();
        if (!many || index != null && index.local()) {
            return;
        }
        Findings.Draft draft = findings.at(entity).in(KeyTextRules.nameOf(key));
        String template = "`" + key.partition() + "`";
        if (key.partition().codec().isConstant()) {
            String limit = ": one partition takes 1,000 writes and 3,000 reads a second, whatever the table can";
            draft.add(
                    Code.HOT_PARTITION,
                    key.prefixed() ? Severity.NOTE : Severity.WARNING,
                    "All items " + (key.prefixed() ? "of a tenant " : "") + "share the partition " + template + limit,
                    "put what is asked for into the partition key, or spread the items over several");
        } else if (onlyFewValues(key.partition())) {
            draft.note(
                    Code.HOT_PARTITION,
                    template + " has as many partitions as its enumeration has values",
                    "put more of what is asked for into the partition key");
        } else if (onlyTimes(key.partition())) {
            draft.note(
                    Code.HOT_PARTITION,
                    "All that is written at one time goes to one partition of " + template,
                    "put more of what is asked for into the partition key");
        }
    }

    private static boolean onlyFewValues(BoundTemplate template) {
        for (int i = 0; i < template.codec().parts(); i++) {
            Class<?> type = template.codec().codec(i).type();
            if (!type.isEnum() && type != boolean.class && type != Boolean.class) {
                return false;
            }
        }
        return true;
    }

    private static boolean onlyTimes(BoundTemplate template) {
        for (int i = 0; i < template.codec().parts(); i++) {
            if (!Times.isTime(template.codec().codec(i).type())) {
                return false;
            }
        }
        return true;
    }

    private static void checkCollections(Entity<?> entity, Findings findings) {
        Set<String> unbounded = new LinkedHashSet<>();
        for (RecordComponent component : entity.type().getRecordComponents()) {
            collect(component.getName(), component.getGenericType(), unbounded, 0);
        }
        for (String attribute : unbounded) {
            findings.at(entity)
                    .in("attribute " + attribute)
                    .warn(
                            Code.ITEM_GROWTH,
                            "It holds as many entries as are put into it, and an item has 400 KB at most; each write"
                                    + " of the item costs what all of them weigh",
                            "make the entries items of their own, or bound them and accept this with the bound");
        }
    }

    private static void collect(String path, Type type, Set<String> unbounded, int depth) {
        if (depth > DEPTH_MAX) {
            return;
        }
        if (type instanceof ParameterizedType parameterized) {
            Type[] arguments = parameterized.getActualTypeArguments();
            Class<?> raw = (Class<?>) parameterized.getRawType();
            boolean byName = Map.class.isAssignableFrom(raw) && arguments[0] == String.class;
            if (byName || Collection.class.isAssignableFrom(raw)) {
                unbounded.add(path);
            } else {
                collect(path, arguments[arguments.length - 1], unbounded, depth + 1);
            }
        } else if (type instanceof Class<?> record && record.isRecord()) {
            for (RecordComponent component : record.getRecordComponents()) {
                collect(path + "." + component.getName(), component.getGenericType(), unbounded, depth + 1);
            }
        } else if (type instanceof Class<?> sealed && sealed.isSealed()) {
            Arrays.stream(sealed.getPermittedSubclasses())
                    .forEach(variant -> collect(path, variant, unbounded, depth + 1));
        }
    }

    private static void checkAge(Entity<?> entity, Findings findings) {
        Table table = entity.table();
        boolean local = table.indexes().stream().anyMatch(Index::local);
        String expiry = table.expiry();
        Component expires = expiry == null ? null : entity.mapping().component(expiry);
        for (EntityKey key : entity.keys()) {
            BoundTemplate sort = key.sort();
            if (sort == null || sort.codec().isConstant()) {
                continue;
            }
            Findings.Draft draft = findings.at(entity).in("key");
            if (local) {
                draft.warn(
                        Code.PARTITION_GROWTH,
                        "The table has a local index, so that all items under one `" + key.partition()
                                + "` have 10 GB at most",
                        "make the index a global one, or bound how many items a partition has");
            } else if (Times.isTime(sort.codec().codec(0).type()) && expires == null) {
                draft.note(
                        Code.PARTITION_GROWTH,
                        "`" + key.partition() + "` gets an item for each moment, and none expires",
                        "read it by pages, newest first; let old items expire, or put a month into the partition key");
            }
        }
    }
}
