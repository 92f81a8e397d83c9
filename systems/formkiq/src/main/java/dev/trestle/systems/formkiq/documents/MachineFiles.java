package dev.trestle.systems.formkiq.documents;

import dev.trestle.systems.formkiq.api.Caller;
import dev.trestle.systems.formkiq.attributes.AttributeViews.NewAttribute;
import dev.trestle.systems.formkiq.attributes.AttributeViews.Relationship;
import dev.trestle.systems.formkiq.attributes.DocumentValues.Held;
import dev.trestle.systems.formkiq.documents.DocumentViews.NewDocument;
import dev.trestle.systems.formkiq.documents.DocumentViews.NewMetadata;
import dev.trestle.systems.formkiq.model.Documents.Document;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Makes documents of files that are on this machine: what actions make of other documents, and what comes in without a request. The id of
 * such a document follows from where it comes from, so that the same file twice is one document. No schema refuses it; it gets the defaults.
 */
public final class MachineFiles {
    private final Creation creation;
    private final Contents contents;

    MachineFiles(Creation creation, Contents contents) {
        this.creation = creation;
        this.contents = contents;
    }

    /**
     * A file that is to become a document.
     *
     * @param source what names its origin, and nothing else
     * @param contentType null for what its name says
     * @param renditionOf the document that it shows in another form; null for none
     */
    public record NewFile(
            String source,
            String path,
            @Nullable String contentType,
            Path file,
            @Nullable String renditionOf,
            List<NewMetadata> metadata) {}

    /** The id of the document that a file of some origin becomes. */
    public static String idOf(String source) {
        return UUID.nameUUIDFromBytes(source.getBytes(StandardCharsets.UTF_8)).toString();
    }

    /** The document that was made; empty if it had been made before. */
    public Optional<Document> file(Caller caller, Instant at, NewFile file) throws IOException {
        String type = file.contentType() == null ? Contents.typeOf(file.path()) : file.contentType();
        String original = file.renditionOf();
        NewDocument asked = new NewDocument(
                idOf(file.source()),
                file.path(),
                null,
                null,
                null,
                null,
                null,
                type,
                null,
                null,
                null,
                file.metadata(),
                null,
                original == null ? null : List.of(rendition(original)),
                null);
        return creation.addFile(caller, at.truncatedTo(ChronoUnit.SECONDS), asked, file.file(), Held.COMPLETED);
    }

    /** The new document names the other one as what it was made of, and that one the new one as its rendition. */
    private static NewAttribute rendition(String original) {
        return new NewAttribute(
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                original,
                Relationship.PRIMARY,
                Relationship.RENDITION,
                null,
                null,
                null);
    }

    /** The type of a content: what its document says, else what its name does. */
    public static String typeOf(Document document) {
        String type = document.contentType() == null ? Contents.typeOf(document.path()) : document.contentType();
        return type == null ? "" : type.split(";", 2)[0].strip().toLowerCase(java.util.Locale.ROOT);
    }

    /** Opens the content of a document, which has to be here. */
    public InputStream open(String site, Document document) {
        return contents.open(Contents.key(site, document.documentId()), document.s3version());
    }
}
