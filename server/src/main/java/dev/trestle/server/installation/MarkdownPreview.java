package dev.trestle.server.installation;

import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.Problem.Kind;
import dev.trestle.platform.api.Reply;
import dev.trestle.platform.notices.NoticesApi.Reader;
import dev.trestle.platform.operation.Given;
import dev.trestle.platform.operation.Operations;
import dev.trestle.platform.operation.Places;
import dev.trestle.platform.operation.Right;
import dev.trestle.text.markdown.Html;
import dev.trestle.text.markdown.TooComplexException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** Renders markdown for the pages of all systems, as harmless HTML: what files hold never gets to a page in another way. */
final class MarkdownPreview {
    /** As much as the viewer reads of a file. */
    static final long BYTES_MAX = 1_000_000;

    private static final String HTML = "text/html; charset=utf-8";
    private static final Right<Object, Object> SIGNED_IN = Right.everybody("SIGNED_IN");

    /** Each takes many times the memory of its text. */
    private static final int RENDERINGS = 2;

    private final Places renderings = new Places(
            RENDERINGS, Duration.ofSeconds(20), "Too much is rendered at the moment. Try again a little later.");

    record Render(byte[] body) {}

    void declare(Operations<Reader> operations) {
        operations
                .post("renderMarkdown", "/markdown", Render.class)
                .about("A text as HTML that runs nothing; nothing is stored")
                .description("HTML within the text is shown as text. At most " + BYTES_MAX + " bytes.")
                .right(SIGNED_IN)
                .refuses(Kind.UNPROCESSABLE)
                .takes("text/markdown")
                .bodyBytesMax(BYTES_MAX)
                .repliesBytes(this::rendered, HTML);
    }

    private Reply rendered(Given<Reader, Render> given) {
        byte[] markdown = given.asked().body();
        String person = given.by().who().issuer() + " " + given.by().who().subject();
        try (Places.Place place = renderings.enter(person, markdown.length)) {
            String html = Html.of(new String(markdown, StandardCharsets.UTF_8));
            return Reply.bytes(HTML, html.getBytes(StandardCharsets.UTF_8));
        } catch (TooComplexException e) {
            throw ApiException.of(Kind.UNPROCESSABLE, "This text is not rendered: " + e.getMessage() + ".")
                    .withCode("markdown-too-complex");
        }
    }
}
