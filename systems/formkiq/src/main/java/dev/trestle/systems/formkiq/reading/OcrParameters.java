package dev.trestle.systems.formkiq.reading;

import dev.trestle.systems.formkiq.api.Refusals;
import dev.trestle.systems.formkiq.reading.OcrViews.AskedOcr;
import dev.trestle.systems.formkiq.reading.OcrViews.Query;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** What an OCR action is asked to do, as its parameters have it. */
record OcrParameters(boolean needsTextract, boolean asCsv, boolean isSearchable, int pages) {
    private static final Set<String> PARSE_TYPES = Set.of("TEXT", "FORMS", "TABLES", "QUERIES");
    private static final Pattern PAGES = Pattern.compile("-1|[1-9][0-9]{0,5}");
    private static final int ALL = -1;

    /** The parameters of an action that does what a request asks for. */
    static Map<String, AttributeValue> of(AskedOcr asked) {
        Map<String, AttributeValue> parameters = new LinkedHashMap<>();
        List<String> types = asked.parseTypes();
        text(parameters, "ocrParseTypes", types == null ? null : String.join(", ", types));
        text(
                parameters,
                "ocrEngine",
                asked.ocrEngine() == null ? null : asked.ocrEngine().name());
        text(
                parameters,
                "ocrOutputType",
                asked.ocrOutputType() == null ? null : asked.ocrOutputType().name());
        text(parameters, "ocrNumberOfPages", asked.ocrNumberOfPages());
        text(
                parameters,
                "addPdfDetectedCharactersAsText",
                Boolean.TRUE.equals(asked.addPdfDetectedCharactersAsText()) ? "true" : null);
        List<Query> queries = asked.textractQueries();
        if (queries != null && !queries.isEmpty()) {
            parameters.put(
                    "ocrTextractQueries",
                    AttributeValue.fromL(queries.stream()
                            .map(OcrParameters::query)
                            .limit(100)
                            .toList()));
        }
        return parameters;
    }

    private static AttributeValue query(Query query) {
        Map<String, AttributeValue> fields = new LinkedHashMap<>();
        text(fields, "text", query.text());
        text(fields, "alias", query.alias());
        List<String> pages = query.pages();
        if (pages != null && !pages.isEmpty()) {
            fields.put(
                    "pages",
                    AttributeValue.fromL(
                            pages.stream().limit(100).map(AttributeValue::fromS).toList()));
        }
        return AttributeValue.fromM(fields);
    }

    private static void text(Map<String, AttributeValue> to, String name, @Nullable String value) {
        if (value != null && !value.isEmpty()) {
            to.put(name, AttributeValue.fromS(value));
        }
    }

    /** Refuses what no engine could do. */
    static void check(AskedOcr asked, Refusals refusals) {
        String pages = asked.ocrNumberOfPages();
        refusals.addIf(
                pages != null && !pages.isEmpty() && !PAGES.matcher(pages).matches(),
                "ocrNumberOfPages",
                "invalid 'ocrNumberOfPages'");
        List<String> types = asked.parseTypes() == null ? List.of() : asked.parseTypes();
        refusals.addIf(!PARSE_TYPES.containsAll(types), "parseTypes", "invalid 'parseTypes'");
    }

    /** What an action is asked to do; a number of pages that is none means all of them. */
    static OcrParameters read(Map<String, AttributeValue> parameters) {
        List<String> types = new ArrayList<>();
        for (String each : text(parameters, "ocrParseTypes").split(",", -1)) {
            types.add(each.strip().toUpperCase(Locale.ROOT));
        }
        boolean needsTextract = text(parameters, "ocrEngine").equalsIgnoreCase("TEXTRACT")
                || types.stream()
                        .anyMatch(type -> type.equals("FORMS") || type.equals("TABLES") || type.equals("QUERIES"));
        String pages = text(parameters, "ocrNumberOfPages");
        return new OcrParameters(
                needsTextract,
                text(parameters, "ocrOutputType").equalsIgnoreCase("CSV"),
                text(parameters, "addPdfDetectedCharactersAsText").equalsIgnoreCase("true"),
                PAGES.matcher(pages).matches() ? Integer.parseInt(pages) : ALL);
    }

    private static String text(Map<String, AttributeValue> parameters, String name) {
        AttributeValue value = parameters.get(name);
        return value == null || value.s() == null ? "" : value.s().strip();
    }
}
