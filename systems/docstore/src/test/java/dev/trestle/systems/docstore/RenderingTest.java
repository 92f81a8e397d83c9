package dev.trestle.systems.docstore;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.systems.docstore.World.Answer;
import dev.trestle.systems.docstore.World.Someone;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Rendered contents as browsers get them. */
class RenderingTest extends DocstoreTest {
    @Test
    void content_ofEveryKnownAttack_isServedWithoutAnythingThatRuns() {
        // A NUL is refused before anything is rendered.
        String attacks = String.join("\n\n", HtmlTest.ATTACKS).replace("\u0000", "");
        Someone ann = world.ann();
        ann.create("doc", attacks).is(201);
        Answer saved = ann.get("getContent", "/documents/doc/content", "accept", "text/html");
        Answer old = ann.get("getVersionContent", "/documents/doc/versions/0/content", "accept", "text/html");
        Answer preview = ann.send(
                "previewText",
                ann.request("/preview").header("content-type", "text/markdown").POST(BodyPublishers.ofString(attacks)));

        for (Answer answer : List.of(saved, old, preview)) {
            assertThat(answer.is(200).header("content-type")).startsWith("text/html");
            assertThat(answer.header("x-content-type-options")).isEqualTo("nosniff");
            assertThat(answer.text()).contains("alert(1)");
            HtmlTest.assertHarmless(answer.text());
        }
    }
}
