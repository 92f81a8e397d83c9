package dev.trestle.systems.docstore.documents;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.trestle.model.Bound;
import dev.trestle.model.error.UnreadableItemException;
import dev.trestle.model.operation.Cause;
import dev.trestle.model.operation.Expect;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Retrieved;
import dev.trestle.model.operation.Stored;
import dev.trestle.model.operation.Transaction;
import dev.trestle.model.operation.WriteRefusedException;
import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.Identifiers;
import dev.trestle.platform.api.IfMatch;
import dev.trestle.platform.api.Once;
import dev.trestle.systems.docstore.content.Contents;
import dev.trestle.systems.docstore.content.Spool;
import dev.trestle.systems.docstore.documents.Requests.NewDocument;
import dev.trestle.systems.docstore.model.ChangeType;
import dev.trestle.systems.docstore.model.Document;
import dev.trestle.systems.docstore.model.DocumentsTable;
import dev.trestle.systems.docstore.model.KeptVersion;
import dev.trestle.systems.docstore.model.KeptVersions;
import dev.trestle.systems.docstore.model.Share;
import dev.trestle.systems.docstore.model.SupportTable;
import dev.trestle.systems.docstore.model.Version;
import dev.trestle.systems.docstore.time.Times;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Documents, each within its tenant: reading and making them, and changes that touch one of them. */
public final class Documents {
    /** What another program may have written; our own saves leave ten. */
    static final int VERSIONS_READ_MAX = 200;

    private static final int ATTEMPTS_MAX = 25;
    private static final int LAST_SHOWN_MAX = 10_000;
    private static final int NAME_MAX = 200;
    private static final int ID_MAX = 128;
    private static final long JSON_CONTENT_BYTES_MAX = 1024 * 1024;

    private final ItemStore store;
    private final Contents contents;
    private final Directory directory;
    private final Times times;
    private final Cache<Place, Integer> lastShown =
            Caffeine.newBuilder().maximumSize(LAST_SHOWN_MAX).build();

    private record Place(String tenant, String id) {}

    public Documents(ItemStore store, Contents contents, Directory directory, Times times) {
        this.store = store.consistent();
        this.contents = contents;
        this.directory = directory;
        this.times = times;
    }

    /** What a change makes of a document; {@code write} adds to the transaction whatever goes with it. */
    interface Change {
        Document decide(Stored<Document> read, Transaction transaction);
    }

    ItemStore within(Caller caller) {
        return store.within(caller.tenant());
    }

    Contents contents() {
        return contents;
    }

    Times times() {
        return times;
    }

    public DocumentView view(Caller caller, Document document) {
        return DocumentView.of(document, caller, directory, null);
    }

    DocumentView view(Caller caller, Document document, Instant deletedAt) {
        return DocumentView.of(document, caller, directory, deletedAt);
    }

    Stored<Document> stored(Caller caller, String id, Rights right) {
        return allowed(caller, right, () -> within(caller).stored(latest(id)));
    }

    private static Bound<Document> latest(String id) {
        if (id.length() > ID_MAX || Identifiers.problem(id) != null) {
            throw Rights.missing("no document has such an id");
        }
        return DocumentsTable.LATEST.of(id);
    }

    /** Of a document that cannot be read nobody knows who may see it: only an administrator of the tenant is told what is wrong. */
    private static Stored<Document> allowed(Caller caller, Rights right, Supplier<Optional<Stored<Document>>> found) {
        try {
            Stored<Document> read = found.get().orElseThrow(() -> Rights.missing("there is no row of it"));
            right.require(caller, read.record());
            return read;
        } catch (UnreadableItemException e) {
            throw caller.isAdministrator() ? e : Rights.missing(e.reason());
        }
    }

    /**
     * A document, and what is kept of it as the note beside it says.
     *
     * @param kept null if the note is missing, or of another state of the document
     */
    record WithKept(Stored<Document> document, @Nullable List<KeptVersion> kept) {}

    /** Both with one request, since a save needs both. */
    WithKept withKept(Caller caller, String id, Rights right) {
        Bound<Document> latest = latest(id);
        Bound<KeptVersions> note = SupportTable.KEPT_OF.of(id);
        Retrieved read = within(caller).retrieve(List.of(latest, note));
        Stored<Document> document = allowed(caller, right, () -> read.of(latest));
        return new WithKept(
                document,
                read.readable(note)
                        .map(Stored::record)
                        .filter(kept -> kept.isOf(document.record()))
                        .map(KeptVersions::versions)
                        .orElse(null));
    }

    public Document get(Caller caller, String id, Rights right) {
        return stored(caller, id, right).record();
    }

    /** The versions that are kept, the newest first. */
    List<Version> versions(Caller caller, String id) {
        return versions(within(caller), id).stream().map(Stored::record).toList();
    }

    /** The same with all that their items hold, of which none may be missing: for what deletes them. */
    List<Stored<Version>> completeVersions(Caller caller, String id) {
        return versions(within(caller).complete(), id);
    }

    private static List<Stored<Version>> versions(ItemStore tenant, String id) {
        return tenant.allStored(DocumentsTable.VERSIONS.of(id), VERSIONS_READ_MAX).stream()
                .sorted(Comparator.comparingInt(
                                (Stored<Version> stored) -> stored.record().version())
                        .reversed())
                .toList();
    }

    /** A document, and those of its versions that were asked for and are there. */
    record WithVersions(Document document, Map<Integer, Version> versions) {
        /** One of those; 404 if it was pruned or never was. */
        Version version(int number) {
            Version found = versions.get(number);
            if (found == null) {
                throw ApiException.notFound("There is no version " + number + " of it, or none any more.");
            }
            return found;
        }
    }

    /** All of it with one request. */
    WithVersions withVersions(Caller caller, String id, Rights right, Set<Integer> numbers) {
        Bound<Document> latest = latest(id);
        List<Bound<? extends Record>> asked = new ArrayList<>(List.of(latest));
        Map<Integer, Bound<Version>> wanted = new HashMap<>();
        for (int number : numbers) {
            Bound<Version> version = DocumentsTable.VERSION_BY_NUMBER.of(id, number);
            wanted.put(number, version);
            asked.add(version);
        }
        Retrieved read = within(caller).retrieve(asked);
        Document document = allowed(caller, right, () -> read.of(latest)).record();
        Map<Integer, Version> versions = new HashMap<>();
        wanted.forEach(
                (number, version) -> read.of(version).ifPresent(stored -> versions.put(number, stored.record())));
        return new WithVersions(document, versions);
    }

    /**
     * The version that a document shows. The one that it showed the last time is asked for along with it, so that one request is mostly
     * enough; what the document itself says now is what counts.
     */
    Version shown(Caller caller, String id, Rights right) {
        Place place = new Place(caller.tenant(), id);
        @Nullable Integer asked = lastShown.getIfPresent(place);
        @Nullable Integer missed = null;
        for (int attempt = 1; attempt <= ATTEMPTS_MAX; attempt++) {
            WithVersions read = withVersions(caller, id, right, asked == null ? Set.of() : Set.of(asked));
            Integer number = read.document().currentVersion();
            // The rows are not of one moment: an autosave may just have replaced a version that is missing. Then the
            // document names another one the next time.
            if (read.versions().containsKey(number) || number.equals(missed)) {
                lastShown.put(place, number);
                return read.version(number);
            }
            missed = number.equals(asked) ? number : null;
            asked = number;
        }
        throw ApiException.unavailable("The document changes too fast to be read.", Duration.ofSeconds(1), null);
    }

    /** Makes a document with its first version. */
    public Document create(Caller caller, NewDocument asked) throws IOException {
        return create(caller, Once.fresh(), asked);
    }

    /** Makes a document with its first version, or gives the one that the same request has made already. */
    public Document create(Caller caller, Once once, NewDocument asked) throws IOException {
        String id = asked.id() == null ? once.id() : Identifiers.checked("id", asked.id(), ID_MAX);
        byte[] bytes = encoded(asked.content());
        String fileName = FileNames.reduced(asked.fileName());
        String displayName = checkedName(asked.displayName() == null ? asked.fileName() : asked.displayName());
        try (Spool spool = Spool.ofText(new ByteArrayInputStream(bytes))) {
            String path = contents.writeAs(caller.tenant(), id, once.id() + ".md", Contents.MARKDOWN, spool);
            Instant now = times.now();
            Version first = new Version(
                    id, 0, caller.subject(), now, ChangeType.CREATE, path, spool.size(), asked.fileType(), fileName);
            Document document = new Document(
                    id,
                    caller.tenant(),
                    displayName,
                    fileName,
                    asked.fileType(),
                    spool.size(),
                    0,
                    1,
                    caller.subject(),
                    List.of(),
                    List.of(),
                    now,
                    now,
                    now,
                    null,
                    null,
                    null);
            return commitNew(caller, document, first) ? document : get(caller, id, Rights.READ);
        }
    }

    /** Whether it was stored now; not if the same request has stored it before. */
    private boolean commitNew(Caller caller, Document document, Version first) {
        try {
            within(caller)
                    .transaction()
                    .create(DocumentsTable.DOCUMENT, document)
                    .create(DocumentsTable.VERSION, first)
                    .put(SupportTable.KEPT_VERSIONS, KeptVersions.of(document, 1, List.of(KeptVersion.of(first))))
                    .check(SupportTable.TOMBSTONE_OF.of(first.documentId(), first.path()), Expect.ABSENT)
                    .commit();
            return true;
        } catch (WriteRefusedException e) {
            requireNotSwept(e);
            if (e.failure().cause() != Cause.EXISTS) {
                throw e; // another execution of the same request may need the object; if none does, it is swept
            }
            if (isOwn(caller, first)) {
                return false;
            }
            contents.deleteQuietly(List.of(first.path()));
            throw ApiException.conflict("There is a document " + document.id() + " already.", null);
        }
    }

    /** The name of a first version's object is that of the request which made it; so is the document's own, if none was chosen. */
    private boolean isOwn(Caller caller, Version first) {
        String id = first.documentId();
        return first.path().endsWith("/" + id + ".md")
                || within(caller)
                        .get(DocumentsTable.VERSION_BY_NUMBER.of(id, 0))
                        .filter(there -> there.path().equals(first.path()))
                        .isPresent();
    }

    /** Text with half of a surrogate pair has no UTF-8. */
    private static byte[] encoded(String content) {
        byte[] bytes = content.getBytes(StandardCharsets.UTF_8);
        if (bytes.length > JSON_CONTENT_BYTES_MAX) {
            throw ApiException.of(
                    dev.trestle.platform.api.Problem.Kind.TOO_LARGE,
                    "A content in JSON has a megabyte at most. Make the document, then send the content as text/markdown.");
        }
        if (!new String(bytes, StandardCharsets.UTF_8).equals(content)) {
            throw ApiException.invalid("content", "must be UTF-8");
        }
        return bytes;
    }

    private static String checkedName(String name) {
        String clean = name.strip();
        if (clean.isEmpty() || clean.chars().anyMatch(c -> c < ' ' || c == 127)) {
            throw ApiException.invalid("displayName", "must not be blank, nor have control characters");
        }
        return clean.length() > NAME_MAX ? clean.substring(0, NAME_MAX) : clean;
    }

    public Document rename(Caller caller, String id, IfMatch startedFrom, String displayName) {
        String name = checkedName(displayName);
        return change(caller, id, Rights.RENAME, (read, transaction) -> {
            Document before = read.record();
            startedFrom.check(Tags.document(before), () -> view(caller, before));
            Document after = Revised.named(before, name, times.after(before.updatedAt()));
            addShares(transaction, after);
            return after;
        });
    }

    /** The lists of those whom it is shared with show what it is now. */
    static void addShares(Transaction transaction, Document document) {
        Share.of(document).forEach(share -> transaction.put(SupportTable.SHARE, share));
    }

    /** Changes a document under the condition that it is what the decision read; if it is not, it is decided anew. */
    Document change(Caller caller, String id, Rights right, Change change) {
        for (int attempt = 1; ; attempt++) {
            Stored<Document> read = stored(caller, id, right);
            Transaction transaction = within(caller).transaction();
            Document after = change.decide(read, transaction);
            if (after.equals(read.record())) {
                return after;
            }
            transaction.replace(DocumentsTable.DOCUMENT, read, after);
            if (isCommitted(transaction, attempt)) {
                return after;
            }
        }
    }

    /** Refuses what named an object that the sweep has taken for left over: storing it took longer than an hour. */
    static void requireNotSwept(WriteRefusedException refused) {
        boolean swept = refused.failures().stream()
                .anyMatch(failure -> failure.entity().equals(SupportTable.OBJECT_TOMBSTONE.name()));
        if (swept) {
            throw ApiException.unavailable(
                    "Storing this took too long, and nothing was stored. Send it again.",
                    Duration.ofSeconds(1),
                    refused);
        }
    }

    /** Whether it was written; not if something is no longer what was read, and it is worth another try. */
    static boolean isCommitted(Transaction transaction, int attempt) {
        try {
            transaction.commit();
            return true;
        } catch (WriteRefusedException e) {
            requireNotSwept(e);
            if (Objects.equals(e.failure().cause(), Cause.REJECTED) || attempt >= ATTEMPTS_MAX) {
                throw e;
            }
            return false;
        }
    }
}
