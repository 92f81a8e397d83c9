package dev.trestle.systems.formkiq.attributes;

import dev.trestle.systems.formkiq.attributes.AttributeViews.NewAttribute;
import dev.trestle.systems.formkiq.attributes.AttributeViews.Relationship;
import dev.trestle.systems.formkiq.model.DocumentAttributes.DocumentAttribute;
import dev.trestle.systems.formkiq.model.DocumentAttributes.ValueType;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Values of one attribute that a document is to have.
 *
 * @param values texts, numbers or one flag; none for an attribute that is a key alone
 * @param inverse what the other document of a relationship gets; null for nothing
 */
record Wanted(
        String key,
        ValueType type,
        List<Object> values,
        @Nullable Relationship inverse) {
    static final String CLASSIFICATION = "Classification";
    static final String RELATIONSHIPS = "Relationships";

    /** What a request means, before it is compared with definitions; its key is empty where it has none. */
    static Wanted of(NewAttribute asked) {
        String classification = asked.classificationId();
        if (classification != null && !classification.isEmpty()) {
            return new Wanted(CLASSIFICATION, ValueType.CLASSIFICATION, List.of(classification), null);
        }
        Relationship relationship = asked.relationship();
        String other = asked.documentId();
        if (relationship != null && other != null) {
            return new Wanted(
                    RELATIONSHIPS,
                    ValueType.RELATIONSHIPS,
                    List.of(relationship + "#" + other),
                    asked.inverseRelationship());
        }
        String key = asked.key() == null ? "" : asked.key();
        if (asked.entityTypeId() != null || asked.entityId() != null) {
            return new Wanted(key, ValueType.ENTITY, List.of(asked.entityTypeId() + "#" + asked.entityId()), null);
        }
        return standard(key, asked);
    }

    private static Wanted standard(String key, NewAttribute asked) {
        List<Object> texts = new ArrayList<>();
        add(texts, asked.stringValue());
        addAll(texts, asked.stringValues());
        if (!texts.isEmpty()) {
            ValueType type = key.equals(CLASSIFICATION) ? ValueType.CLASSIFICATION : ValueType.STRING;
            return new Wanted(key, type, distinct(texts), null);
        }
        List<Object> numbers = new ArrayList<>();
        add(numbers, asked.numberValue());
        addAll(numbers, asked.numberValues());
        if (!numbers.isEmpty()) {
            return new Wanted(key, ValueType.NUMBER, distinct(numbers), null);
        }
        Boolean flag = asked.booleanValue();
        return flag == null
                ? new Wanted(key, ValueType.KEY_ONLY, List.of(), null)
                : new Wanted(key, ValueType.BOOLEAN, List.of(flag), null);
    }

    private static void add(List<Object> values, @Nullable Object value) {
        if (value != null) {
            values.add(value);
        }
    }

    private static void addAll(List<Object> values, @Nullable List<?> more) {
        if (more != null) {
            more.forEach(value -> add(values, value));
        }
    }

    /** 100 and 100.0 are the same number, and one row. */
    private static List<Object> distinct(List<Object> values) {
        Map<Object, Object> seen = new LinkedHashMap<>();
        values.forEach(value ->
                seen.putIfAbsent(value instanceof BigDecimal number ? number.stripTrailingZeros() : value, value));
        return List.copyOf(seen.values());
    }

    Wanted as(ValueType other) {
        return new Wanted(key, other, values, inverse);
    }

    List<DocumentAttribute> rows(String documentId, String user, Instant at) {
        if (values.isEmpty()) {
            return List.of(new DocumentAttribute(documentId, key, null, type, null, null, null, user, at));
        }
        return values.stream()
                .map(value -> new DocumentAttribute(
                        documentId,
                        key,
                        null,
                        type,
                        value instanceof String text ? text : null,
                        value instanceof BigDecimal number ? number : null,
                        value instanceof Boolean flag ? flag : null,
                        user,
                        at))
                .toList();
    }
}
