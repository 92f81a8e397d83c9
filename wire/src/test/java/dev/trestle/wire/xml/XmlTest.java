package dev.trestle.wire.xml;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.wire.error.S3Refusal;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class XmlTest {
    private static final long SEED = Long.getLong("trestle.fuzz.seed", System.nanoTime());

    @Test
    void output_readBack_isTheSame() {
        String name = "a<b>&\"'\r\n\t ]]> \u00e9\u4e2d\ud83d\ude00";
        byte[] document = new XmlOutput("Tagging", "http://example.com/")
                .open("TagSet")
                .element("Key", name)
                .element("Key", "")
                .element("Absent", null)
                .end();
        XmlElement read = XmlInput.parse(document, "Tagging");
        XmlElement set = read.child("TagSet");
        assertThat(set).isNotNull();
        assertThat(set.textsOf("Key")).containsExactly(name, "");
        assertThat(set.child("Absent")).isNull();
        assertThat(set.textOf("Absent")).isNull();
    }

    @Test
    void output_characterThatXmlCannotHold_isWrittenAsAReference() {
        assertThat(new String(new XmlOutput("A").text("\u0001\uffff").end(), UTF_8))
                .endsWith("<A>&#x1;&#xffff;</A>");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "   ",
                "no xml",
                "<Delete>",
                "<Delete></Other>",
                "<Other/>",
                "<Delete/><Delete/>",
                "<Delete>&unknown;</Delete>",
                "<!DOCTYPE Delete><Delete/>",
                "<!DOCTYPE Delete [<!ENTITY a \"b\">]><Delete>&a;</Delete>",
                "<!DOCTYPE Delete SYSTEM \"file:///etc/passwd\"><Delete/>",
                "<!DOCTYPE Delete [<!ENTITY a SYSTEM \"file:///etc/passwd\">]><Delete>&a;</Delete>",
                "<!DOCTYPE Delete [<!ENTITY % a SYSTEM \"http://127.0.0.1:1/\">%a;]><Delete/>",
                "<!DOCTYPE d [<!ENTITY a \"aaaa\"><!ENTITY b \"&a;&a;\"><!ENTITY c \"&b;&b;\">]><Delete>&c;</Delete>",
                "<?xml version=\"1.0\" encoding=\"nonsense\"?><Delete/>",
                "<Delete>\u0001</Delete>"
            })
    void input_malformedOrDangerous_isRefused(String document) {
        assertMalformed(document.getBytes(UTF_8));
    }

    @Test
    void input_tooDeepOrTooMany_isRefused() {
        assertMalformed(("<Delete>" + "<a>".repeat(20) + "</a>".repeat(20) + "</Delete>").getBytes(UTF_8));
        assertMalformed(("<Delete>" + "<a/>".repeat(100_000) + "</Delete>").getBytes(UTF_8));
        assertMalformed(("<Delete>" + "<a>".repeat(100_000)).getBytes(UTF_8));
    }

    @Test
    void input_mangled_isReadOrRefused() {
        Random random = new Random(SEED);
        byte[] document =
                ("<?xml version=\"1.0\"?><Delete xmlns=\"http://s3.amazonaws.com/doc/2006-03-01/\"><Quiet>true"
                                + "</Quiet><Object><Key>a &amp; b</Key><!-- c --></Object><![CDATA[x]]></Delete>")
                        .getBytes(UTF_8);
        for (int round = 0; round < 3000; round++) {
            byte[] mangled = Arrays.copyOf(document, 1 + random.nextInt(document.length));
            for (int i = random.nextInt(3); i >= 0; i--) {
                mangled[random.nextInt(mangled.length)] = (byte) random.nextInt(256);
            }
            try {
                XmlInput.parse(mangled, "Delete");
            } catch (S3Refusal refused) {
                assertThat(refused.code()).as("seed %d", SEED).isEqualTo("MalformedXML");
            }
        }
    }

    private static void assertMalformed(byte[] document) {
        assertThatThrownBy(() -> XmlInput.parse(document, "Delete"))
                .isInstanceOfSatisfying(
                        S3Refusal.class, refusal -> assertThat(refusal.code()).isEqualTo("MalformedXML"));
    }
}
