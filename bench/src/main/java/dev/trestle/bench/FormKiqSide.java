package dev.trestle.bench;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.engine.EngineOptions;
import dev.trestle.model.Table;
import dev.trestle.model.evolution.Deployment;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.Principal;
import dev.trestle.platform.identity.Identity;
import dev.trestle.platform.identity.IdentityOptions;
import dev.trestle.platform.operation.InProcess;
import dev.trestle.platform.system.Bucket;
import dev.trestle.platform.system.Environment;
import dev.trestle.platform.table.PlatformTable;
import dev.trestle.sdk.TrestleDb;
import dev.trestle.systems.formkiq.FormKiq;
import dev.trestle.systems.formkiq.FormKiqSettings;
import dev.trestle.systems.formkiq.model.FormKiqModel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.s3.presigner.S3Presigner;

/** FormKiQ on an engine on disk, whole and at work: documents come in and are found through its operations, without HTTP. */
final class FormKiqSide implements AutoCloseable {
    private static final String SITE = "default";
    private static final String GROUP = "default";
    private static final int LOADERS = 8;

    private final TrestleDb db;
    private final FormKiq system;
    private final InProcess operations;
    private final LoadClock clock = new LoadClock();
    private final AtomicInteger added = new AtomicInteger();
    private final Principal writer = person("writer", Set.of(GROUP));
    private final Principal admin = person("admin", Set.of("Admins"));
    private int documents;

    FormKiqSide(Path directory) throws IOException {
        this(directory, client -> client, noObjects());
    }

    /** {@code seen} may look at what the system writes. */
    FormKiqSide(Path directory, UnaryOperator<DynamoDbClient> seen, Bucket bucket) throws IOException {
        Files.createDirectories(directory);
        db = open(directory);
        ItemStore accounts = ItemStore.builder(db.client(), PlatformTable.MODEL).build();
        accounts.createTables();
        ItemStore store =
                ItemStore.builder(seen.apply(db.client()), FormKiqModel.MODEL).build();
        store.createTables();
        Identity identity = Identity.open(
                accounts,
                IdentityOptions.of("http://bench.example/auth/v1", new byte[32], Clock.systemUTC()),
                List.of());
        Environment<FormKiqSettings> environment = Environment.of(
                        FormKiq.SYSTEM,
                        store,
                        new Deployment(FormKiqModel.MODEL, db.client(), Table::name, clock),
                        db.streamsClient(),
                        identity)
                .withBuckets(Map.of(FormKiq.DOCUMENTS, bucket))
                .withDirectory(Files.createDirectories(directory.resolve("local")))
                .at(clock);
        system = new FormKiq(environment);
        operations = new InProcess(system.api());
    }

    /** The engine as a server has it. */
    static TrestleDb open(Path directory) {
        return TrestleDb.open(EngineOptions.directory(directory.resolve("items")));
    }

    /** The tables alone, for what is written without the system. */
    static void createTables(DynamoDbClient client) {
        ItemStore.builder(client, FormKiqModel.MODEL).build().createTables();
    }

    /** Contents are taken and forgotten. */
    static Bucket noObjects() {
        MemoryObjects objects = new MemoryObjects().frozen();
        return new Bucket("documents", () -> objects, FormKiqSide::noPages, List.of());
    }

    private static S3Presigner noPages() {
        throw new IllegalStateException("No URL is signed here.");
    }

    private static Principal person(String name, Set<String> groups) {
        return new Principal(
                "https://bench.example",
                name,
                Principal.Proof.TOKEN,
                null,
                groups,
                Map.of("email", name + "@bench.example"));
    }

    /** The time at which documents are said to be added; the time that it is, once nothing is loaded. */
    private static final class LoadClock extends Clock {
        private volatile @Nullable Instant set;

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }

        @Override
        public Instant instant() {
            Instant fixed = set;
            return fixed == null ? Instant.now() : fixed;
        }
    }

    /** Defines attributes, and combinations of them that have rows of their own. */
    FormKiqSide define(Map<String, String> types, List<List<String>> composites) {
        types.forEach((key, type) -> {
            if (!isThere("GetAttribute", Map.of("key", key))) {
                ask(admin, "AddAttribute", Map.of("body", Map.of("attribute", Map.of("key", key, "dataType", type))));
            }
        });
        if (!composites.isEmpty()) {
            List<Map<String, Object>> keys = composites.stream()
                    .map(each -> Map.<String, Object>of("attributeKeys", each))
                    .toList();
            Map<String, Object> schema = Map.of("compositeKeys", keys, "allowAdditionalAttributes", true);
            ask(admin, "SetSitesSchema", Map.of("body", Map.of("name", "bench", "attributes", schema)));
        }
        return this;
    }

    /**
     * So many documents through the API, behind those that an earlier run has added: an hour of them at a time. The last hours of a run that was
     * interrupted may lack some, and are asked for again.
     */
    FormKiqSide load(int count, IntConsumer progress) {
        define(FormKiqLoad.DEFINITIONS, List.of(FormKiqLoad.COMPOSITE));
        documents = count;
        ExecutorService threads = Executors.newFixedThreadPool(LOADERS);
        try {
            int before = Math.max(0, loaded(count) - FormKiqLoad.AN_HOUR);
            for (int from = before - before % FormKiqLoad.AN_HOUR; from < count; from += FormKiqLoad.AN_HOUR) {
                clock.set = FormKiqLoad.addedAt(from);
                int to = Math.min(count, from + FormKiqLoad.AN_HOUR);
                List<Callable<Void>> hour = new ArrayList<>();
                IntStream.range(from, to)
                        .forEach(number -> hour.add(() -> {
                            addIfMissing(number);
                            return null;
                        }));
                for (Future<Void> each : threads.invokeAll(hour)) {
                    each.get();
                }
                progress.accept(to);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        } catch (ExecutionException e) {
            throw new IllegalStateException("A document was not added.", e.getCause());
        } finally {
            threads.shutdownNow();
        }
        clock.set = null;
        return this;
    }

    private void addIfMissing(int number) {
        try {
            ask(writer, "AddDocument", Map.of("body", FormKiqLoad.document(number)));
        } catch (ApiException e) {
            if (e.problem().kind().status() != 409) {
                throw e;
            }
        }
    }

    /** How many are there, found by halving. */
    private int loaded(int count) {
        int from = 0;
        int to = count;
        while (from < to) {
            int middle = (from + to) >>> 1;
            if (isThere("GetDocument", Map.of("documentId", FormKiqLoad.id(middle)))) {
                from = middle + 1;
            } else {
                to = middle;
            }
        }
        return from;
    }

    private boolean isThere(String operation, Map<String, ?> arguments) {
        try {
            return !ask(admin, operation, arguments).isNull();
        } catch (ApiException e) {
            if (e.problem().kind().status() == 404) {
                return false;
            }
            throw e;
        }
    }

    /** Waits until the words of all documents are found. */
    FormKiqSide settled() throws InterruptedException {
        String last = "word" + (documents - 1) / 20;
        while (true) {
            try {
                if (found(Map.of("text", last)) > 0) {
                    return this;
                }
            } catch (ApiException building) {
                // tried again below
            }
            Thread.sleep(100);
        }
    }

    int documents() {
        return documents;
    }

    long get(Random random) {
        return get(FormKiqLoad.id(random.nextInt(documents)));
    }

    long get(String id) {
        return ask(writer, "GetDocument", Map.of("documentId", id)).size();
    }

    long find(FormKiqLoad.Query query, Random random) {
        return found(query.about(random, documents));
    }

    long found(Map<String, Object> query) {
        return ask(writer, "DocumentSearch", Map.of("limit", "10", "body", Map.of("query", query)))
                .path("documents")
                .size();
    }

    long folder(String path) {
        return size(ask(writer, "GetFolderDocuments", Map.of("path", path)));
    }

    /** A page of the first day, from a token on; all pages are full. */
    long day(String next) {
        return size(ask(writer, "GetDocuments", dayOf(next)));
    }

    private static Map<String, String> dayOf(String next) {
        Map<String, String> asked = new LinkedHashMap<>();
        asked.put("date", "2020-01-06");
        if (!next.isEmpty()) {
            asked.put("next", next);
        }
        return asked;
    }

    /** The token of a later page of the first day. */
    String dayPage(int page) {
        String next = "";
        for (int i = 1; i < page; i++) {
            next = ask(writer, "GetDocuments", dayOf(next)).path("next").asText();
        }
        return next;
    }

    private static long size(JsonNode page) {
        int size = page.path("documents").size();
        if (size != 10) {
            throw new IllegalStateException("A page has " + size + " documents.");
        }
        return size;
    }

    /** Adds a document of a name of its own, and gives its id. */
    String add(String folder, List<Map<String, Object>> attributes) {
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("path", folder + "/added " + added.incrementAndGet() + ".txt");
        body.put("content", "x");
        body.put("contentType", "text/plain");
        if (!attributes.isEmpty()) {
            body.put("attributes", attributes);
        }
        return ask(writer, "AddDocument", Map.of("body", body))
                .path("documentId")
                .asText();
    }

    void folderRule(String path, String group) {
        Map<String, Object> role = Map.of("roleName", group, "permissions", List.of("READ", "WRITE"));
        ask(admin, "SetFolderPermissions", Map.of("body", Map.of("path", path, "roles", List.of(role))));
    }

    /** A policy of so many items, of which the last one holds for the writer. */
    void policy(int items) {
        List<Map<String, Object>> all = new ArrayList<>();
        for (int i = 1; i < items; i++) {
            all.add(Map.of("anyRoles", List.of("role" + i)));
        }
        all.add(Map.of("anyRoles", List.of(GROUP)));
        ask(admin, "SetOpaAccessPolicyItems", Map.of("siteId", SITE, "body", Map.of("policyItems", all)));
    }

    void delete(String id) {
        ask(writer, "DeleteDocument", Map.of("documentId", id, "softDelete", "true"));
    }

    void change(String id, String key, String value) {
        ask(
                writer,
                "UpdateDocument",
                Map.of("documentId", id, "body", Map.of("attributes", List.of(FormKiqLoad.text(key, value)))));
    }

    /** The address to which a content is sent. */
    String uploadUrl(int bytes) {
        return ask(
                        writer,
                        "GetDocumentUpload",
                        Map.of("path", "up/" + added.incrementAndGet() + ".bin", "contentLength", "" + bytes))
                .path("url")
                .asText();
    }

    private JsonNode ask(Principal who, String operation, Map<String, ?> arguments) {
        Map<String, Object> all = new LinkedHashMap<>(arguments);
        all.put("siteId", SITE);
        try {
            return operations.call(who, operation, all);
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException(operation + " failed.", e);
        }
    }

    @Override
    public void close() {
        system.close();
        db.close();
    }
}
