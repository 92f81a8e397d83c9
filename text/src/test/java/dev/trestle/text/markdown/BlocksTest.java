package dev.trestle.text.markdown;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.text.markdown.Blocks.Block;
import dev.trestle.text.markdown.Blocks.Kind;
import dev.trestle.text.markdown.Blocks.Span;
import java.util.List;
import org.junit.jupiter.api.Test;

class BlocksTest {
    private static Span plain(String text) {
        return new Span(text, false, false);
    }

    @Test
    void of_letter_givesItsParagraphsWithTheirStyles() {
        assertThat(Blocks.of("# Sea\n\nDear *Karl*,\nthe **sea**\\\nis <b>loud</b>.\n\n---\n\n> said Emil\n"))
                .containsExactly(
                        new Block(Kind.HEADING, 0, "", List.of(plain("Sea"))),
                        new Block(
                                Kind.TEXT,
                                0,
                                "",
                                List.of(
                                        plain("Dear "),
                                        new Span("Karl", false, true),
                                        plain(","),
                                        plain(" "),
                                        plain("the "),
                                        new Span("sea", true, false),
                                        plain("\n"),
                                        plain("is "),
                                        plain("<b>"),
                                        plain("loud"),
                                        plain("</b>"),
                                        plain("."))),
                        new Block(Kind.RULE, 0, "", List.of()),
                        new Block(Kind.QUOTE, 1, "", List.of(plain("said Emil"))));
    }

    @Test
    void of_lists_givesMarkersOnceAnItem() {
        assertThat(Blocks.of("3. three\n\n   more\n4. four\n   - [x] done\n"))
                .extracting(Block::kind, Block::depth, Block::marker)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple(Kind.ITEM, 1, "3."),
                        org.assertj.core.groups.Tuple.tuple(Kind.TEXT, 1, ""),
                        org.assertj.core.groups.Tuple.tuple(Kind.ITEM, 1, "4."),
                        org.assertj.core.groups.Tuple.tuple(Kind.ITEM, 2, "•"));
    }

    @Test
    void of_endlessBrackets_isRefused() {
        String hostile = "[".repeat(200_000) + "a](".repeat(50_000);

        assertThatThrownBy(() -> Blocks.of(hostile)).isInstanceOf(TooComplexException.class);
    }
}
