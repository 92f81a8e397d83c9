package dev.trestle.systems.formkiq.documents;

import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Stored;
import dev.trestle.platform.api.Problem.Kind;
import dev.trestle.platform.operation.Changes;
import dev.trestle.platform.operation.Decision;
import dev.trestle.platform.operation.Given;
import dev.trestle.platform.operation.Operations;
import dev.trestle.platform.uploads.Announced;
import dev.trestle.systems.formkiq.api.Caller;
import dev.trestle.systems.formkiq.api.Refusals;
import dev.trestle.systems.formkiq.api.Rights;
import dev.trestle.systems.formkiq.attributes.DocumentValues.Held;
import dev.trestle.systems.formkiq.documents.DocumentViews.AddUpload;
import dev.trestle.systems.formkiq.documents.DocumentViews.AddedDocument;
import dev.trestle.systems.formkiq.documents.DocumentViews.ContentView;
import dev.trestle.systems.formkiq.documents.DocumentViews.GetContent;
import dev.trestle.systems.formkiq.documents.DocumentViews.GetIdUpload;
import dev.trestle.systems.formkiq.documents.DocumentViews.GetUpload;
import dev.trestle.systems.formkiq.documents.DocumentViews.GetUrl;
import dev.trestle.systems.formkiq.documents.DocumentViews.NewDocument;
import dev.trestle.systems.formkiq.documents.DocumentViews.UrlView;
import dev.trestle.systems.formkiq.documents.Watermarked.MarkedContent;
import dev.trestle.systems.formkiq.folders.PathIndex;
import dev.trestle.systems.formkiq.malware.MalwareGuard;
import dev.trestle.systems.formkiq.model.Documents;
import dev.trestle.systems.formkiq.model.Documents.Document;
import dev.trestle.systems.formkiq.model.Permission;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The operations on contents: reading them, and the addresses to read them from and send them to. */
final class ContentOperations {
    private static final Duration CONTENT_LIFE = Duration.ofHours(1);
    private static final Duration URL_LIFE = Duration.ofHours(48);
    private static final Duration LIFE_MAX = Duration.ofHours(168);
    private static final String OCTETS = "application/octet-stream";
    private static final long INLINE_BYTES_MAX = 6L << 20;
    /** What a browser may run, or take for a page: HTML, and all that is XML. */
    private static final Pattern ACTIVE = Pattern.compile(".*[/+]xml|text/html|text/xsl|multipart/.*|message/.*");

    private final Library library;
    private final Contents contents;
    private final Creation creation;
    private final Incoming incoming;
    private final Changes changes;
    private final Watermarked watermarked;

    ContentOperations(
            Library library,
            Contents contents,
            Creation creation,
            Incoming incoming,
            Changes changes,
            Watermarked watermarked) {
        this.library = library;
        this.contents = contents;
        this.creation = creation;
        this.incoming = incoming;
        this.changes = changes;
        this.watermarked = watermarked;
    }

    void declare(Operations<Caller> api) {
        api.get("GetDocumentContent", "/documents/{documentId}/content", GetContent.class)
                .about("The content of a document: text as it is, all else by an address")
                .right(Rights.READ)
                .refuses(Kind.NOT_FOUND, Kind.INVALID)
                .gives(ContentView.class, this::content);
        api.get("GetDocumentUrl", "/documents/{documentId}/url", GetUrl.class)
                .about("An address from which the content can be downloaded for a while")
                .right(Rights.READ)
                .refuses(Kind.NOT_FOUND, Kind.INVALID)
                .gives(UrlView.class, this::url);
        api.get("GetDocumentUpload", "/documents/upload", GetUpload.class)
                .about("Makes a document, and gives an address to send its content to")
                .right(Rights.WRITE)
                .refuses(Kind.INVALID)
                .gives(UrlView.class, this::upload);
        api.post("AddDocumentUpload", "/documents/upload", AddUpload.class)
                .about("Makes a document with tags and attributes, and gives an address to send its content to")
                .right(Rights.WRITE)
                .created()
                .refuses(Kind.INVALID, Kind.CONFLICT)
                .gives(UrlView.class, this::addUpload);
        api.get("GetDocumentIdUpload", "/documents/{documentId}/upload", GetIdUpload.class)
                .about("An address to send a new content of a document to")
                .right(Rights.WRITE)
                .refuses(Kind.NOT_FOUND, Kind.INVALID)
                .gives(UrlView.class, this::uploadOf);
    }

    private ContentView content(Given<Caller, GetContent> given) {
        GetContent asked = given.asked();
        Document document = History.at(
                library.store(given.by()),
                library.require(given.by(), asked.documentId(), Permission.READ).record(),
                asked.versionKey(),
                () -> "content versionId not found in versionKey '" + asked.versionKey() + "'");
        MalwareGuard.check(library.store(given.by()), given.by(), document);
        library.show(given.by(), asked.documentId());
        String type = document.contentType();
        // Before anything of the content is given, be it text or an address.
        MarkedContent marked = watermarked.of(given.by().site(), document);
        String link = document.deepLinkPath();
        if (link != null) {
            return new ContentView(null, contents.linked(link, CONTENT_LIFE), document.contentType(), null);
        }
        String key = Contents.key(given.by().site(), document.documentId());
        Long length = document.contentLength();
        if (length == null || !contents.exists(key, document.s3version())) {
            throw Refusals.noDocument(asked.documentId());
        }
        if (marked != null) {
            return new ContentView(
                    null,
                    contents.address(marked.key(), null, CONTENT_LIFE, marked.contentType(), null),
                    marked.contentType(),
                    null);
        }
        if (Contents.isText(type) && length <= INLINE_BYTES_MAX) {
            String text = text(contents.read(key, document.s3version()));
            if (text != null) {
                return new ContentView(text, null, type, false);
            }
        }
        return new ContentView(
                null,
                contents.address(key, document.s3version(), CONTENT_LIFE, type, null),
                type == null ? OCTETS : type,
                null);
    }

    private static @Nullable String text(byte @Nullable [] bytes) {
        if (bytes == null) {
            return null;
        }
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException e) {
            return null;
        }
    }

    private UrlView url(Given<Caller, GetUrl> given) {
        GetUrl asked = given.asked();
        Document document = History.at(
                library.store(given.by()),
                library.require(given.by(), asked.documentId(), Permission.READ).record(),
                asked.versionKey(),
                () -> "invalid versionKey '" + asked.versionKey() + "'");
        boolean bypass = "true".equals(asked.bypassWatermark());
        if (bypass && !given.by().governs()) {
            throw Refusals.of("", "user requires 'admin' or 'govern' permission");
        }
        MalwareGuard.check(library.store(given.by()), given.by(), document);
        library.show(given.by(), asked.documentId());
        Duration life = lifeOf(asked.duration());
        boolean inline = "true".equals(asked.inline());
        List<String> names = PathIndex.names(String.valueOf(document.path()));
        String name = names.isEmpty() ? document.documentId() : names.get(names.size() - 1);
        String type = shownType(document, inline);
        String disposition = Contents.disposition(inline, name);
        MarkedContent marked = bypass ? null : watermarked.of(given.by().site(), document);
        String link = document.deepLinkPath();
        if (link != null) {
            return new UrlView(asked.documentId(), contents.linked(link, life), null);
        }
        String key = Contents.key(given.by().site(), document.documentId());
        if (document.contentLength() == null || !contents.exists(key, document.s3version())) {
            throw Refusals.noDocument(asked.documentId());
        }
        String address = marked == null
                ? contents.address(key, document.s3version(), life, type, disposition)
                : contents.address(marked.key(), null, life, marked.contentType(), disposition);
        return new UrlView(asked.documentId(), address, null);
    }

    private static @Nullable String shownType(Document document, boolean inline) {
        String type = document.contentType() == null ? Contents.typeOf(document.path()) : document.contentType();
        String essence = type == null ? "" : type.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
        return inline && ACTIVE.matcher(essence).matches() ? "text/plain; charset=utf-8" : type;
    }

    private static Duration lifeOf(@Nullable String hours) {
        if (hours == null || !hours.strip().matches("[1-9][0-9]{0,3}")) {
            return URL_LIFE;
        }
        Duration asked = Duration.ofHours(Integer.parseInt(hours.strip()));
        return asked.compareTo(LIFE_MAX) > 0 ? LIFE_MAX : asked;
    }

    private UrlView upload(Given<Caller, GetUpload> given) {
        GetUpload asked = given.asked();
        NewDocument document = new NewDocument(
                null,
                asked.path(),
                asked.checksumType(),
                asked.checksum(),
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null);
        // Such a request has no room for attributes.
        return made(
                given,
                document,
                new Incoming.Promise(asked.checksumType(), asked.checksum(), asked.contentLength(), asked.duration()),
                Held.NOT);
    }

    private UrlView addUpload(Given<Caller, AddUpload> given) {
        NewDocument asked = given.asked().body();
        return made(
                given,
                asked,
                new Incoming.Promise(
                        asked.checksumType(),
                        asked.checksum(),
                        given.asked().contentLength(),
                        given.asked().duration()),
                Held.WHOLE);
    }

    private UrlView made(Given<Caller, ?> given, NewDocument asked, Incoming.Promise promise, Held held) {
        Creation.check(asked, true);
        AddedDocument added =
                creation.add(given.by(), given.at().truncatedTo(ChronoUnit.SECONDS), asked, promise, true, held);
        String url = added.uploadUrl();
        return new UrlView(
                String.valueOf(added.documentId()),
                url == null ? String.valueOf(asked.deepLinkPath()) : url,
                added.headers());
    }

    private UrlView uploadOf(Given<Caller, GetIdUpload> given) {
        GetIdUpload asked = given.asked();
        ItemStore store = library.store(given.by());
        library.require(given.by(), asked.documentId(), Permission.WRITE);
        Announced announced = incoming.announce(
                given.by(),
                store,
                asked.documentId(),
                new Incoming.Promise(asked.checksumType(), asked.checksum(), asked.contentLength(), asked.duration()),
                true);
        Object unused = changes.as(given.by()).run(store, () -> {
            Stored<Document> document = store.stored(Documents.DOCUMENT_BY_ID.of(asked.documentId()))
                    .orElseThrow(() -> Refusals.noDocument(asked.documentId()));
            Decision<?> decision = Decision.done()
                    .check(
                            Documents.DOCUMENT_BY_ID.of(document.record().documentId()),
                            dev.trestle.model.operation.Expect.PRESENT);
            Incoming.in(decision, announced, asked.documentId(), given.by());
            return decision;
        });
        Map<String, String> headers = announced.put().headers();
        return new UrlView(asked.documentId(), announced.put().url(), headers.isEmpty() ? null : headers);
    }
}
