package dev.trestle.systems.docstore.documents;

import dev.trestle.model.operation.Expect;
import dev.trestle.model.operation.Stored;
import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.Call;
import dev.trestle.platform.api.Problem.Kind;
import dev.trestle.platform.api.Reply;
import dev.trestle.platform.content.ObjectBucket;
import dev.trestle.platform.content.Spool;
import dev.trestle.platform.content.StoredBody;
import dev.trestle.platform.operation.Decision;
import dev.trestle.platform.operation.Given;
import dev.trestle.platform.uploads.FirstBytes;
import dev.trestle.systems.docstore.content.Contents;
import dev.trestle.systems.docstore.model.Document;
import dev.trestle.systems.docstore.model.DocumentsTable;
import dev.trestle.systems.docstore.model.Picture;
import dev.trestle.systems.docstore.model.SupportTable;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Locale;

/** Pictures in documents. They are read with the document's own rights, and never by a browser's guess at what they are. */
final class Pictures {
    static final String[] TYPES = {"image/png", "image/jpeg", "image/gif", "image/webp"};
    static final long BYTES_MAX = 5L * 1024 * 1024;
    private static final int PICTURES_MAX = 200;

    private final Documents documents;

    Pictures(Documents documents) {
        this.documents = documents;
    }

    /** A picture that was added; {@code markdown} shows it. */
    public record ImageView(String imageId, String contentType, long size, String markdown) {}

    /** A picture that came for a document, and is not yet of any. */
    static final class Arrival extends StoredBody {
        private final Instant documentCreatedAt;

        private Arrival(ObjectBucket bucket, String key, String type, Spool spool, Document document) {
            super(bucket, key, type, spool);
            this.documentCreatedAt = document.createdAt();
        }
    }

    Arrival store(Given<Caller, Requests.AddImage> given, Stored<Document> read) throws IOException {
        String type = type(given.call());
        String id = given.asked().id();
        Spool spool = Spool.of(given.asked().body(), BYTES_MAX);
        try {
            // Only types that browsers show without running anything.
            if (!List.of(TYPES).contains(type) || !FirstBytes.agree(type, spool.head())) {
                throw ApiException.of(Kind.UNPROCESSABLE, "The picture is not of the type " + type + ".")
                        .withCode("picture-type");
            }
            if (documents
                            .within(given.by())
                            .first(SupportTable.PICTURES.of(id), PICTURES_MAX)
                            .size()
                    == PICTURES_MAX) {
                throw ApiException.of(Kind.UNPROCESSABLE, "A document has " + PICTURES_MAX + " pictures at most.")
                        .withCode("pictures-full");
            }
            String name = given.ids().random() + "." + type.substring(type.indexOf('/') + 1);
            String key = Contents.key(given.by().tenant(), id, name);
            Arrival arrival = new Arrival(documents.contents(), key, type, spool, read.record());
            arrival.store();
            return arrival;
        } catch (RuntimeException e) {
            spool.close();
            throw e;
        }
    }

    Decision<ImageView> add(Given<Caller, Requests.AddImage> given, Stored<Document> read, Arrival arrival) {
        Instant createdAt = read.record().createdAt();
        if (!createdAt.equals(arrival.documentCreatedAt)) {
            throw documents.missing("it was deleted meanwhile");
        }
        String id = given.asked().id();
        String imageId = given.ids().random();
        String type = arrival.contentType();
        Picture picture = new Picture(
                id,
                imageId,
                createdAt,
                type,
                arrival.size(),
                arrival.store(),
                given.by().subject(),
                given.at());
        ImageView added = new ImageView(imageId, type, arrival.size(), "![](images/" + imageId + ")");
        return Documents.unlessSwept(
                Decision.of(added)
                        .create(SupportTable.PICTURE, picture)
                        .check(DocumentsTable.LATEST.of(id), Expect.equal("createdAt", createdAt)),
                id,
                picture.path());
    }

    Reply get(Given<Caller, Requests.ReadImage> given, Document document) {
        Requests.ReadImage asked = given.asked();
        Picture picture = documents
                .within(given.by())
                .get(SupportTable.PICTURE_BY_ID.of(asked.id(), asked.imageId()))
                .filter(found -> found.documentCreatedAt().equals(document.createdAt()))
                .orElseThrow(() -> ApiException.notFound("There is no such picture."));
        byte[] bytes = documents.contents().bytes(picture.path());
        if (bytes == null) {
            throw ApiException.notFound("There is no such picture.");
        }
        return Reply.bytes(picture.contentType(), bytes)
                .tag(picture.imageId())
                .header("cache-control", "private, no-cache");
    }

    private static String type(Call call) {
        String header = call.header("content-type");
        String type = header == null ? "" : header.split(";", 2)[0].strip();
        return type.toLowerCase(Locale.ROOT);
    }
}
