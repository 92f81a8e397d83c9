package dev.trestle.systems.formkiq.attributes;

import dev.trestle.model.Bound;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Retrieved;
import dev.trestle.systems.formkiq.api.Refusals;
import dev.trestle.systems.formkiq.attributes.AttributeViews.NewAttribute;
import dev.trestle.systems.formkiq.attributes.AttributeViews.ShownType;
import dev.trestle.systems.formkiq.attributes.AttributeViews.ValueView;
import dev.trestle.systems.formkiq.model.Attributes;
import dev.trestle.systems.formkiq.model.Attributes.Attribute;
import dev.trestle.systems.formkiq.model.DocumentAttributes.ValueType;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The attributes of an entity: checked as a document's are, and kept in the entity's own item. */
public final class EntityValues {
    private static final int KEYS_MAX = 100;
    private static final int VALUES_MAX = 100;

    private EntityValues() {}

    /** What is asked for, by key, as the item has it; or a refusal with all that is wrong. */
    public static Map<String, AttributeValue> of(ItemStore store, @Nullable List<NewAttribute> asked) {
        Map<String, AttributeValue> values = new LinkedHashMap<>();
        if (asked == null || asked.isEmpty()) {
            return values;
        }
        Refusals refusals =
                new Refusals().addIf(asked.size() > KEYS_MAX, "attributes", "at most " + KEYS_MAX + " attributes");
        refusals.check();
        List<Wanted> wanted = asked.stream().map(Wanted::of).toList();
        Map<String, Attribute> definitions = definitions(store, wanted);
        for (Wanted each : wanted) {
            String key = each.key();
            if (key.isEmpty()) {
                refusals.add("key", "'key' is missing from attribute");
            } else if (each.type() == ValueType.CLASSIFICATION || each.type() == ValueType.RELATIONSHIPS) {
                refusals.add("key", "'" + key + "' is a reserved attribute name");
            } else {
                Wanted unused = DocumentValues.typed(each, definitions.get(key), refusals);
            }
            refusals.addIf(each.values().size() > VALUES_MAX, key, "at most " + VALUES_MAX + " values");
            values.put(key, stored(each.values()));
        }
        refusals.check();
        return values;
    }

    private static Map<String, Attribute> definitions(ItemStore store, List<Wanted> wanted) {
        List<Bound<Attribute>> asked = wanted.stream()
                .map(Wanted::key)
                .filter(key -> !key.isEmpty() && key.indexOf('#') < 0)
                .distinct()
                .map(Attributes.ATTRIBUTE_BY_KEY::of)
                .toList();
        Map<String, Attribute> found = new LinkedHashMap<>();
        if (!asked.isEmpty()) {
            Retrieved read = store.retrieve(asked);
            asked.forEach(each ->
                    read.readable(each).ifPresent(row -> found.put(row.record().key(), row.record())));
        }
        return found;
    }

    /** One value is that value, several are a list, and a key alone is an empty list. */
    private static AttributeValue stored(List<Object> values) {
        List<AttributeValue> each = values.stream().map(EntityValues::stored).toList();
        return each.size() == 1 ? each.get(0) : AttributeValue.fromL(each);
    }

    private static AttributeValue stored(Object value) {
        if (value instanceof BigDecimal number) {
            return AttributeValue.fromN(number.stripTrailingZeros().toPlainString());
        }
        return value instanceof Boolean flag ? AttributeValue.fromBool(flag) : AttributeValue.fromS((String) value);
    }

    /** The attributes as the API shows them, by key. */
    public static List<ValueView> views(Map<String, AttributeValue> stored) {
        List<ValueView> views = new ArrayList<>();
        new TreeMap<>(stored).forEach((key, value) -> views.add(view(key, value)));
        return views;
    }

    private static ValueView view(String key, AttributeValue stored) {
        List<AttributeValue> all = stored.hasL() ? stored.l() : List.of(stored);
        List<String> texts = all.stream()
                .filter(each -> each.s() != null)
                .map(AttributeValue::s)
                .toList();
        List<BigDecimal> numbers = all.stream()
                .filter(each -> each.n() != null)
                .map(each -> new BigDecimal(each.n()))
                .toList();
        Boolean flag = stored.bool();
        ShownType type = flag != null
                ? ShownType.BOOLEAN
                : !numbers.isEmpty() ? ShownType.NUMBER : texts.isEmpty() ? ShownType.KEY_ONLY : ShownType.STRING;
        return new ValueView(
                key,
                texts.size() == 1 ? texts.get(0) : null,
                texts.size() > 1 ? texts : null,
                numbers.size() == 1 ? numbers.get(0) : null,
                numbers.size() > 1 ? numbers : null,
                flag,
                null,
                null,
                type);
    }
}
