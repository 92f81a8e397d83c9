package dev.trestle.systems.docstore.documents;

import dev.trestle.platform.api.Accept;
import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.Call;
import dev.trestle.platform.api.Problem.Kind;
import dev.trestle.platform.api.Reply;
import dev.trestle.platform.content.Download;
import dev.trestle.platform.operation.Given;
import dev.trestle.platform.operation.Places;
import dev.trestle.systems.docstore.content.Contents;
import dev.trestle.systems.docstore.documents.Documents.WithVersions;
import dev.trestle.systems.docstore.documents.Requests.OfDocument;
import dev.trestle.systems.docstore.documents.Rights.Role;
import dev.trestle.systems.docstore.model.ChangeType;
import dev.trestle.systems.docstore.model.Version;
import dev.trestle.text.markdown.Html;
import dev.trestle.text.markdown.TooComplexException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Contents on their way out: the raw text, in parts too; rendered; or within JSON. The right to read is looked at each time. */
final class Reading {
    private static final long JSON_BYTES_MAX = 1024 * 1024;
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

    Reply current(Given<Caller, Requests.ReadContent> given, WithVersions first) {
        return shown(
                given,
                first,
                version ->
                        content(given.by(), version, given.call(), given.asked().download()));
    }

    /** An autosave deletes the content that it takes the place of: a reader who comes just then reads the new one. */
    <R> R shown(Given<Caller, ? extends OfDocument> given, WithVersions first, Function<Version, R> read) {
        Version version = first.shown();
        for (int attempt = 1; ; attempt++) {
            try {
                return read.apply(version);
            } catch (ApiException refused) {
                boolean isGone = refused.problem().kind() == Kind.NOT_FOUND && attempt < ATTEMPTS_MAX;
                Version now = isGone ? shown(given) : version;
                if (now.version() == version.version()) {
                    throw refused;
                }
                version = now;
            }
        }
    }

    private enum Form {
        MARKDOWN,
        HTML,
        JSON
    }

    private static final Map<String, Form> FORMS = Map.of(
            "text/markdown", Form.MARKDOWN,
            "text/plain", Form.MARKDOWN,
            "text/*", Form.MARKDOWN,
            "*/*", Form.MARKDOWN,
            "text/html", Form.HTML,
            "application/json", Form.JSON,
            "application/*", Form.JSON);

    private static Form form(@Nullable String accept) {
        if (accept == null || accept.isBlank()) {
            return Form.MARKDOWN;
        }
        Form form = Accept.preferred(accept, FORMS);
        if (form == null) {
            throw ApiException.of(Kind.NOT_ACCEPTABLE, "A content is text/markdown, text/html or application/json.");
        }
        return form;
    }

    private Version shown(Given<Caller, ? extends OfDocument> given) {
        return documents
                .atLeast(Role.VIEWER)
                .read(given.by(), () -> documents.withShown(given), WithVersions::document)
                .shown();
    }

    Reply version(Given<Caller, Requests.ReadVersion> given, WithVersions read) {
        Requests.ReadVersion asked = given.asked();
        return content(given.by(), read.version(asked.version()), given.call(), asked.download());
    }

    private Reply content(Caller caller, Version version, Call call, boolean download) {
        Form form = download ? Form.MARKDOWN : form(call.header("accept"));
        String tag = Tags.content(version.version());
        Reply reply = switch (form) {
            case MARKDOWN -> download(version).reply(call.header("range")).tag(tag);
            // Each form has a tag of its own; a save starts from the text's.
            case HTML -> Reply.bytes(HTML, html(caller, version)).tag(tag + "-html");
            case JSON -> Reply.of(json(version)).tag(tag + "-json");
        };
        Reply described = reply.header("vary", "Accept").header("cache-control", "private, no-cache");
        return download
                ? described.header("content-disposition", "attachment; filename=\"" + version.fileName() + "\"")
                : described;
    }

    /** 404 if a version's content is not there. */
    void requireContent(Version version) {
        if (!documents.contents().exists(version.path())) {
            throw Documents.noVersion(version.version());
        }
    }

    private Download download(Version version) {
        return new Download(
                documents.contents(),
                version.path(),
                Contents.MARKDOWN,
                version.fileSize(),
                () -> Documents.noVersion(version.version()));
    }

    /** All of a content that is small enough to be held. */
    byte[] bytes(Version version) {
        return download(version).bytes();
    }

    /** A text that nobody has saved yet, as it would be shown. */
    Reply preview(Caller caller, byte[] markdown) {
        try {
            String text = new String(markdown, StandardCharsets.UTF_8);
            return Reply.bytes(HTML, rendered(caller, markdown.length, () -> Html.withLines(text)));
        } catch (TooComplexException e) {
            throw refused(Kind.UNPROCESSABLE, e, "It can be saved all the same. Blank lines between paragraphs help.");
        }
    }

    private byte[] html(Caller caller, Version version) {
        limit(version, Html.BYTES_MAX, "rendered");
        try {
            return rendered(caller, 0, () -> Html.of(text(version)));
        } catch (TooComplexException e) {
            throw refused(Kind.NOT_ACCEPTABLE, e, "Read it as text/markdown.");
        }
    }

    private static ApiException refused(Kind kind, TooComplexException why, String instead) {
        return ApiException.of(kind, "This text is not rendered: " + why.getMessage() + ". " + instead)
                .withCode("not-rendered");
    }

    private byte[] rendered(Caller caller, int received, Supplier<String> html) {
        try (Places.Place place = renderings.enter(caller.person(), received)) {
            return html.get().getBytes(StandardCharsets.UTF_8);
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
