package dev.trestle.systems.formkiq.schemas;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectReader;
import dev.trestle.platform.api.Json;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A schema as requests bring it and items keep it, as JSON.
 *
 * @param name what it is called
 */
public record SchemaDocument(
        @Nullable String name, @Nullable SchemaAttributes attributes) {
    private static final ObjectReader READER =
            Json.mapper().readerFor(SchemaDocument.class).without(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);

    /** Attributes that are searched for together. */
    public record CompositeKey(@Nullable List<String> attributeKeys) {
        public List<String> keys() {
            return attributeKeys == null ? List.of() : attributeKeys;
        }
    }

    /** What a schema says of one attribute; only a required one has defaults. */
    public record SchemaAttribute(
            @Nullable String attributeKey,
            @Nullable BigDecimal minNumberOfValues,
            @Nullable BigDecimal maxNumberOfValues,
            @Nullable String defaultValue,
            @Nullable List<String> defaultValues,
            @Nullable List<String> allowedValues) {
        public String key() {
            return attributeKey == null ? "" : attributeKey;
        }

        public List<String> allowed() {
            return allowedValues == null ? List.of() : allowedValues;
        }

        public List<String> defaults() {
            List<String> all = new ArrayList<>();
            if (defaultValue != null && !defaultValue.isEmpty()) {
                all.add(defaultValue);
            }
            if (defaultValues != null) {
                defaultValues.stream().filter(each -> !all.contains(each)).forEach(all::add);
            }
            return all;
        }
    }

    /** What a schema says of attributes. Not to say whether others are allowed allows them. */
    public record SchemaAttributes(
            @Nullable List<CompositeKey> compositeKeys,
            @Nullable List<SchemaAttribute> required,
            @Nullable List<SchemaAttribute> optional,
            @Nullable Boolean allowAdditionalAttributes) {}

    static final SchemaDocument NONE = new SchemaDocument(null, null);

    /** A schema that another program wrote may be anything: what cannot be read holds nobody to anything. */
    public static SchemaDocument parse(String json) {
        try {
            return READER.readValue(json);
        } catch (JsonProcessingException e) {
            return NONE;
        }
    }

    public String text() {
        try {
            return Json.mapperWithoutNulls().writeValueAsString(this);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }

    public List<CompositeKey> compositeKeys() {
        return attributes == null || attributes.compositeKeys() == null ? List.of() : attributes.compositeKeys();
    }

    public List<SchemaAttribute> required() {
        return attributes == null || attributes.required() == null ? List.of() : attributes.required();
    }

    public List<SchemaAttribute> optional() {
        return attributes == null || attributes.optional() == null ? List.of() : attributes.optional();
    }

    public boolean allowsAdditional() {
        return attributes == null || !Boolean.FALSE.equals(attributes.allowAdditionalAttributes());
    }

    public List<SchemaAttribute> all() {
        List<SchemaAttribute> all = new ArrayList<>(required());
        all.addAll(optional());
        return all;
    }

    /** The keys of the attributes that it requires or allows. */
    public Set<String> keys() {
        Set<String> keys = new LinkedHashSet<>();
        all().forEach(each -> keys.add(each.key()));
        return keys;
    }

    public Optional<SchemaAttribute> find(String key) {
        return all().stream().filter(each -> each.key().equals(key)).findFirst();
    }
}
