package dev.trestle.systems.docstore.documents;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.trestle.model.Bound;
import dev.trestle.model.error.UnreadableItemException;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Retrieved;
import dev.trestle.model.operation.Stored;
import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.Identifiers;
import dev.trestle.platform.content.ObjectBucket;
import dev.trestle.platform.content.OrphanSweep;
import dev.trestle.platform.identity.Directory;
import dev.trestle.platform.operation.Decision;
import dev.trestle.platform.operation.Given;
import dev.trestle.platform.operation.Item;
import dev.trestle.systems.docstore.documents.Requests.OfDocument;
import dev.trestle.systems.docstore.documents.Rights.Role;
import dev.trestle.systems.docstore.model.Document;
import dev.trestle.systems.docstore.model.DocumentsTable;
import dev.trestle.systems.docstore.model.KeptVersion;
import dev.trestle.systems.docstore.model.KeptVersions;
import dev.trestle.systems.docstore.model.Share;
import dev.trestle.systems.docstore.model.SupportTable;
import dev.trestle.systems.docstore.model.Version;
import dev.trestle.systems.docstore.model.VersionMarks;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Documents, each within its tenant, and what is read together with them. Who may is said by the items that operations are about. */
public final class Documents {
    /** What another program may have written; our own saves leave ten. */
    static final int VERSIONS_READ_MAX = 200;

    private static final int ATTEMPTS_MAX = 25;
    private static final int LAST_SHOWN_MAX = 10_000;

    private final ItemStore store;
    private final ObjectBucket contents;
    private final Directory directory;
    private final Item<Caller, Document> item;
    private final Cache<Place, Integer> lastShown =
            Caffeine.newBuilder().maximumSize(LAST_SHOWN_MAX).build();

    private record Place(String tenant, String id) {}

    public Documents(ItemStore store, ObjectBucket contents, Directory directory) {
        this.store = store.consistent();
        this.contents = contents;
        this.directory = directory;
        // Of a document that cannot be read nobody knows who may see it.
        this.item = Item.<Caller, Document>of("There is no such document.")
                .tagged(Tags::document)
                .showing(this::view)
                .unreadableShownTo(Caller::isAdministrator);
    }

    /** A document, for those who are at least this to it. */
    public Item<Caller, Document> atLeast(Role role) {
        return item.atLeast(role, Rights::roleOf);
    }

    /** The one answer about a document that is not there. */
    public ApiException missing(String reason) {
        return item.missing(reason);
    }

    /** The one answer about a version that is not there, or whose content is not. */
    static ApiException noVersion(int number) {
        return ApiException.notFound("There is no version " + number + " of it, or none any more.");
    }

    public ItemStore within(Caller caller) {
        return store.within(caller.tenant());
    }

    ObjectBucket contents() {
        return contents;
    }

    DocumentView view(Caller caller, Document document) {
        return DocumentView.of(document, caller, directory, null);
    }

    DocumentView view(Caller caller, Document document, Instant deletedAt) {
        return DocumentView.of(document, caller, directory, deletedAt);
    }

    /** The document that a request is about. */
    public Bound<Document> latest(Given<Caller, ? extends OfDocument> given) {
        return latest(given.asked().id());
    }

    /** The document with an id; 404 for what can be none. */
    public Bound<Document> latest(String id) {
        if (id.length() > Requests.ID_MAX || Identifiers.problem(id) != null) {
            throw missing("no document has such an id");
        }
        return DocumentsTable.LATEST.of(id);
    }

    /**
     * A document, and what is kept of it as the note beside it says.
     *
     * @param kept null if the note is missing, or of another state of the document
     */
    record WithKept(Stored<Document> stored, @Nullable List<KeptVersion> kept, Marks marks) {
        Document document() {
            return stored.record();
        }
    }

    /** All with one request, since a save needs all. */
    Optional<WithKept> withKept(Given<Caller, ? extends OfDocument> given) {
        String id = given.asked().id();
        Bound<Document> latest = latest(id);
        Bound<KeptVersions> note = SupportTable.KEPT_OF.of(id);
        Bound<VersionMarks> marks = SupportTable.MARKS_OF.of(id);
        Retrieved read = within(given.by()).retrieve(List.of(latest, note, marks));
        return read.of(latest)
                .map(document -> new WithKept(
                        document,
                        read.readable(note)
                                .map(Stored::record)
                                .filter(kept -> kept.isOf(document.record()))
                                .map(KeptVersions::versions)
                                .orElse(null),
                        Marks.read(document.record(), () -> read.of(marks))));
    }

    /** Which of its versions are named or pinned. */
    Marks marks(Caller caller, Document document) {
        return Marks.read(document, () -> within(caller).stored(SupportTable.MARKS_OF.of(document.id())));
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

    /** A document, and those of its versions that were asked for. */
    record WithVersions(Document document, Map<Integer, Bound<Version>> asked, Retrieved read) {
        /** One of those; 404 if it was pruned or never was. */
        Version version(int number) {
            return find(number).orElseThrow(() -> noVersion(number));
        }

        /** The one that the document shows. */
        Version shown() {
            return version(document.currentVersion());
        }

        private Optional<Version> find(int number) {
            Bound<Version> bound = asked.get(number);
            return bound == null ? Optional.empty() : read.of(bound).map(Stored::record);
        }

        /** Whether there is one, be it readable or not. */
        boolean has(int number) {
            try {
                return find(number).isPresent();
            } catch (UnreadableItemException e) {
                return true;
            }
        }
    }

    Optional<WithVersions> withVersions(Given<Caller, ? extends OfDocument> given, Integer... numbers) {
        return withVersions(given.by(), given.asked().id(), new HashSet<>(List.of(numbers)));
    }

    /** All of it with one request. */
    private Optional<WithVersions> withVersions(Caller caller, String id, Set<Integer> numbers) {
        Bound<Document> latest = latest(id);
        List<Bound<? extends Record>> asked = new ArrayList<>(List.of(latest));
        Map<Integer, Bound<Version>> wanted = new HashMap<>();
        for (int number : numbers) {
            Bound<Version> version = DocumentsTable.VERSION_BY_NUMBER.of(id, number);
            wanted.put(number, version);
            asked.add(version);
        }
        Retrieved read = within(caller).retrieve(asked);
        return read.of(latest).map(document -> new WithVersions(document.record(), wanted, read));
    }

    /**
     * A document and the version that it shows. The one that it showed the last time is asked for along with it, so that one request is
     * mostly enough; what the document itself says now is what counts.
     */
    Optional<WithVersions> withShown(Given<Caller, ? extends OfDocument> given) {
        Caller caller = given.by();
        String id = given.asked().id();
        Place place = new Place(caller.tenant(), id);
        @Nullable Integer asked = lastShown.getIfPresent(place);
        @Nullable Integer missed = null;
        for (int attempt = 1; attempt <= ATTEMPTS_MAX; attempt++) {
            Optional<WithVersions> read = withVersions(caller, id, asked == null ? Set.of() : Set.of(asked));
            if (read.isEmpty()) {
                return read;
            }
            Integer number = read.get().document().currentVersion();
            // The rows are not of one moment: an autosave may just have replaced a version that is missing. Then the
            // document names another one the next time.
            if (read.get().has(number) || number.equals(missed)) {
                lastShown.put(place, number);
                return read;
            }
            missed = number.equals(asked) ? number : null;
            asked = number;
        }
        throw ApiException.unavailable("The document changes too fast to be read.", Duration.ofSeconds(1), null);
    }

    /** The lists of those whom it is shared with show what it is now. */
    static <R> Decision<R> listed(Decision<R> decision, Document document) {
        Share.of(document).forEach(share -> decision.put(SupportTable.SHARE, share));
        return decision;
    }

    /** Refuses what names an object that the sweep has taken for an orphan. */
    static <R> Decision<R> unlessSwept(Decision<R> decision, String id, String path) {
        return OrphanSweep.unlessSwept(decision, SupportTable.TOMBSTONE_OF.of(id, path));
    }
}
