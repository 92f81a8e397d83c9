package dev.trestle.systems.docstore;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.systems.docstore.World.Answer;
import dev.trestle.systems.docstore.World.Someone;
import java.io.ByteArrayInputStream;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Contents of every size, names of every kind, and what is asked of a content. */
class SizesTest extends DocstoreTest {
    private static final int MAX = 10 * 1024 * 1024;

    private Someone withDocument() {
        Someone ann = world.ann();
        ann.create("doc", "start").is(201);
        return ann;
    }

    private static Answer save(Someone who, byte[] bytes) {
        return who.save("doc", "\"v0\"", "update", BodyPublishers.ofByteArray(bytes));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " \n\t\r\n ", "\u00a0\u2003\u3000\ufeff\n"})
    void save_emptyOrBlank_isRefusedAndNothingIsStored(String blank) {
        Someone ann = withDocument();
        save(ann, blank.getBytes(StandardCharsets.UTF_8)).is(400);
        ann.create("other", blank).is(400);
        assertThat(ann.versions("doc")).containsExactly(0);
        assertThat(world.objects()).hasSize(1);
    }

    @Test
    void save_tenMegabytesExactly_isStoredAndOneMoreIsNot() {
        Someone ann = withDocument();
        byte[] text = new byte[MAX + 1];
        Arrays.fill(text, (byte) 'x');
        save(ann, text).is(413);
        byte[] most = Arrays.copyOf(text, MAX);
        save(ann, most).is(200);
        assertThat(ann.content("doc").bytes()).isEqualTo(most);
        assertThat(ann.get("getDocument", "/documents/doc").ok().path("size").asLong())
                .isEqualTo(MAX);
        assertThat(world.objects()).hasSize(2);
    }

    @Test
    void save_tenMegabytesOfLongCharactersInChunks_isStoredAndOneMoreIsNot() {
        Someone ann = withDocument();
        byte[] four = "😀".repeat(MAX / 4 + 1).getBytes(StandardCharsets.UTF_8);
        ann.save("doc", "\"v0\"", "update", BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(four)))
                .is(413);
        byte[] most = Arrays.copyOf(four, MAX);
        ann.save("doc", "\"v0\"", "update", BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(most)))
                .is(200);
        assertThat(ann.content("doc").bytes()).isEqualTo(most);
    }

    @Test
    void save_malformedUtf8AnywhereInIt_isRefused() {
        Someone ann = withDocument();
        for (byte[] bad : new byte[][] {
            {'a', (byte) 0xff}, {'a', (byte) 0xc3}, {(byte) 0xed, (byte) 0xa0, (byte) 0x80}, {(byte) 0xc0, (byte) 0xaf}
        }) {
            save(ann, bad).is(400);
        }
        byte[] late = new byte[300_000];
        Arrays.fill(late, (byte) 'x');
        late[299_990] = (byte) 0x80;
        Answer refused = save(ann, late).is(400);
        assertThat(refused.body().at("/errors/0/message").asText()).contains("UTF-8");
        ann.json(
                        "createDocument",
                        "POST",
                        "/documents",
                        Map.of("fileName", "x.md", "fileType", "text/markdown", "content", "half \ud83d pair"))
                .is(400);
        assertThat(world.objects()).hasSize(1);
    }

    @Test
    void save_anotherMediaType_isRefused() {
        Someone ann = withDocument();
        ann.send(
                        "saveContent",
                        ann.request("/documents/doc/content")
                                .header("content-type", "text/html")
                                .header("if-match", "\"v0\"")
                                .PUT(BodyPublishers.ofString("<p>")))
                .is(415);
    }

    @ParameterizedTest
    @CsvSource({
        "../../etc/passwd,passwd",
        "bericht (2) für Zoë.md,bericht__2__f_r_Zo_.md",
        "C:\\temp\\a b.md,a_b.md",
        ".hidden,hidden",
        "...,document.md",
        "报告.md,__.md",
        "报告,document.md",
        "a-b_c.MD,a-b_c.MD"
    })
    void create_oddFileName_isReduced(String sent, String stored) {
        Answer made = world.ann()
                .json(
                        "createDocument",
                        "POST",
                        "/documents",
                        Map.of("fileName", sent, "fileType", "text/markdown", "content", "x"))
                .is(201);
        assertThat(made.ok().path("fileName").asText()).isEqualTo(stored);
        assertThat(made.ok().path("displayName").asText()).isEqualTo(sent);
        Answer download = world.ann()
                .get("getContent", "/documents/" + made.ok().path("id").asText() + "/content?download=true");
        assertThat(download.header("content-disposition")).isEqualTo("attachment; filename=\"" + stored + "\"");
    }

    @Test
    void create_idThatCannotBe_isRefused() {
        for (String id : new String[] {"a#b", "a/b", "a\u0001b", ".", "..", " ", "\u200b", "a ", "a\u0000", "\ud800"}) {
            world.ann().create(id, "x").is(400);
        }
        world.ann().create("ein Dokument, ümläut", "x").is(201);
        world.ann().content("ein%20Dokument%2C%20%C3%BCml%C3%A4ut").is(200);
    }

    @Test
    void content_byAcceptRangeAndTag_isWhatWasAskedFor() {
        Someone ann = withDocument();
        ann.save("doc", "\"v0\"", "# Title\n\ntext").is(200);
        String path = "/documents/doc/content";
        assertThat(ann.get("getContent", path, "accept", "text/html").text())
                .isEqualTo("<h1>Title</h1>\n<p>text</p>\n");
        assertThat(ann.get("getContent", path, "accept", "application/json")
                        .ok()
                        .path("content")
                        .asText())
                .isEqualTo("# Title\n\ntext");
        ann.get("getContent", path, "accept", "image/png").is(406);
        Answer part = ann.get("getContent", path, "range", "bytes=2-6").is(206);
        assertThat(part.text()).isEqualTo("Title");
        assertThat(part.header("content-range")).isEqualTo("bytes 2-6/13");
        assertThat(ann.get("getContent", path, "range", "bytes=-4").is(206).text())
                .isEqualTo("text");
        ann.get("getContent", path, "range", "bytes=13-").is(416);
        assertThat(ann.get("getContent", path, "range", "lines=1-2").is(200).text())
                .hasSize(13);
        ann.get("getContent", path, "if-none-match", "\"v1\"").is(304);
        ann.get("getContent", path, "if-none-match", "\"v0\"").is(200);
    }

    @Test
    void create_sameIdempotencyKeyTwice_makesOneDocument() {
        Map<String, String> body = Map.of("fileName", "x.md", "fileType", "text/markdown", "content", "x");
        Answer first = world.ann().json("createDocument", "POST", "/documents", body, "idempotency-key", "k1");
        Answer again = world.ann().json("createDocument", "POST", "/documents", body, "idempotency-key", "k1");
        assertThat(again.ok().path("id")).isEqualTo(first.ok().path("id"));
        assertThat(world.ann().listed("view=mine", 10)).hasSize(1);
    }
}
