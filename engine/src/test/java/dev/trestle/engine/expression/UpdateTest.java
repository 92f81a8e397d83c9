package dev.trestle.engine.expression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.engine.EngineException;
import dev.trestle.engine.value.Value;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UpdateTest {
    private static final String ITEM = """
            {"a":1,"s":"x","ss":SS["a","b"],"m":{"x":1,"y":2,"l":[0,1,2]},"l":[0,{"p":1,"q":2},2,[5,6]]}""";

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "SET a = s                 | {\"a\":1} | {\"a\":\"x\"}",
                "SET zz = s                | {} | {\"zz\":\"x\"}",
                "REMOVE a                  | {\"a\":1} | {}",
                "REMOVE zz                 | {} | {}",
                "SET m.x = s               | {\"m\":{\"x\":1}} | {\"m\":{\"x\":\"x\"}}",
                "SET m.n = s               | {} | {\"m\":{\"n\":\"x\"}}",
                "SET m.x = s REMOVE m.y, a | {\"a\":1,\"m\":{\"x\":1,\"y\":2}} | {\"m\":{\"x\":\"x\"}}",
                "SET m.y = a, m.x = s      | {\"m\":{\"x\":1,\"y\":2}} | {\"m\":{\"x\":\"x\",\"y\":1}}",
                "SET l[2] = s, l[0] = s    | {\"l\":[0,2]} | {\"l\":[\"x\",\"x\"]}",
                "SET l[1].p = s, l[3][1]=s | {\"l\":[{\"p\":1},[6]]} | {\"l\":[{\"p\":\"x\"},[\"x\"]]}",
                "SET l[9] = s              | {} | {}",
                "SET l[4] = s              | {} | {\"l\":[\"x\"]}",
                "REMOVE l[0]               | {\"l\":[0]} | {\"l\":[{\"p\":1,\"q\":2}]}",
                "REMOVE l[3]               | {\"l\":[[5,6]]} | {}",
                "REMOVE m.x, m.y, m.l      | {\"m\":{\"l\":[0,1,2],\"x\":1,\"y\":2}} | {}",
                "ADD ss :set               | {\"ss\":SS[\"a\",\"b\"]} | {\"ss\":SS[\"a\",\"b\",\"c\"]}",
                "DELETE ss :both           | {\"ss\":SS[\"a\",\"b\"]} | {}",
                "DELETE zz :both           | {} | {}",
                "ADD n :one                | {} | {\"n\":1}",
            })
    void apply_touchedPaths_returnsOldAndNewPartsOnly(String text, String updatedOld, String updatedNew) {
        Update.Applied applied = apply(text, Notation.map(ITEM));

        assertThat(Notation.show(applied.updatedOld())).isEqualTo(updatedOld);
        assertThat(Notation.show(applied.updatedNew())).isEqualTo(updatedNew);
    }

    @Test
    void apply_anything_leavesItsArgumentAlone() {
        Map<String, Value> item = Notation.map(ITEM);

        apply("SET m.x = s, l[9] = a, q = l REMOVE l[0], ss ADD m.l[0] :one", item);

        assertThat(item).isEqualTo(Notation.map(ITEM));
    }

    @Test
    void apply_valuesThatTradePlaces_readTheOldItem() {
        Map<String, Value> updated =
                apply("SET a = s, s = a", Notation.map(ITEM)).item();

        assertThat(updated).containsEntry("a", new Value.S("x")).containsEntry("s", new Value.N("1"));
    }

    @Test
    void apply_onAnEmptyItem_createsAttributes() {
        Update.Applied applied = apply("SET a = :one ADD ss :set REMOVE b DELETE c :both", Map.of());

        assertThat(Notation.show(applied.item())).isEqualTo("{\"a\":1,\"ss\":SS[\"b\",\"c\"]}");
    }

    @Test
    void apply_setsOfEachType_staySortedAndWithoutDuplicates() {
        Map<String, Value> item =
                Notation.map("{\"n\":NS[-1,2,10],\"b\":BS[b\"AQ==\",b\"/w==\"],\"s\":SS[\"b\",\"\uFFFF\"]}");
        ExpressionScope scope = new ExpressionScope(
                null, Notation.map("{\":n\":NS[2,3],\":b\":BS[b\"fw==\"],\":s\":SS[\"a\",\"\uD83D\uDE00\"]}"));

        Map<String, Value> added =
                scope.update("ADD n :n, b :b, s :s").apply(item).item();

        assertThat(added)
                .isEqualTo(Notation.map("{\"n\":NS[-1,2,3,10],\"b\":BS[b\"AQ==\",b\"fw==\",b\"/w==\"],"
                        + "\"s\":SS[\"a\",\"b\",\"\uFFFF\",\"\uD83D\uDE00\"]}"));
        assertThat(scope.update("DELETE n :n, b :b, s :s").apply(added).item())
                .isEqualTo(Notation.map("{\"n\":NS[-1,10],\"b\":BS[b\"AQ==\",b\"/w==\"],\"s\":SS[\"b\",\"\uFFFF\"]}"));
    }

    @Test
    void apply_resultNestedTooDeep_isRefused() {
        Value deep = new Value.N("1");
        for (int level = 0; level < 30; level++) {
            deep = new Value.M(Map.of("b", deep));
        }
        Map<String, Value> item =
                Map.of("m", new Value.M(Map.of()), "deep", deep, "deeper", new Value.L(java.util.List.of(deep)));

        assertThat(apply("SET m.n = deep", item).item()).containsKey("m");
        assertThatThrownBy(() -> apply("SET m.n = deeper", item))
                .isInstanceOf(EngineException.class)
                .hasMessageStartingWith("Nesting Levels have exceeded supported limits");
    }

    @Test
    void attributes_severalPaths_givesEachNameOnceInOrder() {
        Update update = new ExpressionScope(Map.of("#k", "pk"), null).update("REMOVE b.c SET #k = a, b.d = a, z = a");

        assertThat(update.attributes()).containsExactly("b", "pk", "z");
    }

    private static Update.Applied apply(String text, Map<String, Value> item) {
        Map<String, Value> values = Notation.map("{\":one\":1,\":set\":SS[\"b\",\"c\"],\":both\":SS[\"a\",\"b\"]}");
        return new ExpressionScope(null, values).update(text).apply(item);
    }
}
