package dev.trestle.systems.docstore.documents;

import dev.trestle.model.Bound;
import dev.trestle.model.operation.Expect;
import dev.trestle.model.operation.Stored;
import dev.trestle.platform.content.ObjectBucket;
import dev.trestle.platform.content.Spool;
import dev.trestle.platform.content.StoredBody;
import dev.trestle.platform.operation.Decision;
import dev.trestle.platform.operation.Given;
import dev.trestle.systems.docstore.content.Contents;
import dev.trestle.systems.docstore.documents.Documents.WithKept;
import dev.trestle.systems.docstore.model.ChangeType;
import dev.trestle.systems.docstore.model.Document;
import dev.trestle.systems.docstore.model.DocumentsTable;
import dev.trestle.systems.docstore.model.KeptVersion;
import dev.trestle.systems.docstore.model.KeptVersions;
import dev.trestle.systems.docstore.model.RollbackEntry;
import dev.trestle.systems.docstore.model.SupportTable;
import dev.trestle.systems.docstore.model.Version;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * New versions, and the pointer that says which one is shown.
 *
 * <p>A save writes its object first, which is nobody's until the transaction names it, and deletes the objects of pruned versions last,
 * which are nobody's since the transaction. So wherever a save is cut off, what is stored is whole, and what is too much is swept.
 */
final class Saves {
    static final int VERSIONS_KEPT = 10;

    private static final Duration COALESCED = Duration.ofMinutes(5);

    /** A transaction has a hundred actions; what another program left beyond these goes with the next saves. */
    private static final int PRUNED_AT_ONCE_MAX = 14;

    private final Documents documents;

    Saves(Documents documents) {
        this.documents = documents;
    }

    /** A text that has come in, and is not yet of any version. */
    static final class Arrival extends StoredBody {
        private final Document first;
        private final boolean isShown;
        private boolean isTried;

        /** {@code isShown}: whether the document, as it was first read, shows this very text already. */
        private Arrival(ObjectBucket bucket, String key, Spool spool, Document first, boolean isShown) {
            super(bucket, key, Contents.MARKDOWN, spool);
            this.first = first;
            this.isShown = isShown;
        }

        /** Whether a document still shows the version whose text was sent. */
        private boolean isShownBy(Document now) {
            return isShown
                    && now.currentVersion() == first.currentVersion()
                    && now.createdAt().equals(first.createdAt());
        }
    }

    Arrival store(Given<Caller, Requests.Save> given, WithKept read) throws IOException {
        Document first = read.document();
        Spool spool = Contents.spool(given.asked().body());
        try {
            boolean isShown = isShown(given.by(), read, spool);
            String key = Contents.key(first.tenantId(), first.id(), given.ids().random() + ".md");
            Arrival arrival = new Arrival(documents.contents(), key, spool, first, isShown);
            if (!isShown) {
                arrival.store();
            }
            return arrival;
        } catch (IOException | RuntimeException e) {
            spool.close();
            throw e;
        }
    }

    private boolean isShown(Caller caller, WithKept first, Spool spool) throws IOException {
        Document document = first.document();
        if (document.size() != spool.size()) {
            return false;
        }
        String path = path(caller, first, document.currentVersion());
        return path != null && documents.contents().holds(path, spool);
    }

    private @Nullable String path(Caller caller, WithKept first, int number) {
        List<KeptVersion> kept = first.kept();
        if (kept == null) {
            String id = first.document().id();
            return documents
                    .within(caller)
                    .get(DocumentsTable.VERSION_BY_NUMBER.of(id, number))
                    .map(Version::path)
                    .orElse(null);
        }
        return kept.stream()
                .filter(version -> version.version() == number)
                .map(KeptVersion::path)
                .findFirst()
                .orElse(null);
    }

    /**
     * What was read before the body came is good enough to try: if it has changed meanwhile, nothing is written. The note beside the
     * document is asked first: among many rows that were deleted, ten are not found quickly. After that the rows are asked.
     */
    Decision<Document> save(Given<Caller, Requests.Save> given, WithKept read, Arrival arrival) {
        Document before = read.document();
        if (arrival.isShownBy(before)) {
            return unchanged(given, read.stored());
        }
        List<KeptVersion> noted = arrival.isTried ? null : read.kept();
        arrival.isTried = true;
        List<KeptVersion> kept = noted == null ? kept(given.by(), before.id()) : noted;
        Version version = version(given, before, kept, arrival);
        Document after = before.saved(version);
        Marks marks = read.marks();
        List<KeptVersion> leaving = leaving(before, kept, version, marks);
        List<KeptVersion> staying = new ArrayList<>(List.of(KeptVersion.of(version)));
        kept.stream()
                .filter(old -> !leaving.contains(old))
                .map(KeptVersion::older)
                .forEach(staying::add);
        Decision<Document> decision = Decision.of(after)
                .create(DocumentsTable.VERSION, version)
                .replace(DocumentsTable.DOCUMENT, read.stored(), after)
                .put(SupportTable.KEPT_VERSIONS, KeptVersions.of(after, version.version() + 1, staying))
                .afterwards(() -> documents
                        .contents()
                        .deleteQuietly(leaving.stream().map(KeptVersion::path).toList()));
        marks.dropping(decision, leaving.stream().map(KeptVersion::version).toList());
        for (KeptVersion old : leaving) {
            // One that is saved by hand meanwhile is not replaced.
            Expect expected = isContinued(before, old, version)
                    ? Expect.equal("changeType", ChangeType.AUTOSAVE)
                    : Expect.ANYTHING;
            decision.delete(DocumentsTable.VERSION_BY_NUMBER.of(before.id(), old.version()), expected);
        }
        return Documents.unlessSwept(Documents.listed(decision, after), before.id(), version.path());
    }

    /**
     * The document as it is. A text that is shown already makes no version, or a key pressed ten times would evict all history. But an
     * autosave that is then saved by hand becomes an update, which the next autosave does not replace.
     */
    private Decision<Document> unchanged(Given<Caller, Requests.Save> given, Stored<Document> read) {
        Document now = read.record();
        Decision<Document> decision =
                Decision.of(now).check(DocumentsTable.LATEST.of(now.id()), Expect.unchanged(read));
        if (given.asked().isAutosave()) {
            return decision;
        }
        Bound<Version> shown = DocumentsTable.VERSION_BY_NUMBER.of(now.id(), now.currentVersion());
        documents
                .within(given.by())
                .stored(shown)
                .filter(version -> version.record().changeType() == ChangeType.AUTOSAVE)
                .ifPresent(version -> decision.replace(
                                DocumentsTable.VERSION,
                                version,
                                version.record().withChangeType(ChangeType.UPDATE))
                        // The note says otherwise. Without it the next save asks the rows.
                        .delete(SupportTable.KEPT_OF.of(now.id()), Expect.ANYTHING));
        return decision;
    }

    private List<KeptVersion> kept(Caller caller, String id) {
        return documents.versions(caller, id).stream().map(KeptVersion::of).toList();
    }

    private static Version version(
            Given<Caller, Requests.Save> given, Document document, List<KeptVersion> kept, Arrival arrival) {
        return new Version(
                document.id(),
                next(document, kept.isEmpty() ? -1 : kept.get(0).version()),
                given.by().subject(),
                given.after(document.lastModified()),
                given.asked().isAutosave() ? ChangeType.AUTOSAVE : ChangeType.UPDATE,
                arrival.store(),
                arrival.size(),
                document.fileType(),
                document.fileName());
    }

    /** Never one that was used, not even by a program that does not write {@code nextVersion}. */
    private static int next(Document document, int newestKept) {
        int noted = document.nextVersion() == null ? document.currentVersion() + 1 : document.nextVersion();
        return Math.max(noted, newestKept + 1);
    }

    /**
     * What goes when a version comes: the autosave that it continues, unless somebody has marked it, and the oldest of those that are too
     * many and not pinned. While it is not known which are pinned, nothing goes.
     */
    private static List<KeptVersion> leaving(Document before, List<KeptVersion> kept, Version version, Marks marks) {
        List<KeptVersion> leaving = new ArrayList<>();
        if (!marks.areKnown()) {
            return leaving;
        }
        if (!kept.isEmpty()
                && isContinued(before, kept.get(0), version)
                && !marks.hasMark(kept.get(0).version())) {
            leaving.add(kept.get(0));
        }
        int surplus = kept.size() - leaving.size() - (VERSIONS_KEPT - 1);
        for (int i = kept.size() - 1; i >= 0 && surplus > 0 && leaving.size() < PRUNED_AT_ONCE_MAX; i--) {
            if (!marks.isPinned(kept.get(i).version()) && !leaving.contains(kept.get(i))) {
                leaving.add(kept.get(i));
                surplus--;
            }
        }
        return leaving;
    }

    private static boolean isContinued(Document before, KeptVersion last, Version version) {
        return version.changeType() == ChangeType.AUTOSAVE
                && last.changeType() == ChangeType.AUTOSAVE
                && last.version() == before.currentVersion()
                && version.author().equals(last.author())
                && last.createdAt() != null
                && !version.createdAt().isAfter(last.createdAt().plus(COALESCED));
    }

    /** Shows a version that is kept. A later save has a new number all the same. */
    Decision<Document> rollBack(Given<Caller, Requests.RollBack> given, Stored<Document> read) {
        Document before = read.record();
        String id = before.id();
        int target = given.asked().body().version();
        String subject = given.by().subject();
        List<Version> kept = documents.versions(given.by(), id);
        Version wanted = kept.stream()
                .filter(version -> version.version() == target)
                .findFirst()
                .orElseThrow(() -> Documents.noVersion(target));
        if (target == before.currentVersion()) {
            return Decision.of(before);
        }
        Instant at = given.after(before.lastModified());
        Document after = before.rolledBack(wanted, next(before, kept.get(0).version()), subject, at);
        Decision<Document> decision = Decision.of(after)
                .replace(DocumentsTable.DOCUMENT, read, after)
                .check(DocumentsTable.VERSION_BY_NUMBER.of(id, target), Expect.PRESENT)
                .create(
                        SupportTable.ROLLBACK_ENTRY,
                        new RollbackEntry(id, at, subject, before.currentVersion(), target));
        return Documents.listed(decision, after);
    }
}
