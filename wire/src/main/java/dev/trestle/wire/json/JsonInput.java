package dev.trestle.wire.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import dev.trestle.wire.error.Refusal;
import java.io.IOException;
import java.time.Instant;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * A request's JSON, read token by token. A value of the wrong type is refused in the words of the service; of two members of one name
 * the last counts; what is no JSON is refused without a word, as by the service.
 */
public final class JsonInput {
    private static final int NESTING_MAX = 1_000;
    private static final int NUMBER_CHARS_MAX = 1_000;
    private static final int BODY_CHARS_MAX = 64 * 1024 * 1024;

    /** Names come from clients, so they are neither interned nor kept. */
    private static final JsonFactory FACTORY = new JsonFactoryBuilder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(NESTING_MAX)
                    .maxNumberLength(NUMBER_CHARS_MAX)
                    .maxStringLength(BODY_CHARS_MAX)
                    .maxNameLength(BODY_CHARS_MAX)
                    .build())
            .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
            .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
            .build();

    private final JsonParser parser;

    private JsonInput(JsonParser parser) {
        this.parser = parser;
    }

    /** The one object that a body holds. */
    public static <T> T parse(byte[] body, Type<T> type) {
        try (JsonParser parser = FACTORY.createParser(body)) {
            if (parser.nextToken() == null) {
                throw Refusal.serialization(null);
            }
            T value = type.read(new JsonInput(parser));
            if (parser.nextToken() != null) {
                throw Refusal.serialization(null);
            }
            return value;
        } catch (JsonProcessingException e) {
            throw Refusal.serialization(null);
        } catch (IOException e) {
            throw new IllegalStateException("reading an array cannot fail", e);
        }
    }

    public JsonToken token() {
        JsonToken token = parser.currentToken();
        if (token == null) {
            throw Refusal.serialization(null);
        }
        return token;
    }

    /** The next member's name, with the input at its value; null at the object's end. */
    @Nullable
    String nextName() throws IOException {
        String name = parser.nextFieldName();
        if (name != null) {
            parser.nextToken();
        }
        return name;
    }

    /** Whether there is a further element, with the input at its first token. */
    boolean nextElement() throws IOException {
        return parser.nextToken() != JsonToken.END_ARRAY;
    }

    boolean isNull() {
        return parser.currentToken() == JsonToken.VALUE_NULL;
    }

    void skip() throws IOException {
        parser.skipChildren();
    }

    String text() throws IOException {
        if (token() != JsonToken.VALUE_STRING) {
            throw wrongScalar("String");
        }
        return parser.getText();
    }

    boolean flag() {
        JsonToken token = token();
        if (token == JsonToken.VALUE_STRING) {
            throw Refusal.serialization("Unexpected token received from parser");
        }
        if (token != JsonToken.VALUE_TRUE && token != JsonToken.VALUE_FALSE) {
            throw wrongScalar("Boolean");
        }
        return token == JsonToken.VALUE_TRUE;
    }

    int integer() throws IOException {
        return (int) whole("Integer", Integer.MIN_VALUE, Integer.MAX_VALUE);
    }

    long whole() throws IOException {
        return whole("Long", Long.MIN_VALUE, Long.MAX_VALUE);
    }

    /** A fraction is cut off, as by the service. */
    private long whole(String type, long min, long max) throws IOException {
        JsonToken token = token();
        if (token == JsonToken.VALUE_NUMBER_FLOAT) {
            double number = parser.getDoubleValue();
            if (number >= min && number <= max) {
                return (long) number;
            }
        } else if (token == JsonToken.VALUE_NUMBER_INT && parser.getNumberType() != JsonParser.NumberType.BIG_INTEGER) {
            long number = parser.getLongValue();
            if (number >= min && number <= max) {
                return number;
            }
        }
        throw wrongScalar(type);
    }

    /** Seconds since 1970, with a fraction. */
    Instant moment() throws IOException {
        JsonToken token = token();
        if (token == JsonToken.VALUE_NUMBER_INT || token == JsonToken.VALUE_NUMBER_FLOAT) {
            double millis = parser.getDoubleValue() * 1000;
            if (Math.abs(millis) < 1e15) {
                return Instant.ofEpochMilli(Math.round(millis));
            }
        }
        throw wrongScalar("Date");
    }

    byte[] binary() throws IOException {
        if (token() != JsonToken.VALUE_STRING) {
            throw Refusal.serialization("only base-64-encoded strings are convertible to bytes");
        }
        String text = parser.getText();
        if (text.length() % 4 != 0) {
            throw Refusal.serialization(
                    "Base64 encoded length is expected a multiple of 4 bytes but found: " + text.length());
        }
        try {
            return Base64.getDecoder().decode(text);
        } catch (IllegalArgumentException e) {
            throw Refusal.serialization("Invalid Base64");
        }
    }

    void startObject(String javaType) {
        JsonToken token = token();
        if (token == JsonToken.START_ARRAY) {
            throw Refusal.serialization("Unrecognized collection type " + javaType);
        }
        if (token != JsonToken.START_OBJECT) {
            throw Refusal.serialization(
                    javaType.startsWith("class ") ? "Unexpected value type in payload" : "Unexpected field type");
        }
    }

    void startList() {
        JsonToken token = token();
        if (token == JsonToken.START_OBJECT) {
            throw Refusal.serialization("Start of structure or map found where not expected.");
        }
        if (token != JsonToken.START_ARRAY) {
            throw Refusal.serialization("Unexpected field type");
        }
    }

    private Refusal wrongScalar(String type) {
        return Refusal.serialization(
                switch (token()) {
                    case START_OBJECT -> "Start of structure or map found where not expected.";
                    case START_ARRAY -> "Unrecognized collection type class java.lang." + type;
                    case VALUE_STRING -> "STRING_VALUE cannot be converted to " + type;
                    case VALUE_NUMBER_INT -> "NUMBER_VALUE cannot be converted to " + type;
                    case VALUE_NUMBER_FLOAT -> "DECIMAL_VALUE cannot be converted to " + type;
                    case VALUE_TRUE -> "TRUE_VALUE cannot be converted to " + type;
                    case VALUE_FALSE -> "FALSE_VALUE cannot be converted to " + type;
                    default -> null;
                });
    }
}
