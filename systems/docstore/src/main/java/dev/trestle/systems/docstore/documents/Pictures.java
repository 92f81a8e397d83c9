package dev.trestle.systems.docstore.documents;

import dev.trestle.model.operation.Expect;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Transaction;
import dev.trestle.model.operation.WriteRefusedException;
import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.Call;
import dev.trestle.platform.api.Problem.Kind;
import dev.trestle.platform.api.Reply;
import dev.trestle.systems.docstore.content.Spool;
import dev.trestle.systems.docstore.model.Document;
import dev.trestle.systems.docstore.model.DocumentsTable;
import dev.trestle.systems.docstore.model.Picture;
import dev.trestle.systems.docstore.model.SupportTable;
import dev.trestle.systems.docstore.time.Ids;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;

/** Pictures in documents. They are read with the document's own rights, and never by a browser's guess at what they are. */
public final class Pictures {
    private static final long BYTES_MAX = 5L * 1024 * 1024;
    private static final int PICTURES_MAX = 200;

    private final Documents documents;
    private final Ids ids;

    public Pictures(Documents documents, Ids ids) {
        this.documents = documents;
        this.ids = ids;
    }

    /** A picture that was added; {@code markdown} shows it. */
    public record Added(String imageId, String contentType, long size, String markdown) {}

    public Added add(Caller caller, String id, Call call, InputStream body) throws IOException {
        Document document;
        try {
            document = documents.get(caller, id, Rights.ADD_PICTURES);
        } catch (ApiException refused) {
            Spool.drain(body);
            throw refused;
        }
        String type = type(call);
        try (Spool spool = Spool.ofBytes(body, BYTES_MAX)) {
            if (!type.equals(typeOf(spool.head()))) {
                throw ApiException.of(Kind.UNPROCESSABLE, "The picture is not of the type " + type + ".");
            }
            ItemStore tenant = documents.within(caller);
            if (tenant.first(SupportTable.PICTURES.of(id), PICTURES_MAX).size() == PICTURES_MAX) {
                throw ApiException.of(Kind.UNPROCESSABLE, "A document has " + PICTURES_MAX + " pictures at most.");
            }
            String ending = type.substring(type.indexOf('/') + 1);
            String path = documents.contents().write(caller.tenant(), id, ending, type, spool);
            Picture picture = new Picture(
                    id,
                    ids.random(),
                    document.createdAt(),
                    type,
                    spool.size(),
                    path,
                    caller.subject(),
                    documents.times().now());
            commit(tenant, picture);
            return new Added(picture.imageId(), type, spool.size(), "![](images/" + picture.imageId() + ")");
        }
    }

    private void commit(ItemStore tenant, Picture picture) {
        Transaction transaction = tenant.transaction()
                .create(SupportTable.PICTURE, picture)
                .check(
                        DocumentsTable.LATEST.of(picture.documentId()),
                        Expect.equal("createdAt", picture.documentCreatedAt()))
                .check(SupportTable.TOMBSTONE_OF.of(picture.documentId(), picture.path()), Expect.ABSENT);
        try {
            transaction.commit();
        } catch (WriteRefusedException gone) {
            documents.contents().deleteQuietly(List.of(picture.path()));
            Documents.requireNotSwept(gone);
            throw Rights.missing("it was deleted meanwhile");
        }
    }

    public Reply get(Caller caller, String id, String imageId) {
        Document document = documents.get(caller, id, Rights.READ);
        Picture picture = documents
                .within(caller)
                .get(SupportTable.PICTURE_BY_ID.of(id, imageId))
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

    /** By its first bytes; empty if it is none that browsers show without running anything. */
    private static String typeOf(byte[] head) {
        String text = new String(head, StandardCharsets.ISO_8859_1);
        if (text.startsWith("\u0089PNG\r\n\u001a\n")) {
            return "image/png";
        }
        if (text.startsWith("\u00ff\u00d8\u00ff")) {
            return "image/jpeg";
        }
        if (text.startsWith("GIF87a") || text.startsWith("GIF89a")) {
            return "image/gif";
        }
        return text.startsWith("RIFF") && text.startsWith("WEBP", 8) ? "image/webp" : "";
    }
}
