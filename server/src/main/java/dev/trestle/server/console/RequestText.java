package dev.trestle.server.console;

import dev.trestle.platform.api.Json;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;

/**
 * A request to DynamoDB as people would send it themselves.
 *
 * @param operation such as {@code Query}
 * @param json as it goes over the wire
 * @param aws a line for a shell with the AWS command line
 * @param java the same with the AWS SDK for Java
 */
record RequestText(String operation, Map<String, Object> json, String aws, String java) {
    private static final String REGION = "us-east-1";

    /** {@code endpoint} is where this machine serves DynamoDB; empty for AWS itself. */
    static RequestText of(DynamoDbRequest request, Optional<String> endpoint) {
        String operation = request.getClass().getSimpleName().replaceFirst("Request$", "");
        Map<String, Object> json = DynamoJson.of(request);
        return new RequestText(operation, json, aws(operation, json, endpoint), java(operation, json));
    }

    private static String aws(String operation, Map<String, Object> json, Optional<String> endpoint) {
        StringBuilder line = new StringBuilder("aws dynamodb ").append(kebab(operation));
        endpoint.ifPresent(url -> line.append(" --endpoint-url ")
                .append(quoted(url))
                .append(" --region ")
                .append(REGION));
        json.forEach((name, value) -> {
            line.append(" \\\n  --");
            if (value instanceof Boolean flag) {
                line.append(flag ? "" : "no-").append(kebab(name));
            } else {
                boolean whole = value instanceof String || value instanceof Number;
                line.append(kebab(name)).append(' ').append(quoted(whole ? value.toString() : Json.text(value)));
            }
        });
        return line.toString();
    }

    private static String kebab(String name) {
        return name.replaceAll("(?<=[a-z0-9])(?=[A-Z])", "-").toLowerCase(Locale.ROOT);
    }

    /** For a POSIX shell: between single quotes nothing has a meaning but a single quote. */
    static String quoted(String text) {
        return "'" + text.replace("'", "'\\''") + "'";
    }

    private static String java(String operation, Map<String, Object> json) {
        StringBuilder code = new StringBuilder("client.")
                .append(lower(operation))
                .append('(')
                .append(operation)
                .append("Request.builder()\n");
        json.forEach((name, value) -> code.append("        .")
                .append(lower(name))
                .append('(')
                .append(literal(name, value))
                .append(")\n"));
        return code.append("        .build());").toString();
    }

    private static String literal(String name, Object value) {
        if (value instanceof Map<?, ?> map) {
            boolean names = name.equals("ExpressionAttributeNames");
            return map.entrySet().stream()
                    .map(entry -> "Map.entry(" + string(String.valueOf(entry.getKey())) + ", "
                            + (names ? string(String.valueOf(entry.getValue())) : attribute(entry.getValue())) + ")")
                    .collect(Collectors.joining(",\n                ", "Map.ofEntries(\n                ", ")"));
        }
        if (value instanceof List<?> list) {
            return list.stream().map(RequestText::attribute).collect(Collectors.joining(", "));
        }
        return value instanceof String text ? string(text) : String.valueOf(value);
    }

    private static String attribute(Object value) {
        Map.Entry<?, ?> only = ((Map<?, ?>) value).entrySet().iterator().next();
        Object inside = only.getValue();
        return switch (String.valueOf(only.getKey())) {
            case "S" -> "AttributeValue.fromS(" + string((String) inside) + ")";
            case "N" -> "AttributeValue.fromN(" + string((String) inside) + ")";
            case "B" -> "AttributeValue.fromB(" + bytes((String) inside) + ")";
            case "BOOL" -> "AttributeValue.fromBool(" + inside + ")";
            case "NULL" -> "AttributeValue.fromNul(true)";
            case "SS" -> "AttributeValue.fromSs(" + all((List<?>) inside, each -> string((String) each)) + ")";
            case "NS" -> "AttributeValue.fromNs(" + all((List<?>) inside, each -> string((String) each)) + ")";
            case "BS" -> "AttributeValue.fromBs(" + all((List<?>) inside, each -> bytes((String) each)) + ")";
            case "L" -> "AttributeValue.fromL(" + all((List<?>) inside, RequestText::attribute) + ")";
            default -> "AttributeValue.fromM(" + literal("", inside) + ")";
        };
    }

    private static String all(List<?> values, java.util.function.Function<Object, String> each) {
        return values.stream().map(each).collect(Collectors.joining(", ", "List.of(", ")"));
    }

    private static String bytes(String base64) {
        return "SdkBytes.fromByteArray(Base64.getDecoder().decode(" + string(base64) + "))";
    }

    /** A string as Java's sources have it, in ASCII. */
    static String string(String text) {
        StringBuilder literal = new StringBuilder("\"");
        text.chars().forEach(c -> {
            switch (c) {
                case '"' -> literal.append("\\\"");
                case '\\' -> literal.append("\\\\");
                case '\n' -> literal.append("\\n");
                case '\r' -> literal.append("\\r");
                case '\t' -> literal.append("\\t");
                default -> {
                    if (c >= ' ' && c < 0x7f) {
                        literal.append((char) c);
                    } else {
                        literal.append(String.format("\\u%04x", c));
                    }
                }
            }
        });
        return literal.append('"').toString();
    }

    private static String lower(String name) {
        return Character.toLowerCase(name.charAt(0)) + name.substring(1);
    }
}
