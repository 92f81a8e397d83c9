package dev.trestle.systems.docstore.documents;

import dev.trestle.model.Bound;
import dev.trestle.model.operation.Expect;
import dev.trestle.model.operation.Stored;
import dev.trestle.model.operation.Transaction;
import dev.trestle.model.operation.WriteRefusedException;
import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.IfMatch;
import dev.trestle.systems.docstore.content.Contents;
import dev.trestle.systems.docstore.content.Spool;
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
import java.io.InputStream;
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
public final class Saves {
    static final int VERSIONS_KEPT = 10;

    private static final Duration COALESCED = Duration.ofMinutes(5);

    /** A transaction has a hundred actions; what another program left beyond these goes with the next saves. */
    private static final int PRUNED_AT_ONCE_MAX = 15;

    private final Documents documents;

    public Saves(Documents documents) {
        this.documents = documents;
    }

    /** A content that is stored, and not yet of any version. */
    private record Arrived(String path, long size, ChangeType changeType) {}

    public Document save(Caller caller, String id, IfMatch startedFrom, ChangeType changeType, InputStream body)
            throws IOException {
        WithKept first = check(caller, id, startedFrom, body);
        Contents contents = documents.contents();
        try (Spool spool = Spool.ofText(body)) {
            Document shown = isShown(caller, first, spool)
                    ? unchanged(caller, first.document().record(), startedFrom, changeType)
                    : null;
            if (shown != null) {
                return shown;
            }
            String path = contents.write(caller.tenant(), id, "md", Contents.MARKDOWN, spool);
            try {
                return commit(caller, first, startedFrom, new Arrived(path, spool.size(), changeType));
            } catch (ApiException | WriteRefusedException refused) {
                // Nothing names it. After any other failure something may: then it is the sweep that finds out.
                contents.deleteQuietly(List.of(path));
                throw refused;
            }
        }
    }

    /** Refuses early what would be refused in the end, before anything is stored. */
    private WithKept check(Caller caller, String id, IfMatch startedFrom, InputStream body) {
        try {
            WithKept read = documents.withKept(caller, id, Rights.SAVE);
            Document now = read.document().record();
            startedFrom.required();
            startedFrom.check(Tags.content(now.currentVersion()), () -> documents.view(caller, now));
            return read;
        } catch (ApiException refused) {
            Spool.drain(body);
            throw refused;
        }
    }

    /** Whether the document, as it was read, shows this very text already. */
    private boolean isShown(Caller caller, WithKept first, Spool spool) throws IOException {
        Document document = first.document().record();
        if (document.size() != spool.size()) {
            return false;
        }
        String path = path(caller, first, document.currentVersion());
        return path != null && documents.contents().holds(path, spool);
    }

    private @Nullable String path(Caller caller, WithKept first, int number) {
        List<KeptVersion> kept = first.kept();
        if (kept == null) {
            String id = first.document().record().id();
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
     * The document as it is, if it still shows the version whose text was sent; null if it shows another one. A text that is shown already
     * makes no version, or a key pressed ten times would evict all history. But an autosave that is then saved by hand becomes an update,
     * which the next autosave does not replace.
     */
    private @Nullable Document unchanged(Caller caller, Document first, IfMatch startedFrom, ChangeType changeType) {
        for (int attempt = 1; ; attempt++) {
            Stored<Document> read = documents.stored(caller, first.id(), Rights.SAVE);
            Document now = read.record();
            startedFrom.check(Tags.content(now.currentVersion()), () -> documents.view(caller, now));
            if (now.currentVersion() != first.currentVersion()
                    || !now.createdAt().equals(first.createdAt())) {
                return null;
            }
            Bound<Version> shown = DocumentsTable.VERSION_BY_NUMBER.of(now.id(), now.currentVersion());
            Stored<Version> version = changeType == ChangeType.AUTOSAVE
                    ? null
                    : documents.within(caller).stored(shown).orElse(null);
            if (version == null || version.record().changeType() != ChangeType.AUTOSAVE) {
                return now;
            }
            Transaction transaction = documents.within(caller).transaction();
            transaction.check(DocumentsTable.LATEST.of(now.id()), Expect.unchanged(read));
            transaction.replace(
                    DocumentsTable.VERSION, version, version.record().as(ChangeType.UPDATE));
            // The note says otherwise. Without it the next save asks the rows.
            transaction.delete(SupportTable.KEPT_OF.of(now.id()), Expect.ANYTHING);
            if (Documents.isCommitted(transaction, attempt)) {
                return now;
            }
        }
    }

    /**
     * What was read before the body came is good enough to try: if it has changed meanwhile, nothing is written. The note beside the
     * document is asked first: among many rows that were deleted, ten are not found quickly.
     */
    private Document commit(Caller caller, WithKept first, IfMatch startedFrom, Arrived arrived) {
        String id = first.document().record().id();
        for (int attempt = 1; ; attempt++) {
            Stored<Document> read = attempt == 1 ? first.document() : documents.stored(caller, id, Rights.SAVE);
            Document before = read.record();
            startedFrom.check(Tags.content(before.currentVersion()), () -> documents.view(caller, before));
            List<KeptVersion> noted = attempt == 1 ? first.kept() : null;
            List<KeptVersion> kept = noted == null ? kept(caller, id) : noted;
            Version version = version(caller, before, kept, arrived);
            Document after = Revised.saved(before, version);
            List<KeptVersion> leaving = leaving(before, kept, version);
            List<KeptVersion> staying = new ArrayList<>(List.of(KeptVersion.of(version)));
            kept.stream()
                    .filter(old -> !leaving.contains(old))
                    .map(KeptVersion::older)
                    .forEach(staying::add);
            Transaction transaction = documents.within(caller).transaction();
            transaction.create(DocumentsTable.VERSION, version).replace(DocumentsTable.DOCUMENT, read, after);
            transaction.put(SupportTable.KEPT_VERSIONS, KeptVersions.of(after, version.version() + 1, staying));
            Documents.addShares(transaction, after);
            transaction.check(SupportTable.TOMBSTONE_OF.of(id, version.path()), Expect.ABSENT);
            for (KeptVersion old : leaving) {
                // One that is saved by hand meanwhile is not replaced.
                Expect expected = isContinued(before, old, version)
                        ? Expect.equal("changeType", ChangeType.AUTOSAVE)
                        : Expect.ANYTHING;
                transaction.delete(DocumentsTable.VERSION_BY_NUMBER.of(id, old.version()), expected);
            }
            if (Documents.isCommitted(transaction, attempt)) {
                documents
                        .contents()
                        .deleteQuietly(leaving.stream().map(KeptVersion::path).toList());
                return after;
            }
        }
    }

    private List<KeptVersion> kept(Caller caller, String id) {
        return documents.versions(caller, id).stream().map(KeptVersion::of).toList();
    }

    private Version version(Caller caller, Document document, List<KeptVersion> kept, Arrived arrived) {
        return new Version(
                document.id(),
                next(document, kept.isEmpty() ? -1 : kept.get(0).version()),
                caller.subject(),
                documents.times().after(document.lastModified()),
                arrived.changeType(),
                arrived.path(),
                arrived.size(),
                document.fileType(),
                document.fileName());
    }

    /** Never one that was used, not even by a program that does not write {@code nextVersion}. */
    private static int next(Document document, int newestKept) {
        int noted = document.nextVersion() == null ? document.currentVersion() + 1 : document.nextVersion();
        return Math.max(noted, newestKept + 1);
    }

    /** What goes when a version comes: the autosave that it continues, and the oldest of those that are too many. */
    private static List<KeptVersion> leaving(Document before, List<KeptVersion> kept, Version version) {
        List<KeptVersion> staying = new ArrayList<>(kept);
        List<KeptVersion> leaving = new ArrayList<>();
        if (!staying.isEmpty() && isContinued(before, staying.get(0), version)) {
            leaving.add(staying.remove(0));
        }
        while (staying.size() >= VERSIONS_KEPT && leaving.size() < PRUNED_AT_ONCE_MAX) {
            leaving.add(staying.remove(staying.size() - 1));
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
    public Document rollBack(Caller caller, String id, IfMatch startedFrom, int target) {
        documents.get(caller, id, Rights.ROLL_BACK);
        startedFrom.required();
        return documents.change(caller, id, Rights.ROLL_BACK, (read, transaction) -> {
            Document before = read.record();
            startedFrom.check(Tags.content(before.currentVersion()), () -> documents.view(caller, before));
            List<Version> kept = documents.versions(caller, id);
            Version wanted = kept.stream()
                    .filter(version -> version.version() == target)
                    .findFirst()
                    .orElseThrow(
                            () -> ApiException.notFound("There is no version " + target + " of it, or none any more."));
            if (target == before.currentVersion()) {
                return before;
            }
            Instant at = documents.times().after(before.lastModified());
            Document after =
                    Revised.pointedTo(before, wanted, next(before, kept.get(0).version()), caller.subject(), at);
            transaction
                    .check(DocumentsTable.VERSION_BY_NUMBER.of(id, target), Expect.PRESENT)
                    .create(
                            SupportTable.ROLLBACK_ENTRY,
                            new RollbackEntry(id, at, caller.subject(), before.currentVersion(), target));
            Documents.addShares(transaction, after);
            return after;
        });
    }
}
