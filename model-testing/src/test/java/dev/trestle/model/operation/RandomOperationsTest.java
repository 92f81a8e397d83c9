package dev.trestle.model.operation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.model.Entity;
import dev.trestle.model.Guard;
import dev.trestle.model.Scoping;
import dev.trestle.model.Support;
import dev.trestle.model.Table;
import dev.trestle.model.Unique;
import dev.trestle.model.operation.TasksTable.Account;
import dev.trestle.model.operation.TasksTable.Listing;
import dev.trestle.model.operation.TasksTable.Note;
import dev.trestle.model.operation.TasksTable.Product;
import dev.trestle.model.operation.TasksTable.Status;
import dev.trestle.model.operation.TasksTable.Task;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Random operations, beside a model in memory that knows nothing of items. After each step the tables hold just the items of the
 * model's records, with just their index keys, further items and guards. A failure names the seed: {@code -Dtrestle.fuzz.seed=N}.
 */
class RandomOperationsTest extends OperationsTest {
    private static final int STEPS = 250;

    private final long seed = Long.getLong("trestle.fuzz.seed", System.nanoTime());
    private final Random random = new Random(seed);
    private final Map<String, Task> tasks = new TreeMap<>();
    private final Map<String, Account> accounts = new TreeMap<>();
    private final Map<String, Product> products = new TreeMap<>();
    private final Map<String, Note> notes = new TreeMap<>();

    @Test
    void operations_atRandom_leaveTheItemsOfTheModel() {
        for (int step = 0; step < STEPS; step++) {
            String done = switch (random.nextInt(4)) {
                case 0 -> onTask();
                case 1 -> onAccount();
                case 2 -> onProduct();
                default -> onNote();
            };
            String what = "seed " + seed + ", step " + step + ": " + done;
            compare(TasksTable.TABLE, expectedItems(), what);
            compare(SUPPORT, expectedGuards(), what);
        }
    }

    private String onTask() {
        Task task = randomTask(pick("a", "b", "c"));
        boolean there = tasks.containsKey(task.id());
        switch (random.nextInt(5)) {
            case 0 -> {
                attempt(true, () -> store.put(TasksTable.TASK, task), () -> tasks.put(task.id(), task));
                return "put " + task;
            }
            case 1 -> {
                attempt(!there, () -> store.create(TasksTable.TASK, task), () -> tasks.put(task.id(), task));
                return "create " + task;
            }
            case 2 -> {
                UnaryOperator<Task> change = random.nextBoolean()
                        ? old -> old.withStatus(task.status())
                        : old -> old.withAssignee(task.assignee()).withMetadata(task.metadata());
                attempt(
                        there,
                        () -> store.update(TasksTable.TASK_BY_ID.of("p", task.id()), change),
                        () -> tasks.computeIfPresent(task.id(), (id, old) -> change.apply(old)));
                return "update " + task;
            }
            case 3 -> {
                return changeTask(task, there);
            }
            default -> {
                attempt(true, () -> store.delete(TasksTable.TASK, task), () -> tasks.remove(task.id()));
                return "delete " + task.id();
            }
        }
    }

    private String changeTask(Task task, boolean there) {
        Change<Task> change = store.change(TasksTable.TASK_BY_ID.of("p", task.id()));
        UnaryOperator<Task> same;
        String assignee = task.assignee();
        switch (random.nextInt(3)) {
            case 0 -> {
                change.set("status", task.status()).add("priority", 1);
                same = old -> old.withStatus(task.status()).withPriority(old.priority() + 1);
            }
            case 1 -> {
                change = assignee == null ? change.remove("assignee") : change.set("assignee", assignee);
                same = old -> old.withAssignee(assignee);
            }
            default -> {
                change.set("md#size", "7").remove("md#colour");
                same = old -> {
                    Map<String, String> metadata = new HashMap<>(old.metadata());
                    metadata.put("size", "7");
                    metadata.remove("colour");
                    return old.withMetadata(metadata);
                };
            }
        }
        Change<Task> whole = change;
        attempt(there, whole::commit, () -> tasks.computeIfPresent(task.id(), (id, old) -> same.apply(old)));
        return "change " + task;
    }

    private String onAccount() {
        String nick = pick("x", "y", "none");
        Account account = new Account(
                pick("1", "2", "3"),
                pick("a@x", "b@x", "c@x", "d@x"),
                nick.equals("none") ? null : nick,
                pick("free", "gold"),
                null);
        boolean there = accounts.containsKey(account.id());
        switch (random.nextInt(5)) {
            case 0 -> {
                attempt(
                        isFree(account),
                        () -> store.put(TasksTable.ACCOUNT, account),
                        () -> accounts.put(account.id(), account));
                return "put " + account;
            }
            case 1 -> {
                attempt(
                        !there && isFree(account),
                        () -> store.create(TasksTable.ACCOUNT, account),
                        () -> accounts.put(account.id(), account));
                return "create " + account;
            }
            case 2 -> {
                attempt(
                        there && isFree(account),
                        () -> store.update(TasksTable.ACCOUNT_BY_ID.of(account.id()), old -> account),
                        () -> accounts.put(account.id(), account));
                return "update " + account;
            }
            case 3 -> {
                return exchange(account);
            }
            default -> {
                attempt(true, () -> store.delete(TasksTable.ACCOUNT, account), () -> accounts.remove(account.id()));
                return "delete " + account.id();
            }
        }
    }

    /** Another account takes the place of one, values and all, or two exchange what is unique of them. */
    private String exchange(Account one) {
        Account old = accounts.get(one.id());
        Account other = accounts.get(pick("1", "2", "3"));
        if (old == null || other == null || other.id().equals(old.id())) {
            return "nothing";
        }
        Account first = old.withEmail(other.email()).withNick(other.nick());
        Account second = other.withEmail(old.email()).withNick(old.nick());
        attempt(
                true,
                () -> store.transaction()
                        .update(TasksTable.ACCOUNT_BY_ID.of(first.id()), each -> first)
                        .put(TasksTable.ACCOUNT, second)
                        .commit(),
                () -> {
                    accounts.put(first.id(), first);
                    accounts.put(second.id(), second);
                });
        return "exchange " + first + " and " + second;
    }

    private boolean isFree(Account wanted) {
        return accounts.values().stream()
                .filter(other -> !other.id().equals(wanted.id()))
                .noneMatch(other -> other.email().equals(wanted.email())
                        || other.nick() != null && other.nick().equals(wanted.nick()));
    }

    private String onProduct() {
        List<String> sellers = new ArrayList<>(List.of("joe", "kim", "lee"));
        sellers.removeIf(each -> random.nextBoolean());
        Product product = new Product(pick("s", "t"), pick("Lamp", "Chair"), sellers, random.nextInt(3));
        boolean there = products.containsKey(product.sku());
        switch (random.nextInt(3)) {
            case 0 -> {
                attempt(true, () -> store.put(TasksTable.PRODUCT, product), () -> products.put(product.sku(), product));
                return "put " + product;
            }
            case 1 -> {
                attempt(
                        there,
                        () -> store.update(TasksTable.PRODUCT_BY_SKU.of(product.sku()), old -> product),
                        () -> products.put(product.sku(), product));
                return "update " + product;
            }
            default -> {
                attempt(true, () -> store.delete(TasksTable.PRODUCT, product), () -> products.remove(product.sku()));
                return "delete " + product.sku();
            }
        }
    }

    private String onNote() {
        String id = pick("n", "m");
        Note stored = notes.get(id);
        Integer known =
                random.nextInt(4) == 0 ? (Integer) random.nextInt(3) : stored == null ? null : stored.revision();
        Note note = new Note(id, "text" + random.nextInt(3), known);
        int counted = known == null ? 0 : known;
        boolean fits = stored == null ? counted == 0 : Objects.equals(stored.revision(), counted);
        if (random.nextInt(4) == 0) {
            attempt(fits, () -> store.delete(TasksTable.NOTE, note), () -> notes.remove(id));
            return "delete " + note;
        }
        attempt(
                fits,
                () -> assertThat(store.put(TasksTable.NOTE, note).revision()).isEqualTo(counted + 1),
                () -> notes.put(id, new Note(id, note.text(), counted + 1)));
        return "put " + note;
    }

    private void attempt(boolean allowed, Runnable operation, Runnable onModel) {
        try {
            operation.run();
            assertThat(allowed).as("seed %d: allowed", seed).isTrue();
            onModel.run();
        } catch (WriteRefusedException refused) {
            assertThat(allowed).as("seed %d: %s", seed, refused.getMessage()).isFalse();
        }
    }

    private Task randomTask(String id) {
        return new Task(
                "p",
                id,
                random.nextBoolean() ? Status.OPEN : Status.DONE,
                random.nextInt(3),
                random.nextBoolean() ? null : pick("ann", "bob"),
                random.nextBoolean() ? Set.of() : Set.of("a", "b", "c"),
                random.nextInt(3) / 2.0,
                random.nextBoolean() ? Map.of() : Map.of("colour", pick("red", "blue")),
                random.nextInt(3),
                null);
    }

    private String pick(String... choices) {
        return choices[random.nextInt(choices.length)];
    }

    private Map<String, Map<String, AttributeValue>> expectedItems() {
        Map<String, Map<String, AttributeValue>> expected = new TreeMap<>();
        tasks.values().forEach(each -> add(expected, TasksTable.TASK, each));
        accounts.values().forEach(each -> add(expected, TasksTable.ACCOUNT, each));
        notes.values().forEach(each -> add(expected, TasksTable.NOTE, each));
        for (Product product : products.values()) {
            add(expected, TasksTable.PRODUCT, product);
            product.sellers()
                    .forEach(seller ->
                            add(expected, TasksTable.LISTING, new Listing(seller, product.sku(), product.title())));
        }
        return expected;
    }

    private Map<String, Map<String, AttributeValue>> expectedGuards() {
        Map<String, Map<String, AttributeValue>> expected = new TreeMap<>();
        for (Account account : accounts.values()) {
            Map<String, AttributeValue> key = TasksTable.ACCOUNT.keyOf(account, Scoping.NONE);
            for (Unique unique : TasksTable.ACCOUNT.uniques()) {
                Guard guard = Guard.of(TasksTable.ACCOUNT, unique, account, key, Scoping.NONE);
                if (guard != null) {
                    add(expected, Support.guards(SUPPORT), guard);
                }
            }
        }
        return expected;
    }

    private static <T extends Record> void add(
            Map<String, Map<String, AttributeValue>> items, Entity<T> entity, T record) {
        Map<String, AttributeValue> item = entity.toItem(record, Scoping.NONE);
        items.put(place(item), item);
    }

    private static String place(Map<String, AttributeValue> item) {
        return Objects.requireNonNull(item.get("PK")).s() + " "
                + Objects.requireNonNull(item.get("SK")).s();
    }

    private void compare(Table table, Map<String, Map<String, AttributeValue>> expected, String what) {
        Map<String, Map<String, AttributeValue>> actual = new TreeMap<>();
        tables.items(table).forEach(item -> actual.put(place(item), item));
        assertThat(actual.keySet()).as(what).isEqualTo(expected.keySet());
        expected.forEach((place, item) -> {
            Map<String, AttributeValue> stored = Objects.requireNonNull(actual.get(place));
            assertThat(stored.keySet()).as(what + ", " + place).isEqualTo(item.keySet());
            item.forEach((name, value) -> assertThat(Sameness.same(value, stored.get(name)))
                    .as("%s, %s, %s: %s and %s", what, place, name, value, stored.get(name))
                    .isTrue());
        });
    }
}
