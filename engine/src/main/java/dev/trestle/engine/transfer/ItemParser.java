package dev.trestle.engine.transfer;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import dev.trestle.engine.EngineException;
import dev.trestle.engine.value.Bytes;
import dev.trestle.engine.value.Value;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads one line of an export: {@code {"Item":{"name":{"S":"text"}}}}, to raw values. Refuses whatever else stands there. */
final class ItemParser {
    private final JsonParser parser;

    private ItemParser(JsonParser parser) {
        this.parser = parser;
    }

    static Map<String, Value> parse(byte[] line, int offset, int length) throws IOException {
        try (JsonParser parser = Json.FACTORY.createParser(line, offset, length)) {
            return new ItemParser(parser).line();
        } catch (JsonProcessingException e) {
            throw EngineException.validation("it is no JSON: " + e.getOriginalMessage());
        }
    }

    private Map<String, Value> line() throws IOException {
        expect(JsonToken.START_OBJECT, parser.nextToken(), "an object");
        if (!"Item".equals(parser.nextFieldName())) {
            throw wrong("{\"Item\": …}");
        }
        expect(JsonToken.START_OBJECT, parser.nextToken(), "an object with the item's attributes");
        Map<String, Value> item = attributes();
        expect(JsonToken.END_OBJECT, parser.nextToken(), "nothing beside \"Item\"");
        if (parser.nextToken() != null) {
            throw wrong("nothing behind the item");
        }
        return item;
    }

    private Map<String, Value> attributes() throws IOException {
        Map<String, Value> attributes = new LinkedHashMap<>();
        for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
            parser.nextToken();
            if (attributes.put(name, value()) != null) {
                throw EngineException.validation("the attribute " + name + " is there twice");
            }
        }
        return attributes;
    }

    /** The parser stands at the first token of a value, and afterwards at its last. */
    private Value value() throws IOException {
        expect(JsonToken.START_OBJECT, parser.currentToken(), "an object that names one type");
        String type = parser.nextFieldName();
        if (type == null) {
            throw EngineException.validation(
                    "Supplied AttributeValue is empty, must contain exactly one of the supported datatypes");
        }
        parser.nextToken();
        Value value = switch (type) {
            case "S" -> new Value.S(text("a string"));
            case "N" -> new Value.N(text("a string with a number"));
            case "B" -> new Value.B(binary());
            case "BOOL" -> new Value.Bool(bool());
            case "NULL" -> new Value.Null(bool());
            case "M" -> map();
            case "L" -> list();
            case "SS" -> new Value.SS(texts());
            case "NS" -> new Value.NS(texts());
            case "BS" -> new Value.BS(binaries());
            default -> throw EngineException.validation("there is no type " + type + column());
        };
        if (parser.nextToken() != JsonToken.END_OBJECT) {
            throw EngineException.validation(
                    "Supplied AttributeValue has more than one datatypes set, must contain exactly one of the supported"
                            + " datatypes");
        }
        return value;
    }

    private Value map() throws IOException {
        expect(JsonToken.START_OBJECT, parser.currentToken(), "an object");
        return new Value.M(attributes());
    }

    private Value list() throws IOException {
        expect(JsonToken.START_ARRAY, parser.currentToken(), "an array");
        List<Value> elements = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            elements.add(value());
        }
        return new Value.L(elements);
    }

    private List<String> texts() throws IOException {
        expect(JsonToken.START_ARRAY, parser.currentToken(), "an array of strings");
        List<String> texts = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            texts.add(text("a string"));
        }
        return texts;
    }

    private List<Bytes> binaries() throws IOException {
        expect(JsonToken.START_ARRAY, parser.currentToken(), "an array of strings");
        List<Bytes> binaries = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            binaries.add(binary());
        }
        return binaries;
    }

    private Bytes binary() throws IOException {
        String text = text("a string in base64");
        try {
            return Bytes.of(Base64.getDecoder().decode(text));
        } catch (IllegalArgumentException e) {
            throw EngineException.validation("a binary value is no base64: " + e.getMessage() + column());
        }
    }

    private String text(String wanted) throws IOException {
        expect(JsonToken.VALUE_STRING, parser.currentToken(), wanted);
        return parser.getText();
    }

    private boolean bool() throws IOException {
        JsonToken token = parser.currentToken();
        if (token != JsonToken.VALUE_TRUE && token != JsonToken.VALUE_FALSE) {
            throw wrong("true or false");
        }
        return token == JsonToken.VALUE_TRUE;
    }

    private void expect(JsonToken wanted, JsonToken found, String called) {
        if (found != wanted) {
            throw wrong(called);
        }
    }

    private EngineException wrong(String wanted) {
        return EngineException.validation("it should have " + wanted + column());
    }

    private String column() {
        return " at column " + parser.currentTokenLocation().getColumnNr();
    }
}
