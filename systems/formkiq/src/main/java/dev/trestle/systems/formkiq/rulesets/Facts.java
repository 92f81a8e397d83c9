package dev.trestle.systems.formkiq.rulesets;

import dev.trestle.model.operation.ItemStore;
import dev.trestle.systems.formkiq.model.DocumentAttributes;
import dev.trestle.systems.formkiq.model.DocumentAttributes.DocumentAttribute;
import dev.trestle.systems.formkiq.model.Documents.Document;
import dev.trestle.systems.formkiq.model.Rulesets.Criterion;
import dev.trestle.systems.formkiq.model.Rulesets.Operation;
import dev.trestle.systems.formkiq.model.Rulesets.RuleCondition;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What rules look at in one document. What takes work is read when the first rule asks for it, and once. For one thread. */
final class Facts {
    private static final int VALUES_MAX = 1000;

    private final ItemStore store;
    private final String site;
    private final Document document;
    private final RuleSources sources;
    private final Map<String, List<String>> attributes = new HashMap<>();
    private @Nullable String text;
    private @Nullable Map<String, List<String>> fields;
    private @Nullable List<String> barcodes;

    Facts(ItemStore store, String site, Document document, RuleSources sources) {
        this.store = store;
        this.site = site;
        this.document = document;
        this.sources = sources;
    }

    Document document() {
        return document;
    }

    static @Nullable Criterion looksAt(RuleCondition condition) {
        return condition.criterion() == null ? condition.attribute() : condition.criterion();
    }

    boolean holds(RuleCondition condition) throws IOException {
        String wanted = condition.value();
        Operation operation = condition.operation();
        if (wanted == null || operation == null) {
            return false;
        }
        return values(condition).stream().anyMatch(value -> compare(operation, value, wanted));
    }

    private static boolean compare(Operation operation, String value, String wanted) {
        String one = folded(value);
        String other = folded(wanted);
        return operation == Operation.EQ ? one.equals(other) : one.contains(other);
    }

    /** Upper and lower case are the same, and so is white space of any kind and length, which line breaks are. */
    private static String folded(String text) {
        return text.strip().replaceAll("\\s+", " ").toLowerCase(Locale.ROOT);
    }

    /** What a condition looks at has these values. */
    List<String> values(RuleCondition condition) throws IOException {
        Criterion criterion = looksAt(condition);
        if (criterion == null) {
            return List.of();
        }
        return switch (criterion) {
            case CONTENT_TYPE -> contentTypes();
            case TEXT -> List.of(text());
            case ATTRIBUTE -> attributes.computeIfAbsent(String.valueOf(condition.attributeKey()), this::attribute);
            case FIELD -> fields().getOrDefault(String.valueOf(condition.fieldName()), List.of());
            case BARCODE -> barcodes();
        };
    }

    /** With its parameters and without. */
    private List<String> contentTypes() {
        String type = document.contentType();
        if (type == null) {
            return List.of();
        }
        int end = type.indexOf(';');
        return end < 0 ? List.of(type) : List.of(type, type.substring(0, end));
    }

    private String text() throws IOException {
        String known = text;
        if (known == null) {
            known = sources.text(site, document);
            text = known;
        }
        return known;
    }

    private Map<String, List<String>> fields() throws IOException {
        Map<String, List<String>> known = fields;
        if (known == null) {
            known = sources.fields(site, document);
            fields = known;
        }
        return known;
    }

    private List<String> barcodes() throws IOException {
        List<String> known = barcodes;
        if (known == null) {
            known = sources.barcodes(site, document);
            barcodes = known;
        }
        return known;
    }

    private List<String> attribute(String key) {
        List<String> values = new ArrayList<>();
        if (key.isEmpty() || key.indexOf('#') >= 0) {
            return values;
        }
        for (DocumentAttribute row :
                store.first(DocumentAttributes.ATTRIBUTE_VALUES.of(document.documentId(), key), VALUES_MAX)) {
            if (row.stringValue() != null) {
                values.add(row.stringValue());
            } else if (row.numberValue() != null) {
                values.add(plain(row));
            } else if (row.booleanValue() != null) {
                values.add(String.valueOf(row.booleanValue()));
            }
        }
        return values;
    }

    private static String plain(DocumentAttribute row) {
        return new java.math.BigDecimal(String.valueOf(row.numberValue()))
                .stripTrailingZeros()
                .toPlainString();
    }
}
