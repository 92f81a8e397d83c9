package dev.trestle.engine.transfer;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import java.io.IOException;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** JSON texts, small ones as maps, lists, strings, numbers and truth values; items have a parser of their own. */
final class Json {
    /** An attribute's value nests up to 32 levels, each of which takes two of JSON's. */
    static final int DEPTH_MAX = 80;

    static final int TEXT_CHARS_MAX = 8 * 1024 * 1024;

    private static final int NAME_CHARS_MAX = 70_000;
    private static final int NUMBER_CHARS_MAX = 40;

    /** Names are shared between lines, but not interned: their number is not bounded by anything that we know. */
    static final JsonFactory FACTORY = new JsonFactoryBuilder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(DEPTH_MAX)
                    .maxStringLength(TEXT_CHARS_MAX)
                    .maxNameLength(NAME_CHARS_MAX)
                    .maxNumberLength(NUMBER_CHARS_MAX)
                    .build())
            .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
            .build();

    private Json() {}

    /** What one text says, which must be an object. */
    static Fields parse(String text) throws IOException {
        try (JsonParser parser = FACTORY.createParser(text)) {
            Object value = parser.nextToken() == JsonToken.START_OBJECT ? value(parser) : null;
            if (!(value instanceof Map<?, ?> map) || parser.nextToken() != null) {
                throw new IOException("it is no single JSON object");
            }
            return new Fields(map);
        }
    }

    private static @Nullable Object value(JsonParser parser) throws IOException {
        switch (parser.currentToken()) {
            case START_OBJECT:
                Map<String, @Nullable Object> map = new LinkedHashMap<>();
                for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
                    parser.nextToken();
                    if (map.containsKey(name)) {
                        throw new IOException("the name " + name + " is there twice");
                    }
                    map.put(name, value(parser));
                }
                return map;
            case START_ARRAY:
                List<@Nullable Object> list = new ArrayList<>();
                while (parser.nextToken() != JsonToken.END_ARRAY) {
                    list.add(value(parser));
                }
                return list;
            case VALUE_NUMBER_INT:
                return parser.getLongValue();
            case VALUE_TRUE, VALUE_FALSE:
                return parser.getBooleanValue();
            case VALUE_NULL:
                return null;
            default:
                return parser.getText();
        }
    }

    /** Maps, lists, strings, longs, booleans and null as one line of text. */
    static String text(Map<String, ? extends @Nullable Object> value) throws IOException {
        StringWriter out = new StringWriter();
        try (JsonGenerator generator = FACTORY.createGenerator(out)) {
            write(generator, value);
        }
        return out.toString();
    }

    private static void write(JsonGenerator generator, @Nullable Object value) throws IOException {
        if (value instanceof Map<?, ?> map) {
            generator.writeStartObject();
            for (Map.Entry<?, ?> entry : map.entrySet()) {
                generator.writeFieldName(String.valueOf(entry.getKey()));
                write(generator, entry.getValue());
            }
            generator.writeEndObject();
        } else if (value instanceof Iterable<?> list) {
            generator.writeStartArray();
            for (Object element : list) {
                write(generator, element);
            }
            generator.writeEndArray();
        } else if (value instanceof Number number) {
            generator.writeNumber(number.longValue());
        } else if (value instanceof Boolean flag) {
            generator.writeBoolean(flag);
        } else if (value == null) {
            generator.writeNull();
        } else {
            generator.writeString(String.valueOf(value));
        }
    }

    /** An object's members, asked for by name and type; the complaints name the member. */
    record Fields(Map<?, ?> map) {
        String text(String name) throws IOException {
            String text = optionalText(name);
            if (text == null) {
                throw new IOException("it has no text " + name);
            }
            return text;
        }

        @Nullable
        String optionalText(String name) {
            return map.get(name) instanceof String text ? text : null;
        }

        long number(String name) throws IOException {
            if (map.get(name) instanceof Long number) {
                return number;
            }
            throw new IOException("it has no whole number " + name);
        }

        @Nullable
        Boolean flag(String name) {
            return map.get(name) instanceof Boolean flag ? flag : null;
        }

        @Nullable
        Fields object(String name) {
            return map.get(name) instanceof Map<?, ?> inner ? new Fields(inner) : null;
        }

        /** The objects of a list; null if there is no list. */
        @Nullable
        List<Fields> objects(String name) throws IOException {
            if (!(map.get(name) instanceof List<?> list)) {
                return null;
            }
            List<Fields> objects = new ArrayList<>();
            for (Object element : list) {
                if (!(element instanceof Map<?, ?> object)) {
                    throw new IOException(name + " holds something that is no object");
                }
                objects.add(new Fields(object));
            }
            return objects;
        }

        @Nullable
        List<String> texts(String name) {
            return map.get(name) instanceof List<?> list
                    ? list.stream().map(String::valueOf).toList()
                    : null;
        }
    }
}
