package dev.trestle.sdk;

import dev.trestle.engine.value.Value;
import java.util.LinkedHashMap;
import java.util.Map;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Turns values of a request back into the SDK's, for the parts of a batch that were not processed. They have passed the engine's
 * checks, so their depth is bounded.
 */
final class ReturnedValues {
    private ReturnedValues() {}

    static Map<String, AttributeValue> map(Map<String, Value> values) {
        Map<String, AttributeValue> attributes = new LinkedHashMap<>(values.size() * 2);
        values.forEach((name, value) -> attributes.put(name, attribute(value)));
        return attributes;
    }

    private static AttributeValue attribute(Value value) {
        return switch (value.type()) {
            case S -> AttributeValue.createS(((Value.S) value).value());
            case N -> AttributeValue.createN(((Value.N) value).text());
            case B ->
                AttributeValue.createB(
                        SdkBytes.fromByteArray(((Value.B) value).value().array()));
            case BOOL -> AttributeValue.createBool(((Value.Bool) value).value());
            case NULL -> AttributeValue.createNul(((Value.Null) value).value());
            case M -> AttributeValue.createM(map(((Value.M) value).entries()));
            case L ->
                AttributeValue.createL(((Value.L) value)
                        .elements().stream().map(ReturnedValues::attribute).toList());
            case SS -> AttributeValue.createSs(((Value.SS) value).values());
            case NS -> AttributeValue.createNs(((Value.NS) value).texts());
            case BS ->
                AttributeValue.createBs(((Value.BS) value)
                        .values().stream()
                                .map(bytes -> SdkBytes.fromByteArray(bytes.array()))
                                .toList());
            case MALFORMED -> throw new IllegalStateException("a malformed value passed validation");
        };
    }
}
