package dev.trestle.sdk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.engine.EngineException;
import dev.trestle.engine.item.StoredItem;
import dev.trestle.engine.value.Canonical;
import dev.trestle.engine.value.Value;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.util.DefaultSdkAutoConstructMap;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;

class ItemCodecTest {
    private static final String EMPTY =
            "Supplied AttributeValue is empty, must contain exactly one of the supported datatypes";

    @Test
    void attributesOf_randomItems_areWhatWasStored() {
        for (long seed = 1; seed <= 400; seed++) {
            Map<String, AttributeValue> item = new RandomAttributes(seed).item();

            Map<String, AttributeValue> decoded = ItemDecoder.attributesOf(stored(item));

            assertThat(RandomAttributes.comparable(decoded))
                    .as("seed %d", seed)
                    .isEqualTo(RandomAttributes.comparable(item));
            GetItemResponse response = GetItemResponse.builder().item(decoded).build();
            assertThat(response.item()).as("seed %d, copied", seed).isEqualTo(decoded);
        }
    }

    @Test
    void map_randomItemsThereAndBack_isTheSame() {
        for (long seed = 1; seed <= 200; seed++) {
            Map<String, AttributeValue> item = new RandomAttributes(seed).item();

            assertThat(ReturnedValues.map(values(item))).as("seed %d", seed).isEqualTo(item);
        }
    }

    @Test
    void attributesOf_sameItemTwice_isDecodedOnce() {
        StoredItem item = stored(Map.of("a", AttributeValue.fromS("x")));

        assertThat(ItemDecoder.attributesOf(item)).isSameAs(ItemDecoder.attributesOf(item));
    }

    @Test
    void attributesOf_map_cannotBeChanged() {
        Map<String, AttributeValue> decoded = ItemDecoder.attributesOf(
                stored(Map.of("a", AttributeValue.fromS("x"), "m", AttributeValue.fromM(Map.of()))));

        assertThatThrownBy(() -> decoded.put("b", AttributeValue.fromS("y")))
                .isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> decoded.remove("a")).isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> decoded.entrySet().iterator().next().setValue(AttributeValue.fromS("y")))
                .isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> decoded.get("m").m().put("b", AttributeValue.fromS("y")))
                .isInstanceOf(UnsupportedOperationException.class);
        assertThat(decoded.get("none")).isNull();
        assertThat(decoded.containsKey("a")).isTrue();
    }

    @Test
    void names_manyCollidingInTheTable_areAllRight() {
        for (int i = 0; i < 50_000; i++) {
            String name = "name-é-" + i;
            byte[] bytes = ("<" + name + ">").getBytes(StandardCharsets.UTF_8);

            assertThat(AttributeNames.of(bytes, 1, bytes.length - 2)).isEqualTo(name);
            assertThat(AttributeNames.of(bytes, 1, bytes.length - 2)).isEqualTo(name);
        }
    }

    @Test
    void names_again_areTheSameString() {
        byte[] bytes = "customer".getBytes(StandardCharsets.UTF_8);

        assertThat(AttributeNames.of(bytes, 0, bytes.length)).isSameAs(AttributeNames.of(bytes, 0, bytes.length));
    }

    @Test
    void map_leftOut_isNull() {
        assertThat(RequestValues.map(null)).isNull();
        assertThat(RequestValues.map(DefaultSdkAutoConstructMap.getInstance())).isNull();
        assertThat(RequestValues.map(Map.of())).isEmpty();
    }

    @Test
    void map_notOneType_isMalformed() {
        Map<String, AttributeValue> item = new HashMap<>();
        item.put("none", AttributeValue.builder().build());
        item.put("null", null);
        item.put("two", AttributeValue.builder().s("a").n("1").build());
        item.put(
                "three",
                AttributeValue.builder().l(List.of()).m(Map.of()).bool(true).build());
        item.put("inList", AttributeValue.fromL(Arrays.asList(AttributeValue.fromS("a"), null)));

        Map<String, Value> converted = values(item);

        String several = "Supplied AttributeValue has more than one datatypes set,"
                + " must contain exactly one of the supported datatypes";
        assertThat(converted.get("none")).isEqualTo(new Value.Malformed(EMPTY));
        assertThat(converted.get("null")).isEqualTo(new Value.Malformed(EMPTY));
        assertThat(converted.get("two")).isEqualTo(new Value.Malformed(several));
        assertThat(converted.get("three")).isEqualTo(new Value.Malformed(several));
        assertThat(converted.get("inList"))
                .isEqualTo(new Value.L(List.of(new Value.S("a"), new Value.Malformed(EMPTY))));
    }

    @Test
    void map_nullsWhereNoneMayBe_isRefusedByTheEngine() {
        Map<String, AttributeValue> nullName = new HashMap<>();
        nullName.put(null, AttributeValue.fromS("a"));
        Map<String, AttributeValue> nullInSet = Map.of("s", AttributeValue.fromSs(Arrays.asList("a", null)));

        for (Map<String, AttributeValue> hostile : List.of(nullName, nullInSet)) {
            assertThatThrownBy(() -> Canonical.item(values(hostile))).isInstanceOf(EngineException.class);
        }
    }

    @Test
    void map_nestedTenThousandDeep_isRefusedByTheEngine() {
        AttributeValue lists = AttributeValue.fromS("bottom");
        AttributeValue maps = lists;
        for (int i = 0; i < 10_000; i++) {
            lists = AttributeValue.fromL(List.of(lists));
            maps = AttributeValue.fromM(Map.of("m", maps));
        }

        for (AttributeValue hostile : List.of(lists, maps)) {
            Map<String, Value> converted = values(Map.of("deep", hostile));
            assertThatThrownBy(() -> {
                        Map<String, Value> canonical = Canonical.item(converted);
                        Canonical.checkNesting(canonical);
                    })
                    .isInstanceOf(EngineException.class)
                    .hasMessageContaining("Nesting Levels have exceeded supported limits");
        }
    }

    private static Map<String, Value> values(Map<String, AttributeValue> item) {
        Map<String, Value> values = RequestValues.map(new LinkedHashMap<>(item));
        assertThat(values).isNotNull();
        return values;
    }

    private static StoredItem stored(Map<String, AttributeValue> item) {
        return StoredItem.of(Canonical.item(values(item)));
    }
}
