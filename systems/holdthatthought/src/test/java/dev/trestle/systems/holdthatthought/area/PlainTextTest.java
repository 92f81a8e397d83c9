package dev.trestle.systems.holdthatthought.area;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlainTextTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "Tom & Jerry <3|Tom & Jerry <3",
                "a < b and b > c|a < b and b > c",
                "<b>bold</b> text|bold text",
                "<script>alert(1)</script>Hello|Hello",
                "<SCRIPT src='x'>alert(1)</ScRiPt >Hello|Hello",
                "<style>p { color: red }</style>Hello|Hello",
                "before<script>never ends|before",
                "<scr<script>x</script>ipt>alert(1)</script>Hello|xipt>alert(1)Hello",
                "<img src=x onerror=alert(1)>Hello|Hello",
                "<!-- hidden -->Hello|Hello",
                "<scripture>is no script|is no script",
                "&lt;b&gt; stays|&lt;b&gt; stays",
                "İ<script>x</script>y|İy",
            })
    void stripped_tags_areRemovedAndTheRestStays(String text, String expected) {
        assertThat(PlainText.stripped(text)).isEqualTo(expected);
    }

    @Test
    void stripped_tagsNestedDeep_leavesNone() {
        String text = "x";
        for (int i = 0; i < 200; i++) {
            text = "<b" + text + "<i>>";
        }

        assertThat(PlainText.stripped("<" + text + ">")).doesNotContainPattern("<[a-zA-Z/!?]");
    }

    @Test
    @Timeout(value = 20, unit = TimeUnit.SECONDS)
    void stripped_hostileTexts_takesLittleTime() {
        for (String piece : new String[] {"<a", "<script></script>", "<!--", "<script>", "</", "<a>"}) {
            String text = piece.repeat(1_000_000 / piece.length());
            long from = System.nanoTime();

            assertThat(PlainText.stripped(text)).hasSizeLessThanOrEqualTo(text.length());
            assertThat(Duration.ofNanos(System.nanoTime() - from)).as(piece).isLessThan(Duration.ofSeconds(5));
        }
    }
}
