package dev.trestle.systems.docstore;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.systems.docstore.World.Answer;
import dev.trestle.systems.docstore.World.Someone;
import dev.trestle.text.markdown.Html;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Rendered contents as browsers get them. */
class RenderingTest extends DocstoreTest {
    private static final String ATTACKS = """
            <script>alert(1)</script>

            <img src=x onerror=alert(1)>

            [x](javascript:alert(1))

            ![x](x"onerror="alert(1))

            ~~<svg/onload=alert(1)>~~
            """;

    /** The renderer's own tests try every known attack: what is served is what it makes of a text, and nothing else. */
    @Test
    void content_withAttacks_isServedAsTheRendererMakesIt() {
        String harmless = Html.of(ATTACKS);
        Someone ann = world.ann();
        ann.create("doc", ATTACKS).is(201);
        Answer saved = ann.get("getContent", "/documents/doc/content", "accept", "text/html");
        Answer old = ann.get("getVersionContent", "/documents/doc/versions/0/content", "accept", "text/html");
        Answer preview = ann.send(
                "previewText",
                ann.request("/preview").header("content-type", "text/markdown").POST(BodyPublishers.ofString(ATTACKS)));

        for (Answer answer : List.of(saved, old, preview)) {
            assertThat(answer.is(200).header("content-type")).startsWith("text/html");
            assertThat(answer.header("x-content-type-options")).isEqualTo("nosniff");
            assertThat(answer.text()).isEqualTo(answer == preview ? Html.withLines(ATTACKS) : harmless);
        }
        assertThat(harmless).contains("alert(1)").doesNotContain("<script", "<svg", "<img src=x", "href=\"javascript");
    }
}
