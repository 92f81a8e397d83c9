package dev.trestle.systems.docstore.documents;

import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Stored;
import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.Identifiers;
import dev.trestle.platform.api.Problem.Kind;
import dev.trestle.platform.content.Spool;
import dev.trestle.platform.operation.Changes;
import dev.trestle.platform.operation.Decision;
import dev.trestle.platform.operation.Given;
import dev.trestle.systems.docstore.content.Contents;
import dev.trestle.systems.docstore.documents.Requests.Create;
import dev.trestle.systems.docstore.documents.Requests.NewDocument;
import dev.trestle.systems.docstore.documents.Rights.Role;
import dev.trestle.systems.docstore.filing.Filings;
import dev.trestle.systems.docstore.filing.TitlePattern;
import dev.trestle.systems.docstore.filing.Tree;
import dev.trestle.systems.docstore.model.ChangeType;
import dev.trestle.systems.docstore.model.Document;
import dev.trestle.systems.docstore.model.DocumentsTable;
import dev.trestle.systems.docstore.model.Filing;
import dev.trestle.systems.docstore.model.KeptVersion;
import dev.trestle.systems.docstore.model.KeptVersions;
import dev.trestle.systems.docstore.model.SupportTable;
import dev.trestle.systems.docstore.model.Version;
import dev.trestle.text.FileNames;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** New documents, and the names that documents have. */
final class Creation {
    private static final int NAME_MAX = 200;
    private static final long JSON_CONTENT_BYTES_MAX = 1024 * 1024;

    private final Documents documents;
    private final Changes changes;

    Creation(Documents documents, Changes changes) {
        this.documents = documents;
        this.changes = changes;
    }

    /** Makes a document with its first version, or gives the one that the same request has made already. */
    Document create(Given<Caller, Create> given) throws IOException {
        Caller caller = given.by();
        NewDocument asked = given.asked().body();
        String once = given.once().id();
        String id = asked.id() == null ? once : Identifiers.checked("id", asked.id(), Requests.ID_MAX);
        @Nullable String folder = existing(caller, asked.folderId());
        byte[] bytes = encoded(asked.content());
        String fileName = FileNames.reduced(asked.fileName(), "document.md");
        String displayName = checkedName(asked.displayName() == null ? asked.fileName() : asked.displayName());
        return make(caller, new Made(id, once, displayName, fileName, asked.fileType(), folder, given.at()), bytes);
    }

    /**
     * What is made.
     *
     * @param once names the first version's object
     * @param folderId the folder that it is put into; null for none
     */
    private record Made(
            String id,
            String once,
            String displayName,
            String fileName,
            String fileType,
            @Nullable String folderId,
            Instant at) {}

    /** Makes a document with what another one shows. */
    Document copy(Given<Caller, Requests.Copy> given, Documents.WithVersions read) {
        Caller caller = given.by();
        Document from = read.document();
        Requests.CopyOf asked = given.asked().body();
        String once = given.once().id();
        byte[] bytes = documents.contents().bytes(read.shown().path());
        if (bytes == null) {
            throw Documents.noVersion(from.currentVersion());
        }
        ItemStore tenant = documents.within(caller);
        Filing filing = Filings.of(tenant, List.of(from)).get(from.id());
        String pattern = filing == null ? null : filing.titlePattern();
        String name = asked == null ? null : asked.displayName();
        String displayName = checkedName(
                name != null ? name : pattern == null ? from.displayName() : TitlePattern.apply(pattern, given.at()));
        @Nullable String folder = existing(caller, asked == null ? null : asked.folderId());
        String fileName = FileNames.reduced(displayName + ".md", "document.md");
        try {
            return make(
                    caller, new Made(once, once, displayName, fileName, from.fileType(), folder, given.at()), bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private @Nullable String existing(Caller caller, @Nullable String folderId) {
        if (folderId != null && !Tree.read(documents.within(caller)).isLive(folderId)) {
            throw Tree.noFolder("folderId");
        }
        return folderId;
    }

    private Document make(Caller caller, Made made, byte[] bytes) throws IOException {
        String id = made.id();
        try (Spool spool = Contents.spool(new ByteArrayInputStream(bytes))) {
            String path = Contents.key(caller.tenant(), id, made.once() + ".md");
            documents.contents().put(path, Contents.MARKDOWN, spool);
            Instant now = made.at();
            Version first = new Version(
                    id,
                    0,
                    caller.subject(),
                    now,
                    ChangeType.CREATE,
                    path,
                    spool.size(),
                    made.fileType(),
                    made.fileName());
            Document document = new Document(
                    id,
                    caller.tenant(),
                    made.displayName(),
                    made.fileName(),
                    made.fileType(),
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
            AtomicBoolean again = new AtomicBoolean();
            return changes.run(
                    documents.within(caller),
                    () -> filed(
                            again.getAndSet(true) ? createdAgain(caller, document, first) : created(document, first),
                            document,
                            made.folderId()));
        }
    }

    /** A new document goes into its folder with the transaction that makes it, if the folder is still there. */
    private static Decision<Document> filed(Decision<Document> decision, Document document, @Nullable String folderId) {
        if (folderId == null || decision.isEmpty()) {
            return decision;
        }
        Filing filing = Filing.none(document).withFolderId(folderId);
        return decision.put(SupportTable.FILING, filing).check(SupportTable.FOLDER_BY_ID.of(folderId), Tree.LIVE);
    }

    /** If something is there, it is looked at what that is. */
    private static Decision<Document> created(Document document, Version first) {
        return beside(
                Decision.of(document).create(DocumentsTable.DOCUMENT, document).create(DocumentsTable.VERSION, first),
                document,
                first);
    }

    private Decision<Document> createdAgain(Caller caller, Document document, Version first) {
        if (isOwn(caller, first)) {
            Optional<Stored<Document>> made = documents.within(caller).stored(DocumentsTable.LATEST.of(document.id()));
            if (made.isPresent()) {
                return Decision.of(documents
                        .atLeast(Role.VIEWER)
                        .read(caller, () -> made, Stored::record)
                        .record());
            }
        }
        return beside(
                Decision.of(document)
                        .create(DocumentsTable.DOCUMENT, document, () -> taken(first))
                        .create(DocumentsTable.VERSION, first, () -> taken(first)),
                document,
                first);
    }

    private static Decision<Document> beside(Decision<Document> decision, Document document, Version first) {
        decision.put(SupportTable.KEPT_VERSIONS, KeptVersions.of(document, 1, List.of(KeptVersion.of(first))));
        return Documents.unlessSwept(decision, document.id(), first.path());
    }

    /** Another request's document is there, so nothing names this one's object. In any other case something may. */
    private ApiException taken(Version first) {
        documents.contents().deleteQuietly(List.of(first.path()));
        return ApiException.conflict("There is a document " + first.documentId() + " already.", null)
                .withCode("document-exists");
    }

    /** The name of a first version's object is that of the request which made it; so is the document's own, if none was chosen. */
    private boolean isOwn(Caller caller, Version first) {
        String id = first.documentId();
        return first.path().endsWith("/" + id + ".md")
                || documents
                        .within(caller)
                        .get(DocumentsTable.VERSION_BY_NUMBER.of(id, 0))
                        .filter(there -> there.path().equals(first.path()))
                        .isPresent();
    }

    private static byte[] encoded(String content) {
        byte[] bytes = content.getBytes(StandardCharsets.UTF_8);
        if (bytes.length > JSON_CONTENT_BYTES_MAX) {
            throw ApiException.of(
                            Kind.TOO_LARGE,
                            "A content in JSON has a megabyte at most. Make the document, then send the content as text/markdown.")
                    .withCode("content-too-large");
        }
        return bytes;
    }

    private static String checkedName(String name) {
        String clean = name.strip();
        if (clean.isEmpty() || clean.chars().anyMatch(c -> c < ' ' || c == 127)) {
            throw ApiException.invalid("displayName", "must not be blank, nor have control characters")
                    .withCode("blank-or-control");
        }
        return clean.length() > NAME_MAX ? clean.substring(0, NAME_MAX) : clean;
    }

    static Decision<Document> rename(Given<Caller, Requests.Rename> given, Stored<Document> read) {
        Document before = read.record();
        String name = checkedName(given.asked().body().displayName());
        Document after = before.with(to -> to.displayName(name).updatedAt(given.after(before.updatedAt())));
        return Documents.listed(Decision.of(after).replace(DocumentsTable.DOCUMENT, read, after), after);
    }
}
