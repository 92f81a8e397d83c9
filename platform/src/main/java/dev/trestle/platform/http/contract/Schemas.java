package dev.trestle.platform.http.contract;

import dev.trestle.platform.api.Problem.Violation;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.json.schema.Draft;
import io.vertx.json.schema.JsonSchema;
import io.vertx.json.schema.JsonSchemaOptions;
import io.vertx.json.schema.OutputFormat;
import io.vertx.json.schema.OutputUnit;
import io.vertx.json.schema.SchemaException;
import io.vertx.json.schema.SchemaRepository;
import io.vertx.json.schema.Validator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The schemas of one contract: JSON Schema 2020-12, which is what OpenAPI 3.1 has. */
final class Schemas {
    private static final String DOCUMENT = "app://contract";
    private static final int VIOLATIONS_MAX = 20;
    private static final String NONE_OF = "Instance does not match any of ";
    private static final Pattern MISSING = Pattern.compile("Instance does not have required property \"(.*)\"");

    private final SchemaRepository repository;
    private int count;

    Schemas(Map<String, Object> document) {
        repository = SchemaRepository.create(new JsonSchemaOptions()
                .setBaseUri(DOCUMENT)
                .setDraft(Draft.DRAFT202012)
                .setOutputFormat(OutputFormat.Basic));
        Object components = document.get("components");
        Object schemas = components instanceof Map<?, ?> map ? map.get("schemas") : null;
        JsonObject shared = new JsonObject()
                .put("components", new JsonObject().put("schemas", schemas == null ? new JsonObject() : copy(schemas)));
        try {
            repository.dereference(DOCUMENT, JsonSchema.of(shared));
        } catch (SchemaException e) {
            throw new ContractException("The contract's schemas are not valid: " + e.getMessage(), e);
        }
    }

    /** A check of values against a schema that stands somewhere in the contract. */
    Check check(Node schema) {
        // Below references a schema may be one that is known by another name already.
        String uri = "app://contract/" + count++;
        JsonObject copy = (JsonObject) copy(schema.value());
        try {
            repository.dereference(uri, JsonSchema.of(copy));
            return new Check(repository, uri);
        } catch (SchemaException | IllegalArgumentException e) {
            throw new ContractException(schema.place() + " is no valid schema: " + e.getMessage(), e);
        }
    }

    /** A copy that the validator may write its notes into, with references that hold from anywhere. */
    private static Object copy(Object value) {
        if (value instanceof Map<?, ?> map) {
            Map<String, Object> copy = new LinkedHashMap<>();
            map.forEach((name, member) -> copy.put(
                    (String) name,
                    name.equals("$ref") && member instanceof String reference && reference.startsWith("#")
                            ? DOCUMENT + reference
                            : copyOrNull(member)));
            return new JsonObject(copy);
        }
        if (value instanceof List<?> list) {
            JsonArray copy = new JsonArray();
            list.forEach(entry -> copy.add(copyOrNull(entry)));
            return copy;
        }
        return value;
    }

    @SuppressWarnings("NullAway") // JSON's null is a value of its maps
    private static Object copyOrNull(@Nullable Object value) {
        return value == null ? null : copy(value);
    }

    /** Checks values against one schema, which is known to be valid. Safe for any number of threads. */
    static final class Check implements ValueCheck {
        private final SchemaRepository repository;
        private final String uri;
        private volatile @Nullable Validator validator;

        private Check(SchemaRepository repository, String uri) {
            this.repository = repository;
            this.uri = uri;
        }

        /**
         * Made for the first value: each validator has a table of all the contract's schemas, and most, those of answers, are used by
         * tests only. The repository does not change any more by then; who makes a second one has wasted a moment.
         */
        private Validator validator() {
            Validator known = validator;
            if (known == null) {
                known = repository.validator(uri);
                validator = known;
            }
            return known;
        }

        /**
         * What is wrong with a value, most telling first; empty if nothing is.
         *
         * @param prefix where the value stands
         */
        @Override
        public List<Violation> violations(@Nullable Object value, String prefix) {
            OutputUnit result = validator().validate(value);
            if (Boolean.TRUE.equals(result.getValid())) {
                return List.of();
            }
            List<OutputUnit> errors = result.getErrors() == null ? List.of() : result.getErrors();
            List<Violation> found = errors.stream()
                    .filter(error -> !isSummary(error))
                    .map(error -> violation(prefix, error))
                    .distinct()
                    .limit(VIOLATIONS_MAX)
                    .toList();
            return found.isEmpty() ? List.of(new Violation(prefix, "is not valid")) : found;
        }

        /** Lines that only say that there are other lines. */
        private static boolean isSummary(OutputUnit error) {
            String text = String.valueOf(error.getError());
            return text.startsWith("A sub") || text.matches("(Property|Items?|Key) .* (does|did) not match schema.*");
        }

        private static Violation violation(String prefix, OutputUnit error) {
            String place = field(prefix, error.getInstanceLocation());
            Matcher missing = MISSING.matcher(String.valueOf(error.getError()));
            if (missing.matches()) {
                String name = missing.group(1);
                return new Violation(place.equals("body") ? name : place + "/" + name, "is missing");
            }
            return new Violation(place, text(error));
        }

        private static String text(OutputUnit error) {
            String text = error.getError();
            if (text == null) {
                return "is not valid";
            }
            if (text.startsWith(NONE_OF)) {
                return "must be one of: " + text.substring(NONE_OF.length()).replaceAll("[\\[\\]\"]", "");
            }
            // The validator's own words for alternatives say nothing about the value.
            return text.startsWith("Instance does not match") ? "is not one of the accepted values" : text;
        }

        private static String field(String prefix, @Nullable String location) {
            String below = location == null ? "" : location.replaceFirst("^#/?", "");
            if (prefix.isEmpty()) {
                return below.isEmpty() ? "body" : below;
            }
            return below.isEmpty() ? prefix : prefix + "/" + below;
        }
    }
}
