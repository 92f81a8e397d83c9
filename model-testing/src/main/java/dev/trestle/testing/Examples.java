package dev.trestle.testing;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.protocols.jsoncore.JsonNode;
import software.amazon.awssdk.protocols.jsoncore.JsonNodeParser;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The example items of the design documents, kept beside the tests as the documents have them. */
public final class Examples {
    private static final JsonNodeParser PARSER = JsonNodeParser.create();

    private Examples() {}

    /** The example in a file of this name beside a test class, as the item that it describes. */
    public static Map<String, AttributeValue> item(Class<?> beside, String file) {
        try (InputStream in = beside.getResourceAsStream(file)) {
            if (in == null) {
                throw new IllegalArgumentException("there is no file " + file + " beside " + beside.getName());
            }
            return item(PARSER.parse(in));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** An item from plain JSON. */
    public static Map<String, AttributeValue> item(String json) {
        return item(PARSER.parse(json));
    }

    private static Map<String, AttributeValue> item(JsonNode node) {
        Map<String, AttributeValue> item = new LinkedHashMap<>();
        node.asObject().forEach((name, value) -> item.put(name, value(value)));
        return item;
    }

    private static AttributeValue value(JsonNode node) {
        if (node.isString()) {
            return AttributeValue.fromS(node.asString());
        }
        if (node.isNumber()) {
            return AttributeValue.fromN(node.asNumber());
        }
        if (node.isBoolean()) {
            return AttributeValue.fromBool(node.asBoolean());
        }
        if (node.isNull()) {
            return AttributeValue.fromNul(true);
        }
        if (node.isArray()) {
            List<AttributeValue> elements = new ArrayList<>();
            node.asArray().forEach(each -> elements.add(value(each)));
            return AttributeValue.fromL(elements);
        }
        return AttributeValue.fromM(item(node));
    }
}
