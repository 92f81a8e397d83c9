package dev.trestle.systems.holdthatthought.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LetterFileTest {
    @Test
    void write_readAgain_isTheSame() {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("date", "1943-05-02");
        fields.put("title", "\"Yes\": no, # nothing \\ 「信」\nsecond line \u2028");
        fields.put("tags", List.of("true", "1", "null", "- a"));
        fields.put("versionCount", 3);
        String content = "Dear all,\n\n---\n\nnot the end\n---\n";

        LetterFile read = LetterFile.read(LetterFile.write(fields, content));

        assertThat(read.text("date")).isEqualTo("1943-05-02");
        assertThat(read.fields().get("title")).isEqualTo(fields.get("title"));
        assertThat(read.texts("tags")).containsExactly("true", "1", "null", "- a");
        assertThat(read.text("versionCount")).isEqualTo("3");
        assertThat(read.content()).isEqualTo(content);
    }

    @Test
    void read_otherEditors_areUnderstood() {
        LetterFile read =
                LetterFile.read("\uFEFF---\r\ntitle: A walk\r\ncreated: 1951-03-08\r\ntags: [a, b]\r\n---\r\nText\r\n");

        assertThat(read.text("title")).isEqualTo("A walk");
        assertThat(read.text("created")).isEqualTo("1951-03-08");
        assertThat(read.texts("tags")).containsExactly("a", "b");
        assertThat(read.content()).isEqualTo("Text\n");
    }

    @Test
    void read_withoutFields_isAllText() {
        assertThat(LetterFile.read("Just a text").content()).isEqualTo("Just a text");
        assertThat(LetterFile.read("---\nnever closed").content()).isEqualTo("---\nnever closed");
    }

    @Test
    void read_hostileFields_areRefused() {
        assertThatThrownBy(() -> LetterFile.read("---\na: &x [1]\nb: [*x, *x]\n---\n"))
                .isInstanceOf(LetterFileException.class);
        assertThatThrownBy(() -> LetterFile.read("---\na: b: c\n---\n")).isInstanceOf(LetterFileException.class);
        assertThatThrownBy(() -> LetterFile.read("---\n- a\n---\n")).isInstanceOf(LetterFileException.class);
        assertThatThrownBy(() -> LetterFile.read("---\na: " + "x".repeat(30_000) + "\n---\n"))
                .isInstanceOf(LetterFileException.class);
    }
}
