package dev.trestle.testing;

import dev.trestle.model.Entity;
import dev.trestle.model.Model;
import dev.trestle.model.Scoping;
import dev.trestle.model.Table;
import dev.trestle.model.error.UnreadableItemException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiPredicate;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;

/**
 * Damages what a running system has stored, one item at a time, and puts everything back. Of each entity one item takes the forms of {@link
 * UnfitItems} that a system can tell apart: it sees records, so that all forms of which there is none are one, and so are all attributes
 * that are read otherwise together; those that an index lacks are apart. That each form is one of these is for {@link Harmless} to try.
 */
public final class Damage {
    private final Model model;
    private final TestStore tables;
    private final DynamoDbClient client;
    private final @Nullable String tenant;
    private final Map<Table, List<Map<String, AttributeValue>>> before = new LinkedHashMap<>();

    /**
     * Notes what is stored now.
     *
     * @param tenant whose items are damaged; null if the model separates none
     */
    public Damage(Model model, TestStore tables, DynamoDbClient client, @Nullable String tenant) {
        this.model = model;
        this.tables = tables;
        this.client = client;
        this.tenant = tenant;
        model.allTables().forEach(table -> before.put(table, tables.items(table)));
    }

    /**
     * Does damage after damage.
     *
     * @param victims which items may be damaged
     * @param use uses the system, each time; told what was done
     * @return the entities of which there was no item
     */
    public Set<String> each(BiPredicate<Entity<?>, Map<String, AttributeValue>> victims, Consumer<String> use) {
        Set<String> missed = new HashSet<>();
        for (Table table : model.allTables()) {
            for (Entity<?> entity : table.entities()) {
                Map<String, AttributeValue> victim = before.getOrDefault(table, List.of()).stream()
                        .filter(item -> entity.owns(item, scoping(entity)) && victims.test(entity, item))
                        .findFirst()
                        .orElse(null);
                if (victim == null) {
                    missed.add(entity.name());
                } else {
                    forms(entity, victim).forEach(form -> damage(entity, form, use));
                }
            }
        }
        return missed;
    }

    private Scoping scoping(Entity<?> entity) {
        return tenant == null ? Scoping.NONE : entity.table().scoping(tenant);
    }

    private void damage(Entity<?> entity, UnfitItems.Unfit form, Consumer<String> use) {
        try {
            tables.put(entity.table(), form.item());
        } catch (DynamoDbException refused) {
            return; // the key of an index has one type
        }
        try {
            use.accept(entity + " " + form);
        } catch (RuntimeException e) {
            throw new IllegalStateException(entity + " " + form, e);
        } finally {
            restore();
        }
    }

    private <T extends Record> List<UnfitItems.Unfit> forms(Entity<T> entity, Map<String, AttributeValue> victim) {
        Map<String, UnfitItems.Unfit> forms = new LinkedHashMap<>();
        Map<String, AttributeValue> otherwise = new HashMap<>(victim);
        Set<String> indexKeys = UnfitItems.indexKeys(entity.table());
        for (UnfitItems.Unfit form : UnfitItems.of(entity.table(), victim)) {
            Set<String> changed = changed(victim, form.item());
            Set<String> lost = new TreeSet<>(changed);
            lost.retainAll(indexKeys);
            Outcome outcome = outcome(entity, form.item());
            if (outcome != Outcome.READ || !lost.isEmpty()) {
                forms.putIfAbsent(outcome + " " + lost, form);
            } else if (changed(victim, otherwise).stream().noneMatch(changed::contains)) {
                otherwise.keySet().removeAll(changed);
                changed.stream()
                        .filter(form.item()::containsKey)
                        .forEach(name -> otherwise.put(name, form.item().get(name)));
            }
        }
        List<UnfitItems.Unfit> all = new ArrayList<>(forms.values());
        if (outcome(entity, otherwise) == Outcome.READ) {
            all.add(new UnfitItems.Unfit("read otherwise in " + changed(victim, otherwise), otherwise));
        }
        return all;
    }

    private static Set<String> changed(Map<String, AttributeValue> one, Map<String, AttributeValue> other) {
        Set<String> names = new TreeSet<>(one.keySet());
        names.addAll(other.keySet());
        names.removeIf(name -> Objects.equals(one.get(name), other.get(name)));
        return names;
    }

    private enum Outcome {
        READ,
        UNREADABLE,
        ANOTHERS
    }

    private <T extends Record> Outcome outcome(Entity<T> entity, Map<String, AttributeValue> item) {
        if (!entity.owns(item, scoping(entity))) {
            return Outcome.ANOTHERS;
        }
        try {
            entity.toRecord(item, scoping(entity));
            return Outcome.READ;
        } catch (UnreadableItemException e) {
            return Outcome.UNREADABLE;
        }
    }

    /** Puts back what there was, and takes away what was added. */
    public void restore() {
        before.forEach((table, items) -> {
            Set<Map<String, AttributeValue>> now = new HashSet<>(tables.items(table));
            Set<Map<String, AttributeValue>> keys = new HashSet<>();
            for (Map<String, AttributeValue> item : items) {
                keys.add(key(table, item));
                if (!now.contains(item)) {
                    tables.put(table, item);
                }
            }
            now.stream()
                    .map(item -> key(table, item))
                    .filter(key -> !keys.contains(key))
                    .forEach(key -> client.deleteItem(
                            request -> request.tableName(tables.nameOf(table)).key(key)));
        });
    }

    private static Map<String, AttributeValue> key(Table table, Map<String, AttributeValue> item) {
        Map<String, AttributeValue> key = new HashMap<>(item);
        key.keySet().removeIf(name -> !name.equals(table.partition()) && !name.equals(table.sort()));
        return key;
    }
}
