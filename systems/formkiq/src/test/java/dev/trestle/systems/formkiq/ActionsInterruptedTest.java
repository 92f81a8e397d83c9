package dev.trestle.systems.formkiq;

import static dev.trestle.systems.formkiq.ActionWorld.action;
import static dev.trestle.systems.formkiq.ActionWorld.await;
import static dev.trestle.systems.formkiq.ActionWorld.document;
import static dev.trestle.systems.formkiq.ActionWorld.hook;
import static dev.trestle.systems.formkiq.ActionWorld.publish;
import static dev.trestle.systems.formkiq.ActionWorld.states;
import static org.assertj.core.api.Assertions.assertThat;

import com.formkiq.client.model.AddAction;
import com.formkiq.client.model.AddActionParameters;
import com.formkiq.client.model.AddActionParameters.NotificationTypeEnum;
import com.formkiq.client.model.AddDocumentRequest;
import com.formkiq.client.model.DocumentActionStatus;
import com.formkiq.client.model.DocumentActionType;
import com.formkiq.client.model.UpdateConfigurationRequest;
import dev.trestle.systems.formkiq.World.Someone;
import dev.trestle.systems.formkiq.model.DocumentsTable;
import dev.trestle.testing.Targets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Actions while processes die, or are more than one. */
@Tag("once")
class ActionsInterruptedTest {
    private static final int STEPS_MAX = 20;
    private static final int DOCUMENTS = 1_000;
    private static final long GROWTH_MAX = 96L << 20;

    private final Interruption interruption = new Interruption();
    private final World world = new World(
            Targets.all().findFirst().orElseThrow(), FormKiq.SYSTEM.settings().defaults(), interruption::around);
    private final Someone joe = world.someone("joe", "default");

    @AfterEach
    void close() {
        interruption.close();
        world.close();
    }

    private String made(AddDocumentRequest request) throws Exception {
        return String.valueOf(joe.documents.addDocument(request, null, null).getDocumentId());
    }

    private static AddAction mail() {
        return action(
                DocumentActionType.NOTIFICATION,
                new AddActionParameters()
                        .notificationType(NotificationTypeEnum.EMAIL)
                        .notificationToCc("ann@example.org")
                        .notificationSubject("A plan")
                        .notificationText("Read it."));
    }

    /** A process that stops at a write never goes on; another one finishes what it has begun. */
    @Test
    void process_thatDiesAtAnyWrite_leavesNothingRunningAndNothingTwice() throws Exception {
        world.admin()
                .system
                .updateConfiguration("default", new UpdateConfigurationRequest().notificationEmail("desk@example.org"));
        for (int step = 0; step < STEPS_MAX; step++) {
            String path = "/step" + step;
            int mailsBefore = world.outside.mails.size();
            interruption.pauseAt(step, true);
            String id = made(document(hook(path), mail(), publish()));
            await().until(() -> interruption.stopped() > 0
                    || states(joe, id).stream().allMatch(each -> each.endsWith(" COMPLETE")));
            boolean isStopped = interruption.stopped() > 0;
            try (FormKiq unusedOther = world.another()) {
                await().until(() -> {
                    world.clock.advance(Duration.ofMinutes(6));
                    return states(joe, id).stream().allMatch(each -> each.endsWith(" COMPLETE"));
                });
            }
            List<String> before = states(joe, id);
            assertThat(before).containsExactly("WEBHOOK COMPLETE", "NOTIFICATION COMPLETE", "PUBLISH COMPLETE");
            assertThat(world.outside.to(path)).hasSizeBetween(1, 2);
            assertThat(world.outside.mails.subList(mailsBefore, world.outside.mails.size()))
                    .hasSizeBetween(1, 2)
                    .extracting(Outside.Sent::id)
                    .containsOnly(world.outside.mails.get(mailsBefore).id());
            assertThat(world.tables.items(DocumentsTable.TABLE).stream()
                            .filter(item -> item.get("PK").s().equals("docs#" + id)
                                    && item.get("SK").s().startsWith("attr#Publication")))
                    .hasSize(1);
            // What stopped goes on, too late.
            interruption.goOn();
            world.restart();
            assertThat(states(joe, id)).isEqualTo(before);
            if (!isStopped) {
                assertThat(step).isEqualTo(6);
                return;
            }
        }
        throw new AssertionError("the actions never came to their end undisturbed");
    }

    @Test
    void actions_withTwoProcesses_runInOrderAndOneAtATime() throws Exception {
        Set<String> busy = ConcurrentHashMap.newKeySet();
        Map<String, List<Integer>> order = new ConcurrentHashMap<>();
        List<String> wrong = java.util.Collections.synchronizedList(new ArrayList<>());
        world.outside.answers(request -> {
            String[] parts = request.uri().getPath().substring(1).split("/", -1);
            if (!busy.add(parts[0])) {
                wrong.add("two at once of " + parts[0]);
            }
            order.computeIfAbsent(parts[0], any -> java.util.Collections.synchronizedList(new ArrayList<>()))
                    .add(Integer.valueOf(parts[1]));
            Thread.yield();
            busy.remove(parts[0]);
            return Outside.status(200);
        });
        try (FormKiq unusedOther = world.another()) {
            List<String> ids = new ArrayList<>();
            for (int i = 0; i < 30; i++) {
                AddDocumentRequest request = document();
                for (int each = 0; each < 6; each++) {
                    request.addActionsItem(hook("/" + i + "/" + each));
                }
                ids.add(made(request));
                ActionWorld.add(joe, ids.get(i), hook("/" + i + "/6"));
            }
            for (String id : ids) {
                ActionWorld.awaitAll(joe, id, DocumentActionStatus.COMPLETE);
            }
        }
        assertThat(wrong).isEmpty();
        assertThat(order).hasSize(30);
        assertThat(order.values()).allSatisfy(each -> assertThat(each).containsExactly(0, 1, 2, 3, 4, 5, 6));
    }

    @Test
    void actions_ofAThousandDocuments_drainInFlatMemory() throws Exception {
        world.outside.answers(request -> Outside.status(200));
        long begun = System.nanoTime();
        long used = used();
        for (int i = 0; i < DOCUMENTS; i++) {
            String unused = made(document(hook("/a"), publish(), hook("/b")).path(i + ".txt"));
        }
        await().until(() -> world.outside.to("/b").size() == DOCUMENTS);
        for (String status : List.of("PENDING", "RUNNING", "WAITING_FOR_RETRY", "FAILED")) {
            await().until(() -> joe.documents
                    .getDocuments(null, status, null, null, null, null, null, null, null)
                    .getDocuments()
                    .isEmpty());
        }
        assertThat(world.outside.requests).hasSize(2 * DOCUMENTS);
        world.outside.requests.clear();
        long grown = used() - used;
        System.out.printf(
                java.util.Locale.ROOT,
                "%d documents with 3 actions each in %d s; %d KiB more memory%n",
                DOCUMENTS,
                Duration.ofNanos(System.nanoTime() - begun).toSeconds(),
                grown >> 10);
        assertThat(grown).isLessThan(GROWTH_MAX);
    }

    private static long used() {
        System.gc();
        Runtime runtime = Runtime.getRuntime();
        return runtime.totalMemory() - runtime.freeMemory();
    }
}
