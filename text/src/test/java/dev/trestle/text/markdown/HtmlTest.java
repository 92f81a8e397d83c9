package dev.trestle.text.markdown;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** Rendered markdown: what was meant is there, and nothing that could run. */
class HtmlTest {
    /** What pages are attacked with through markdown, in all the spellings that are known to have worked somewhere. */
    static final List<String> ATTACKS = List.of(
            "<script>alert(1)</script>",
            "<SCRIPT SRC=//evil.example/x.js></SCRIPT>",
            "<scr<script>ipt>alert(1)</scr</script>ipt>",
            "<img src=x onerror=alert(1)>",
            "<img src=\"x\" onerror=\"alert(1)\">",
            "<svg/onload=alert(1)>",
            "<svg><script>alert(1)</script></svg>",
            "<body onload=alert(1)>",
            "<iframe src=\"javascript:alert(1)\"></iframe>",
            "<iframe srcdoc=\"<script>alert(1)</script>\">",
            "<object data=\"data:text/html,<script>alert(1)</script>\">",
            "<embed src=\"javascript:alert(1)\">",
            "<math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>",
            "<style>@import 'javascript:alert(1)'</style>",
            "<div style=\"background:url(javascript:alert(1))\">",
            "<base href=\"javascript:alert(1)//\">",
            "<meta http-equiv=refresh content=\"0;url=javascript:alert(1)\">",
            "<form action=\"javascript:alert(1)\"><input type=submit></form>",
            "<a href=\"javascript:alert(1)\">x</a>",
            "<details open ontoggle=alert(1)>",
            "<template><script>alert(1)</script></template>",
            "<!--<img src=\"--><img src=x onerror=alert(1)//\">",
            "<![CDATA[<script>alert(1)</script>]]>",
            "<?xml-stylesheet href=\"javascript:alert(1)\"?>",
            "[x](javascript:alert(1))",
            "[x](JaVaScRiPt:alert(1))",
            "[x](java\tscript:alert(1))",
            "[x](java&#x0a;script:alert(1))",
            "[x](&#106;avascript:alert(1))",
            "[x](javascript&colon;alert(1))",
            "[x](\u0001javascript:alert(1))",
            "[x](vbscript:msgbox(1))",
            "[x](data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==)",
            "[x](<javascript:alert(1)>)",
            "[x](file:///etc/passwd)",
            "![x](javascript:alert(1))",
            "![x](data:image/svg+xml;base64,PHN2ZyBvbmxvYWQ9YWxlcnQoMSk+)",
            "![x](x\"onerror=\"alert(1))",
            "![\"onerror=\"alert(1)](x)",
            "[x](x \"t\\\" onmouseover=alert(1) x=\\\"\")",
            "[x]: javascript:alert(1)\n\n[x]",
            "<javascript:alert(1)>",
            "<https://example.com/\"onmouseover=\"alert(1)>",
            "`<script>alert(1)</script>`",
            "```html\n<script>alert(1)</script>\n```",
            "```\"><script>alert(1)</script>\ntext\n```",
            "| <img src=x onerror=alert(1)> |\n| --- |\n| <script>alert(1)</script> |",
            "&lt;script&gt;alert(1)&lt;/script&gt;",
            "\\<script>alert(1)\\</script>",
            "~~<img src=x onerror=alert(1)>~~",
            "<input type=image src=x onerror=alert(1)>",
            "- [x] <input type=checkbox onclick=alert(1)>",
            "- [ ] [x](javascript:alert(1)) https://a.example/\"onmouseover=\"alert(1)",
            "https://a.example/'onmouseover='alert(1)//<script>",
            "HTTPS://javascript:alert(1)@a.example/%0a",
            "javascript://https://a.example/%0aalert(1)",
            "<a\u0000href=javascript:alert(1)>x</a>",
            "# <svg onload=alert(1)>");

    private static final Pattern TAG = Pattern.compile("<([^>]*)>");
    private static final Pattern ALLOWED =
            Pattern.compile("/?(h[1-6]|p|br|hr|blockquote|pre|code|em|strong|del|ul|ol|li"
                    + "|table|thead|tbody|tr|th|td|a|img|input)"
                    + "( (href|src|title|alt|align|start|rel|type|disabled|checked|data-line)=\"[^\"<>]*\")* ?/?");
    private static final Pattern ADDRESS = Pattern.compile("(href|src)=\"([^\"]*)\"");

    @ParameterizedTest
    @FieldSource("ATTACKS")
    void of_attack_hasAllowedTagsAndHarmlessAddressesOnly(String attack) {
        for (String markdown : List.of(attack, "text " + attack + " text", "> " + attack, "- " + attack)) {
            assertHarmless(Html.of(markdown));
            assertHarmless(Html.withLines(markdown));
        }
    }

    /** Only tags that are allowed, and addresses that run nothing. */
    static void assertHarmless(String html) {
        Matcher tags = TAG.matcher(html);
        while (tags.find()) {
            assertThat(tags.group(1)).as(html).matches(ALLOWED);
        }
        assertThat(html.replaceAll(TAG.pattern(), ""))
                .as("no tag is left open: %s", html)
                .doesNotContain("<");
        Matcher addresses = ADDRESS.matcher(html);
        while (addresses.find()) {
            String plain = addresses.group(2).replace("&#58;", ":").replace("&amp;", "&");
            assertThat(plain).as(html).matches("(?i)(https?://|mailto:|[^:]*$).*");
        }
    }

    @Test
    void of_markdown_isRendered() {
        assertThat(Html.of(
                        "# A\n\n- *b*\n- **c**\n\n| x | y |\n| --- | ---: |\n| 1 | 2 |\n\n[l](https://a.example/?q=1)"))
                .contains("<h1>A</h1>", "<em>b</em>", "<strong>c</strong>", "<td align=\"right\">2</td>")
                .contains("<a href=\"https://a.example/?q&#61;1\" rel=\"nofollow\">l</a>");
        assertThat(Html.of("![plan](images/k3x9)")).contains("<img src=\"images/k3x9\" alt=\"plan\" />");
    }

    @Test
    void of_taskList_hasBoxesThatCannotBeClicked() {
        String html = Html.of("- [ ] open\n- [x] done\n  1. [X] within\n- [x]none\n- [] none\n\n[ ] none");
        assertThat(html)
                .contains("<li><input type=\"checkbox\" disabled=\"\" /> open</li>")
                .contains("<input type=\"checkbox\" disabled=\"\" checked=\"\" /> done")
                .contains("<input type=\"checkbox\" disabled=\"\" checked=\"\" /> within")
                .contains("<li>[x]none</li>", "<li>[] none</li>", "<p>[ ] none</p>")
                .doesNotContain("data-line");
    }

    @Test
    void withLines_blocksAndBoxes_sayWhereTheyBegan() {
        assertThat(Html.withLines("# A\n\ntext\nmore\n\n- one\n- [ ] two\n\n```\ncode\n```\n\n| x |\n| - |\n| 1 |\n"))
                .contains("<h1 data-line=\"0\">A</h1>", "<p data-line=\"2\">", "<li data-line=\"5\">one</li>")
                .contains("<li data-line=\"6\"><input type=\"checkbox\" disabled=\"\" data-line=\"6\" /> two</li>")
                .contains("<pre data-line=\"8\"><code>code", "<table data-line=\"12\">");
    }

    @Test
    void of_bareAddresses_areLinks() {
        assertThat(Html.of("See https://a.example/x_y_z?q=1, (http://b.example/a(b)) and `https://c.example`."))
                .contains(
                        "<a href=\"https://a.example/x_y_z?q&#61;1\" rel=\"nofollow\">https://a.example/x_y_z?q&#61;1</a>, (")
                .contains(
                        "<a href=\"http://b.example/a%28b%29\" rel=\"nofollow\">http://b.example/a(b)</a>) and <code>");
        assertThat(Html.of(
                        "[https://a.example](https://b.example) xhttps://c.example ftp://d.example https:// file://e"))
                .containsOnlyOnce("<a ");
    }

    @Test
    void of_deeplyNested_isRenderedInBoundedTimeAndDepth() {
        assertThat(Html.of("> ".repeat(50_000) + "x")).isNotEmpty();
        assertThat(Html.of("[".repeat(15_000) + "x")).isNotEmpty();
        assertThat(Html.of("*a **b ".repeat(10_000))).isNotEmpty();
        assertThat(Html.of("- ".repeat(2_000) + "x")).isNotEmpty();
    }

    @Test
    void of_longDocument_isRendered() {
        String part = """
            # Heading

            Some *text* with **bold**, [a link](https://a.example/x?y=z) and `code`.

            - one
            - _two_

            | a | b |
            | --- | --- |
            | 1 | 2 |

            """;
        String document = part.repeat((int) Html.BYTES_MAX / part.length());

        assertThat(Html.of(document)).endsWith("</table>\n");
    }

    /** Texts that would take minutes, gigabytes, or the whole stack. */
    static final List<String> BOMBS = List.of(
            "&*_".repeat(350_000),
            "[a](<b".repeat(30_000),
            "<a ".repeat(60_000),
            "<http://a".repeat(20_000),
            "![".repeat(14_000) + "a" + "](b)".repeat(14_000),
            "[".repeat(12_000) + "[a](b)".repeat(12_000),
            " **a".repeat(15_000) + "b*c".repeat(15_000),
            "*_".repeat(30_000) + "a" + "_*".repeat(30_000),
            "*a_ ".repeat(7_500) + "b* ".repeat(10_000),
            "[x]: https://" + "u".repeat(1_000_000) + "\n\n" + "[x] ".repeat(10_000),
            "|a".repeat(1_000) + "|\n" + "|---".repeat(1_000) + "|\n" + "|b\n".repeat(100_000),
            "&".repeat(2_000_000),
            "[a\n".repeat(60_000),
            "https://a(".repeat(200_000) + "*_".repeat(30_000) + "a" + "_*".repeat(30_000));

    @ParameterizedTest
    @FieldSource("BOMBS")
    @Timeout(60)
    void of_bomb_isRefusedSoon(String bomb) {
        assertThatThrownBy(() -> Html.of(bomb)).isInstanceOf(TooComplexException.class);
    }

    @Test
    void of_interrupted_stops() {
        Thread.currentThread().interrupt();

        assertThatThrownBy(() -> Html.of("[a](<b ".repeat(5_000)))
                .isInstanceOf(TooComplexException.class)
                .hasMessageContaining("too long");
        assertThat(Thread.interrupted()).isTrue();
    }
}
