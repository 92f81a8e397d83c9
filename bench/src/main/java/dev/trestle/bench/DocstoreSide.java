package dev.trestle.bench;

import dev.trestle.model.operation.ItemStore;
import dev.trestle.platform.api.Page;
import dev.trestle.platform.api.Principal;
import dev.trestle.platform.api.Reply;
import dev.trestle.platform.identity.Directory;
import dev.trestle.platform.notices.Notices;
import dev.trestle.platform.operation.InProcess;
import dev.trestle.platform.system.Bucket;
import dev.trestle.systems.docstore.DocstoreApi;
import dev.trestle.systems.docstore.content.Contents;
import dev.trestle.systems.docstore.documents.Caller;
import dev.trestle.systems.docstore.documents.DocumentView;
import dev.trestle.systems.docstore.documents.Requests;
import dev.trestle.systems.docstore.documents.Requests.ListDocuments;
import dev.trestle.systems.docstore.documents.Requests.NewDocument;
import dev.trestle.systems.docstore.model.ChangeType;
import dev.trestle.systems.docstore.model.DocstoreModel;
import dev.trestle.systems.docstore.model.Document;
import dev.trestle.systems.docstore.model.DocumentsTable;
import dev.trestle.systems.docstore.model.Version;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.s3.presigner.S3Presigner;

/** The Document Store over a client, with contents in memory: saves, reads and lists as its API does them. */
final class DocstoreSide {
    private static final byte[] CONTENT =
            "A line of a document, as long as such lines are.\n".repeat(205).getBytes(StandardCharsets.UTF_8);
    private static final int BATCH = 500;
    private static final int LENGTHS = 64;
    private static final AtomicInteger SAVED = new AtomicInteger();

    private final ItemStore store;
    private final MemoryObjects objects;
    private final InProcess operations;
    private final Principal caller =
            new Principal("", "ann", Principal.Proof.TOKEN, "acme", Set.of(Caller.ADMINISTRATORS), Map.of());

    DocstoreSide(DynamoDbClient client) {
        this(client, new MemoryObjects());
    }

    private DocstoreSide(DynamoDbClient client, MemoryObjects objects) {
        this.objects = objects;
        store = ItemStore.builder(client, DocstoreModel.MODEL).build();
        store.createTables();
        Bucket bucket = new Bucket("docstore", () -> objects, DocstoreSide::noPages, List.of());
        operations = new InProcess(
                new DocstoreApi(store, bucket, new Directory(null), Clock.systemUTC(), Notices.none("docstore")).api());
    }

    private static S3Presigner noPages() {
        throw new IllegalStateException("No URL is signed here.");
    }

    private Reply call(String operation, Record request, Map<String, String> headers) {
        try {
            return operations.call(caller, operation, request, headers);
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException(operation + " failed.", e);
        }
    }

    /** The same documents over a client that always says the same of them. */
    DocstoreSide repeated(DynamoDbClient client) {
        return new DocstoreSide(client, objects.frozen());
    }

    /** A document with so many versions. */
    DocstoreSide create(String id, int versions) {
        NewDocument made = new NewDocument(id, id, id + ".md", "text/markdown", "first", null);
        call("createDocument", new Requests.Create(null, made), Map.of());
        for (int i = 1; i < versions; i++) {
            save(id);
        }
        return this;
    }

    /** A document whose rows are written one by one, for databases that have no transactions. */
    DocstoreSide place(String id) {
        Instant at = Instant.parse("2024-01-01T00:00:00Z");
        String path = Contents.PREFIX + "acme/" + id + "/content.md";
        objects.putObject(r -> r.key(path), RequestBody.fromBytes(CONTENT));
        ItemStore tenant = store.within("acme");
        tenant.put(
                DocumentsTable.VERSION,
                new Version(id, 0, "ann", at, ChangeType.CREATE, path, CONTENT.length, "text/markdown", "d.md"));
        tenant.put(DocumentsTable.DOCUMENT, document(id, at));
        return this;
    }

    private static Document document(String id, Instant at) {
        return new Document(
                id,
                "acme",
                id,
                "d.md",
                "text/markdown",
                CONTENT.length,
                0,
                1,
                "ann",
                List.of(),
                List.of(),
                at,
                at,
                at,
                null,
                null,
                null);
    }

    /** Rows of documents that nobody opens here. */
    DocstoreSide fill(int count) {
        Instant start = Instant.parse("2024-01-01T00:00:00Z");
        for (int from = 0; from < count; from += BATCH) {
            List<Document> batch = new ArrayList<>();
            for (int i = from; i < Math.min(count, from + BATCH); i++) {
                batch.add(document("filler" + i, start.plusMillis(i)));
            }
            store.within("acme").putAll(DocumentsTable.DOCUMENT, batch);
        }
        return this;
    }

    /** Saves ten kilobytes from whatever is current: others each time, since what is unchanged makes no version. */
    long save(String id) {
        int number = SAVED.incrementAndGet();
        String title = number + "!".repeat(Math.floorMod(number, LENGTHS));
        InputStream content = new SequenceInputStream(
                new ByteArrayInputStream(title.getBytes(StandardCharsets.UTF_8)), new ByteArrayInputStream(CONTENT));
        Reply saved = call("saveContent", new Requests.Save(id, "update", content), Map.of("if-match", "*"));
        return InProcess.value(DocumentView.class, saved).currentVersion();
    }

    long read(String id) {
        Reply reply = call("getContent", new Requests.ReadContent(id, false), Map.of());
        return reply.body() instanceof Reply.Bytes bytes ? bytes.bytes().length : 0;
    }

    long list() {
        Reply page = call(
                "listDocuments",
                new ListDocuments("tenant", null, null, null, null, null, false, "changed", 50, null),
                Map.of());
        return InProcess.value(Page.class, page).items().size();
    }
}
