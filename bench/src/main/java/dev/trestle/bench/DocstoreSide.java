package dev.trestle.bench;

import dev.trestle.model.operation.ItemStore;
import dev.trestle.platform.api.Call;
import dev.trestle.platform.api.IfMatch;
import dev.trestle.platform.api.Reply;
import dev.trestle.systems.docstore.content.Contents;
import dev.trestle.systems.docstore.documents.Caller;
import dev.trestle.systems.docstore.documents.Directory;
import dev.trestle.systems.docstore.documents.Documents;
import dev.trestle.systems.docstore.documents.Lists;
import dev.trestle.systems.docstore.documents.Reading;
import dev.trestle.systems.docstore.documents.Requests.ListDocuments;
import dev.trestle.systems.docstore.documents.Requests.NewDocument;
import dev.trestle.systems.docstore.documents.Saves;
import dev.trestle.systems.docstore.model.ChangeType;
import dev.trestle.systems.docstore.model.DocstoreModel;
import dev.trestle.systems.docstore.model.Document;
import dev.trestle.systems.docstore.model.DocumentsTable;
import dev.trestle.systems.docstore.model.Version;
import dev.trestle.systems.docstore.time.Ids;
import dev.trestle.systems.docstore.time.Times;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.io.UncheckedIOException;
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

/** The Document Store over a client, with contents in memory: saves, reads and lists as its API does them. */
final class DocstoreSide {
    private static final byte[] CONTENT =
            "A line of a document, as long as such lines are.\n".repeat(205).getBytes(StandardCharsets.UTF_8);
    private static final int BATCH = 500;
    private static final int LENGTHS = 64;
    private static final AtomicInteger SAVED = new AtomicInteger();

    private final ItemStore store;
    private final MemoryObjects objects;
    private final Documents documents;
    private final Saves saves;
    private final Reading reading;
    private final Lists lists;
    private final Caller caller = new Caller("acme", "", "ann", Set.of("ann"), true);
    private final Call call = new Call("bench", "getContent", null, "", "", Map.of());

    DocstoreSide(DynamoDbClient client) {
        this(client, new MemoryObjects());
    }

    private DocstoreSide(DynamoDbClient client, MemoryObjects objects) {
        this.objects = objects;
        store = ItemStore.builder(client, DocstoreModel.MODEL).build();
        store.createTables();
        documents = new Documents(
                store,
                new Contents(() -> objects, "docstore", new Ids()),
                new Directory(null),
                new Times(Clock.systemUTC()));
        saves = new Saves(documents);
        reading = new Reading(documents);
        lists = new Lists(documents, store);
    }

    /** The same documents over a client that always says the same of them. */
    DocstoreSide repeated(DynamoDbClient client) {
        return new DocstoreSide(client, objects.frozen());
    }

    /** A document with so many versions. */
    DocstoreSide create(String id, int versions) {
        try {
            documents.create(caller, new NewDocument(id, id, id + ".md", "text/markdown", "first"));
            for (int i = 1; i < versions; i++) {
                save(id);
            }
            return this;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
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
        try {
            IfMatch any = new IfMatch("*");
            int number = SAVED.incrementAndGet();
            String title = number + "!".repeat(Math.floorMod(number, LENGTHS));
            InputStream content = new SequenceInputStream(
                    new ByteArrayInputStream(title.getBytes(StandardCharsets.UTF_8)),
                    new ByteArrayInputStream(CONTENT));
            return saves.save(caller, id, any, ChangeType.UPDATE, content).currentVersion();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    long read(String id) {
        Reply reply = reading.current(caller, id, call, false);
        return reply.body() instanceof Reply.Bytes bytes ? bytes.bytes().length : 0;
    }

    long list() {
        return lists.list(caller, new ListDocuments("tenant", null, null, 50, null))
                .items()
                .size();
    }
}
