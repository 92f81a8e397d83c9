package dev.trestle.server.installation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.engine.Engine;
import dev.trestle.engine.EngineOptions;
import dev.trestle.objects.ObjectStore;
import dev.trestle.objects.ObjectStoreOptions;
import dev.trestle.platform.identity.People;
import dev.trestle.sdk.TrestleDb;
import dev.trestle.server.config.Configuration;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A backup that a running server makes while others write. */
@Tag("once")
class BackupUnderLoadTest {
    private static final int WRITERS = 3;
    private static final int WRITES_BEFORE = 60;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path directory;

    @Test
    void copy_whileWritersGoOn_holdsEveryWriteAcknowledgedBefore() throws Exception {
        Path copy;
        Set<String> before;
        try (Installation installation = open()) {
            People.Added added = installation.firstAdministrator().orElseThrow();
            Client admin = new Client(installation.url());
            admin.signIn(Map.of(
                    "email",
                    added.person().email(),
                    "password",
                    added.oneTimePassword(),
                    "newPassword",
                    "a long enough password"));
            Queue<String> acknowledged = new ConcurrentLinkedQueue<>();
            Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
            AtomicBoolean stop = new AtomicBoolean();
            List<Thread> writers = new ArrayList<>();
            for (int i = 0; i < WRITERS; i++) {
                Client writer = new Client(installation.url(), admin.http, admin.token());
                Thread thread = new Thread(() -> write(writer, stop, acknowledged, failures));
                thread.start();
                writers.add(thread);
            }
            await().until(() -> acknowledged.size() >= WRITES_BEFORE || !failures.isEmpty());
            before = Set.copyOf(acknowledged);
            int count = acknowledged.size();
            JsonNode begun = admin.json("POST", "/admin/v1/storage/copies", Map.of("name", "loaded"), 202);
            String task = "/admin/v1/tasks/" + begun.path("taskId").asText();
            await().until(() -> !admin.get(task).path("endedAt").isNull());
            assertThat(admin.get(task).path("state").asText()).isEqualTo("DONE");
            await("writers go on").until(() -> acknowledged.size() > count || !failures.isEmpty());
            stop.set(true);
            for (Thread writer : writers) {
                writer.join();
            }
            assertThat(failures).isEmpty();
            copy = directory.resolve("data/backups/loaded");
        }
        Path fresh = directory.resolve("fresh");
        Engine.restore(copy, fresh);
        ObjectStore.restore(copy.resolve("objects"), fresh.resolve("objects"));

        try (Engine engine = Engine.open(EngineOptions.directory(fresh))) {
            assertThat(engine.verify().problems()).isEmpty();
        }
        try (ObjectStore objects = ObjectStore.open(ObjectStoreOptions.directory(fresh.resolve("objects")))) {
            assertThat(objects.verify(true).problems()).isEmpty();
        }
        try (TrestleDb db = TrestleDb.open(fresh)) {
            Set<String> held = db.client().scanPaginator(scan -> scan.tableName("memos")).items().stream()
                    .map(item -> item.get("id").s())
                    .collect(Collectors.toSet());
            assertThat(held).containsAll(before);
        }
    }

    private static void write(
            Client writer, AtomicBoolean stop, Queue<String> acknowledged, Queue<Throwable> failures) {
        try {
            while (!stop.get()) {
                acknowledged.add(writer.json("POST", "/memos/v1/memos", Map.of("text", "under load"), 201)
                        .path("id")
                        .asText());
            }
        } catch (Exception | AssertionError e) {
            failures.add(e);
        }
    }

    private Installation open() {
        String text =
                "http.port = 0\ndynamodb.port = 0\ns3.port = 0\nhttp.rate.user = 1000000\nhttp.rate.address = 1000000\n"
                        + "data = " + directory.resolve("data");
        return Installation.open(new Installation.Start(
                Configuration.parse("test", text, Map.of(), List.of()),
                () -> List.of(Memos.SYSTEM),
                "trestle test",
                false));
    }
}
