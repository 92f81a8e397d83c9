package dev.trestle.engine.item;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.engine.value.Bytes;
import dev.trestle.engine.value.Value;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class JsonBufferTest {
    private final JsonBuffer json = new JsonBuffer(1);

    @Test
    void members_ofEveryKind_areJson() {
        json.startObject();
        json.name("a\"b");
        json.text("\u20ac\t\u0001\\");
        json.name("n");
        json.number(-5L);
        json.name("d");
        json.number(0.5);
        json.name("f");
        json.flag(false);
        json.name("when");
        json.seconds(1_700_000_000_007L);
        json.name("none");
        json.startArray();
        json.endArray();
        json.name("two");
        json.startArray();
        json.text("x");
        json.text("");
        json.endArray();
        json.endObject();
        json.endText();
        assertThat(text())
                .isEqualTo("{\"a\\\"b\":\"\u20ac\\t\\u0001\\\\\",\"n\":-5,\"d\":0.5,\"f\":false,"
                        + "\"when\":1700000000.007,\"none\":[],\"two\":[\"x\",\"\"]}");
    }

    @Test
    void text_anyCharacterAtAnyPlace_isEscapedIfItMustBe() {
        for (char character = 0; character < 0x180; character++) {
            for (int place = 0; place < 20; place++) {
                String plain = "p".repeat(place);
                json.clear();
                json.text(plain + character + plain);
                json.endText();
                assertThat(text()).isEqualTo("\"" + plain + escaped(character) + plain + "\"");
            }
        }
    }

    private static String escaped(char character) {
        return switch (character) {
            case '"' -> "\\\"";
            case '\\' -> "\\\\";
            case '\n' -> "\\n";
            case '\r' -> "\\r";
            case '\t' -> "\\t";
            default -> character < ' ' ? String.format("\\u%04x", (int) character) : String.valueOf(character);
        };
    }

    @Test
    void item_ofEveryType_isDynamoDbJson() {
        StoredItem item = StoredItem.of(Map.of(
                "m",
                new Value.M(Map.of(
                        "l",
                        new Value.L(List.of(
                                new Value.S("s"),
                                new Value.N("1"),
                                new Value.B(Bytes.of(new byte[] {1})),
                                new Value.Bool(true),
                                new Value.Null(true),
                                new Value.L(List.of()),
                                new Value.M(Map.of()),
                                new Value.SS(List.of("a", "b")),
                                new Value.NS(List.of("1")),
                                new Value.BS(List.of(Bytes.of(new byte[0])))))))));
        json.item(item);
        json.endText();
        assertThat(text())
                .isEqualTo("{\"m\":{\"M\":{\"l\":{\"L\":[{\"S\":\"s\"},{\"N\":\"1\"},{\"B\":\"AQ==\"},{\"BOOL\":true},"
                        + "{\"NULL\":true},{\"L\":[]},{\"M\":{}},{\"SS\":[\"a\",\"b\"]},{\"NS\":[\"1\"]},"
                        + "{\"BS\":[\"\"]}]}}}}");
    }

    @Test
    void clear_behindAnItemThatBrokeOff_beginsAnew() {
        StoredItem whole = StoredItem.of(Map.of("m", new Value.M(Map.of("a", new Value.S("text")))));
        byte[] damaged = whole.bytes().clone();
        damaged[damaged.length - 6] = 99; // the type of the innermost value
        try {
            json.item(StoredItem.ofBytes(damaged));
        } catch (RuntimeException damage) {
            assertThat(json.length()).isPositive();
        }
        json.clear();
        json.item(whole);
        json.endText();
        assertThat(text()).isEqualTo("{\"m\":{\"M\":{\"a\":{\"S\":\"text\"}}}}");
    }

    private String text() {
        return new String(json.array(), 0, json.length(), StandardCharsets.UTF_8);
    }
}
