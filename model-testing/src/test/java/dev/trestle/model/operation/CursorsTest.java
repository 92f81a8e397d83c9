package dev.trestle.model.operation;

import static dev.trestle.model.operation.TasksTable.TASK;
import static dev.trestle.model.operation.TasksTable.TASKS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.model.Bound;
import dev.trestle.model.error.ModelException;
import dev.trestle.model.operation.TasksTable.Member;
import dev.trestle.model.operation.TasksTable.Status;
import dev.trestle.model.operation.TasksTable.Task;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class CursorsTest extends OperationsTest {
    private static final byte[] KEY = "a key of at least 16 bytes".getBytes(StandardCharsets.UTF_8);

    @SuppressWarnings("NullAway.Init")
    private ItemStore keyed;

    @BeforeEach
    void write() {
        keyed = tables.over(target.client()).cursorKey(KEY).build();
        store.putAll(
                TASK,
                IntStream.range(0, 23)
                        .mapToObj(i -> Task.of("t" + (char) ('a' + i)))
                        .toList());
        store.putAll(TASK, List.of(new Task("q", "t", Status.OPEN, 1, null, Set.of(), 1, Map.of(), 0, null)));
        for (String tenant : List.of("one", "two")) {
            for (int i = 0; i < 3; i++) {
                store.within(tenant).create(TasksTable.MEMBER, new Member(tenant, "m" + i, "mail" + i));
            }
        }
    }

    @Test
    void page_followedToTheEnd_givesEachItemOnceInOrder() {
        for (int limit : new int[] {1, 5, 22, 23, 24}) {
            assertThat(walk(TASKS.of("p"), limit)).containsExactlyElementsOf(store.all(TASKS.of("p"), 100));
        }
        List<Task> backwards = new ArrayList<>(store.all(TASKS.of("p"), 100));
        Collections.reverse(backwards);
        assertThat(walk(TasksTable.TASKS_BACKWARDS.of("p"), 4)).containsExactlyElementsOf(backwards);
        assertThat(walk(TasksTable.OPEN_TASKS.of(Status.OPEN), 7)).hasSize(24);
    }

    private List<Task> walk(Bound<Task> question, int limit) {
        List<Task> all = new ArrayList<>();
        String cursor = null;
        do {
            Page<Task> page = keyed.page(question, limit, cursor);
            assertThat(page.items()).hasSizeLessThanOrEqualTo(limit);
            all.addAll(page.items());
            cursor = page.next().orElse(null);
        } while (cursor != null && all.size() < 1000);
        return all;
    }

    @Test
    void page_cursorOfTheSameKey_isReadByAnotherProcess() {
        String cursor = keyed.page(TASKS.of("p"), 5, null).next().orElseThrow();
        ItemStore other = tables.over(target.client()).cursorKey(KEY).build();

        assertThat(other.page(TASKS.of("p"), 5, cursor).items().get(0).id()).isEqualTo("tf");
        assertThat(new String(Base64.getUrlDecoder().decode(cursor), StandardCharsets.ISO_8859_1))
                .doesNotContain("Tasks of a project");
    }

    @Test
    void page_cursorOfAnotherQuestion_isRefused() {
        String cursor = keyed.page(TASKS.of("p"), 5, null).next().orElseThrow();

        refused(keyed, TASKS.of("q"), cursor);
        refused(keyed, TasksTable.TASKS_BACKWARDS.of("p"), cursor);
        refused(keyed, TasksTable.OPEN_TASKS.of(Status.OPEN), cursor);
        refused(store, TASKS.of("p"), cursor);
        refused(
                tables.over(target.client())
                        .cursorKey("another key, just as long".getBytes(StandardCharsets.UTF_8))
                        .build(),
                TASKS.of("p"),
                cursor);
    }

    @Test
    void page_cursorOfAnotherTenant_isRefused() {
        String cursor = keyed.within("one")
                .page(TasksTable.MEMBERS.of(), 2, null)
                .next()
                .orElseThrow();

        refused(keyed.within("two"), TasksTable.MEMBERS.of(), cursor);
        assertThat(keyed.within("one").page(TasksTable.MEMBERS.of(), 2, cursor).items())
                .extracting(Member::id)
                .containsExactly("m2");
    }

    @Test
    void page_valuesThatLookLikeSeparators_areAnotherQuestion() {
        String cursor =
                keyed.page(TasksTable.TASKS_OF.of("ann"), 5, null).next().orElseThrow();

        refused(keyed, TasksTable.TASKS_OF.of("ann, sort=Any[]"), cursor);
        refused(keyed, TasksTable.TASKS_OF.of("ann5:Any[]"), cursor);
    }

    @Test
    void page_tamperedCursor_isAlwaysAClearError() {
        String cursor = keyed.page(TASKS.of("p"), 5, null).next().orElseThrow();
        long seed = Long.getLong("trestle.fuzz.seed", System.nanoTime());
        Random random = new Random(seed);
        for (int round = 0; round < 500; round++) {
            String tampered = tampered(cursor, random);
            if (!tampered.equals(cursor)) {
                assertThatThrownBy(() -> keyed.page(TASKS.of("p"), 5, tampered))
                        .as("seed %d, cursor %s", seed, tampered)
                        .isInstanceOf(CursorException.class)
                        .hasMessageContaining("ask for the first page again");
            }
        }
    }

    private static String tampered(String cursor, Random random) {
        StringBuilder text = new StringBuilder(cursor);
        switch (random.nextInt(5)) {
            case 0 -> text.setLength(random.nextInt(cursor.length()));
            case 1 -> text.setCharAt(random.nextInt(cursor.length() - 1), (char) random.nextInt(0x3000));
            case 2 -> {
                byte[] bytes = Base64.getUrlDecoder().decode(cursor);
                bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
                return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
            }
            case 3 -> text.insert(random.nextInt(cursor.length()), "AAAA");
            default -> {
                byte[] bytes = new byte[random.nextInt(80)];
                random.nextBytes(bytes);
                return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
            }
        }
        return text.toString();
    }

    @Test
    void page_absurdCursorOrLimit_isAClearError() {
        for (String cursor : new String[] {"", "AAAA", "?", "A".repeat(100_000)}) {
            refused(keyed, TASKS.of("p"), cursor);
        }
        for (int limit : new int[] {-1, 0, 1001, Integer.MAX_VALUE}) {
            assertThatThrownBy(() -> keyed.page(TASKS.of("p"), limit, null)).isInstanceOf(ModelException.class);
        }
    }

    private static <T extends Record> void refused(ItemStore store, Bound<T> question, @Nullable String cursor) {
        assertThatThrownBy(() -> store.page(question, 2, cursor)).isInstanceOf(CursorException.class);
    }
}
