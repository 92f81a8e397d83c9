package dev.trestle.systems.docstore.documents;

import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.Call;
import dev.trestle.platform.api.Problem.Kind;
import dev.trestle.platform.api.Reply;
import dev.trestle.platform.operation.Given;
import dev.trestle.systems.docstore.content.ByteRange;
import dev.trestle.systems.docstore.content.Contents;
import dev.trestle.systems.docstore.content.Form;
import dev.trestle.systems.docstore.content.Html;
import dev.trestle.systems.docstore.content.TooComplexException;
import dev.trestle.systems.docstore.documents.Documents.WithVersions;
import dev.trestle.systems.docstore.documents.Rights.Role;
import dev.trestle.systems.docstore.model.ChangeType;
import dev.trestle.systems.docstore.model.Version;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import software.amazon.awssdk.core.ResponseInputStream;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;

/** Contents on their way out: the raw text, in parts too; rendered; or within JSON. The right to read is looked at each time. */
final class Reading {
    private static final long JSON_BYTES_MAX = 1024 * 1024;
    private static final long HELD_BYTES_MAX = 64 * 1024;
    private static final int ATTEMPTS_MAX = 25;

    /** Renderings at a time: each takes many times the memory of its text. */
    private static final int RENDERINGS = 2;

    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final String HTML = "text/html; charset=utf-8";

    private final Documents documents;
    private final Places renderings =
            new Places(RENDERINGS, PATIENCE, "Too much is rendered at the moment. Try again a little later.");

    Reading(Documents documents) {
        this.documents = documents;
    }

    /** A content within JSON. */
    public record ContentView(
            String id,
            int version,
            String fileName,
            String fileType,
            long size,
            String author,
            Instant createdAt,
            ChangeType changeType,
            String content) {}

    /** An autosave deletes the content that it takes the place of: a reader who comes just then reads the new one. */
    Reply current(Given<Caller, Requests.ReadContent> given, WithVersions first) {
        Requests.ReadContent asked = given.asked();
        Version version = first.shown();
        for (int attempt = 1; ; attempt++) {
            try {
                return content(given.by(), version, given.call(), asked.download());
            } catch (ApiException refused) {
                boolean isGone = refused.problem().kind() == Kind.NOT_FOUND && attempt < ATTEMPTS_MAX;
                Version now = isGone ? shown(given.by(), asked.id()) : version;
                if (now.version() == version.version()) {
                    throw refused;
                }
                version = now;
            }
        }
    }

    private Version shown(Caller caller, String id) {
        return documents
                .atLeast(Role.VIEWER)
                .read(caller, () -> documents.withShown(caller, id), WithVersions::document)
                .shown();
    }

    Reply version(Given<Caller, Requests.ReadVersion> given, WithVersions read) {
        Requests.ReadVersion asked = given.asked();
        return content(given.by(), read.version(asked.version()), given.call(), asked.download());
    }

    private Reply content(Caller caller, Version version, Call call, boolean download) {
        Form form = download ? Form.MARKDOWN : Form.of(call.header("accept"));
        String tag = Tags.content(version.version());
        Reply reply = switch (form) {
            case MARKDOWN -> raw(version, call).tag(tag);
            // Each form has a tag of its own; a save starts from the text's.
            case HTML -> Reply.bytes(HTML, html(caller, version)).tag(tag + "-html");
            case JSON -> Reply.of(json(version)).tag(tag + "-json");
        };
        Reply described = reply.header("vary", "Accept").header("cache-control", "private, no-cache");
        return download
                ? described.header("content-disposition", "attachment; filename=\"" + version.fileName() + "\"")
                : described;
    }

    private Reply raw(Version version, Call call) {
        long size = version.fileSize();
        ByteRange range = ByteRange.of(call.header("range"), size);
        ByteRange sent = range == null ? new ByteRange(0, size - 1) : range;
        Reply reply = sent.length() > HELD_BYTES_MAX
                ? Reply.stream(Contents.MARKDOWN, sent.length(), new Opened(open(version, sent)))
                : Reply.bytes(Contents.MARKDOWN, part(version, sent));
        reply = reply.header("accept-ranges", "bytes");
        return range == null ? reply : reply.status(206).header("content-range", range.described(size));
    }

    private byte[] part(Version version, ByteRange range) {
        if (range.length() == version.fileSize()) {
            return bytes(version);
        }
        try (InputStream in = open(version, range)) {
            return in.readNBytes((int) range.length());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Opened before the answer begins: what is open stays readable, also if the version is replaced meanwhile. */
    private ResponseInputStream<GetObjectResponse> open(Version version, ByteRange range) {
        ResponseInputStream<GetObjectResponse> opened =
                documents.contents().open(version.path(), range.first(), range.last());
        if (opened == null) {
            throw missing(version);
        }
        Long length = opened.response().contentLength();
        if (length != null && length != range.length()) {
            // Another program wrote the row: an answer that announces a length and ends early would be cut off.
            opened.abort();
            throw ApiException.of(
                    Kind.UNPROCESSABLE,
                    "The fileSize of version " + version.version() + " is not the length of its content.");
        }
        return opened;
    }

    private static ApiException missing(Version version) {
        return ApiException.notFound("There is no version " + version.version() + " of it, or none any more.");
    }

    private record Opened(ResponseInputStream<?> in) implements Reply.Writer {
        @Override
        public void writeTo(OutputStream out) throws IOException {
            try (in) {
                in.transferTo(out);
            }
        }

        @Override
        public void unused() {
            in.abort();
        }
    }

    /** 404 if a version's content is not there. */
    void requireContent(Version version) {
        if (!documents.contents().exists(version.path())) {
            throw missing(version);
        }
    }

    /** All of a content that is small enough to be held. */
    byte[] bytes(Version version) {
        byte[] found = documents.contents().bytes(version.path());
        if (found == null) {
            throw missing(version);
        }
        return found;
    }

    /** A text that nobody has saved yet, as it would be shown. */
    Reply preview(Caller caller, byte[] markdown) {
        try {
            return Reply.bytes(HTML, rendered(caller, new String(markdown, StandardCharsets.UTF_8), markdown.length));
        } catch (TooComplexException e) {
            throw refused(Kind.UNPROCESSABLE, e, "It can be saved all the same. Blank lines between paragraphs help.");
        }
    }

    private byte[] html(Caller caller, Version version) {
        limit(version, Html.BYTES_MAX, "rendered");
        try {
            return rendered(caller, text(version), 0);
        } catch (TooComplexException e) {
            throw refused(Kind.NOT_ACCEPTABLE, e, "Read it as text/markdown.");
        }
    }

    private static ApiException refused(Kind kind, TooComplexException why, String instead) {
        return ApiException.of(kind, "This text is not rendered: " + why.getMessage() + ". " + instead);
    }

    private byte[] rendered(Caller caller, String markdown, int received) {
        try (Places.Place place = renderings.enter(caller, received)) {
            return Html.of(markdown).getBytes(StandardCharsets.UTF_8);
        }
    }

    private ContentView json(Version version) {
        limit(version, JSON_BYTES_MAX, "put into JSON");
        return new ContentView(
                version.documentId(),
                version.version(),
                version.fileName(),
                version.fileType(),
                version.fileSize(),
                version.author(),
                version.createdAt(),
                version.changeType(),
                text(version));
    }

    private static void limit(Version version, long bytesMax, String what) {
        if (version.fileSize() > bytesMax) {
            throw ApiException.of(
                    Kind.NOT_ACCEPTABLE,
                    "A content of more than " + bytesMax + " bytes is not " + what + ". Read it as text/markdown.");
        }
    }

    String text(Version version) {
        return new String(bytes(version), StandardCharsets.UTF_8);
    }
}
