package dev.trestle.platform.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.BeanProperty;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.deser.ContextualDeserializer;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import dev.trestle.model.time.TimeFormat;
import dev.trestle.model.time.TimeLayout;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** JSON as all of the platform reads and writes it. */
public final class Json {
    /** Deep enough for every contract; a body that is deeper is an attack on whoever walks it. */
    private static final int DEPTH_MAX = 64;

    private static final int NUMBER_LENGTH_MAX = 100;
    private static final int NAME_LENGTH_MAX = 2048;

    private static final ObjectMapper MAPPER = make();
    private static final ObjectMapper WITHOUT_NULLS =
            MAPPER.copy().setDefaultPropertyInclusion(JsonInclude.Include.NON_NULL);

    private Json() {}

    /** The one mapper; it must not be configured further. */
    public static ObjectMapper mapper() {
        return MAPPER;
    }

    /** The same, but members that are null are left out. */
    public static ObjectMapper mapperWithoutNulls() {
        return WITHOUT_NULLS;
    }

    /** Maps, lists, strings, numbers, booleans. */
    public static @Nullable Object parse(byte[] bytes) throws IOException {
        return MAPPER.readValue(bytes, Object.class);
    }

    public static byte[] bytes(@Nullable Object value) {
        try {
            return MAPPER.writeValueAsBytes(value);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("This cannot be written as JSON: " + e.getOriginalMessage(), e);
        }
    }

    /** Writes into something that keeps it in memory. */
    public static void write(@Nullable Object value, OutputStream out, ObjectMapper mapper) {
        try {
            mapper.writeValue(out, value);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("This cannot be written as JSON: " + e.getOriginalMessage(), e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static String text(@Nullable Object value) {
        return new String(bytes(value), StandardCharsets.UTF_8);
    }

    private static ObjectMapper make() {
        JsonFactory factory = JsonFactory.builder()
                .streamReadConstraints(StreamReadConstraints.builder()
                        .maxNestingDepth(DEPTH_MAX)
                        .maxNumberLength(NUMBER_LENGTH_MAX)
                        .maxNameLength(NAME_LENGTH_MAX)
                        .build())
                .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                .disable(StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION)
                .build();
        SimpleModule patches = new SimpleModule("patch");
        patches.addDeserializer(Patch.class, new PatchReader(null));
        SimpleModule times = new SimpleModule("times");
        times.addSerializer(Instant.class, new TimeWriter());
        SimpleModule aliases = new SimpleModule("aliases");
        aliases.setSerializerModifier(new AliasWriting());
        return JsonMapper.builder(factory)
                .addModule(new JavaTimeModule())
                .addModule(patches)
                .addModule(times)
                .addModule(aliases)
                .annotationIntrospector(new ModelNames())
                .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
                .disable(SerializationFeature.FAIL_ON_EMPTY_BEANS)
                .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
                .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
                .build();
    }

    /** Absent, null and a value, told apart. */
    private static final class PatchReader extends JsonDeserializer<Patch<?>> implements ContextualDeserializer {
        private final @Nullable JavaType content;

        PatchReader(@Nullable JavaType content) {
            this.content = content;
        }

        @Override
        public JsonDeserializer<?> createContextual(DeserializationContext context, @Nullable BeanProperty property) {
            JavaType type = property == null ? context.getContextualType() : property.getType();
            return new PatchReader(type.containedTypeOrUnknown(0));
        }

        @Override
        public Patch<?> deserialize(JsonParser parser, DeserializationContext context) throws IOException {
            return new Patch.To<>(Objects.requireNonNull(
                    context.<Object>readValue(parser, Objects.requireNonNull(content, "a type to read"))));
        }

        @Override
        public Patch<?> getNullValue(DeserializationContext context) {
            return new Patch.Clear<>();
        }

        @Override
        public Object getAbsentValue(DeserializationContext context) {
            return new Patch.Keep<>();
        }
    }

    /**
     * Times always have their milliseconds, as items keep them: {@code 2026-01-01T00:00:00.000Z}. A finer time keeps all its digits.
     * {@link Instant#toString} takes ten times as long where there are thousands.
     */
    private static final class TimeWriter extends JsonSerializer<Instant> {
        private static final int NANOS_A_MILLI = 1_000_000;
        private static final TimeLayout MILLIS = Objects.requireNonNull(TimeFormat.MILLIS.layout());
        private static final long FIRST = Instant.parse("0000-01-01T00:00:00Z").getEpochSecond();
        private static final long LAST = Instant.parse("9999-12-31T23:59:59Z").getEpochSecond();

        @Override
        public void serialize(Instant time, JsonGenerator out, SerializerProvider any) throws IOException {
            out.writeString(text(time));
        }

        private static String text(Instant time) {
            if (time.getNano() % NANOS_A_MILLI != 0 || time.getEpochSecond() < FIRST || time.getEpochSecond() > LAST) {
                return time.toString();
            }
            return MILLIS.format(time);
        }
    }
}
