package dev.trestle.systems.formkiq.attributes;

import dev.trestle.model.operation.Expect;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Stored;
import dev.trestle.systems.formkiq.api.Refusals;
import dev.trestle.systems.formkiq.api.RowPlan;
import dev.trestle.systems.formkiq.model.DocumentAttributes;
import dev.trestle.systems.formkiq.model.DocumentAttributes.DocumentAttribute;
import dev.trestle.systems.formkiq.model.DocumentAttributes.ValueType;
import dev.trestle.systems.formkiq.model.SupportTable;
import dev.trestle.systems.formkiq.model.SupportTable.ValuesToken;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/** The rows by which several attributes of a document are found together: one for each combination of their values. */
public final class CompositeValues {
    /** What stands between the keys, and between the values. */
    public static final String DELIMITER = "::";

    private static final int COMBINATIONS_MAX = 100;
    private static final int GROUP_ROWS = 50;

    private CompositeValues() {}

    public static String keyOf(List<String> keys) {
        return String.join(DELIMITER, keys);
    }

    public static boolean isComposite(DocumentAttribute row) {
        return row.valueType() == ValueType.COMPOSITE_STRING;
    }

    /** A value as it stands among others: numbers so that their order as texts is theirs, unless they are negative. */
    public static String part(DocumentAttribute row) {
        BigDecimal number = row.numberValue();
        return number == null ? row.value() : part(number);
    }

    public static String part(BigDecimal number) {
        return String.format(Locale.ROOT, "%020.4f", number);
    }

    /** Adds what changes of the combinations by which attributes are found together. */
    static void plan(
            RowPlan plan,
            ItemStore store,
            DocumentValues.By by,
            Set<List<String>> composites,
            List<DocumentAttribute> existing,
            Map<String, List<DocumentAttribute>> after) {
        Map<String, DocumentAttribute> wanted =
                rows(composites, after, by.documentId(), by.caller().user(), by.at());
        Map<String, DocumentAttribute> before = new LinkedHashMap<>();
        existing.stream()
                .filter(CompositeValues::isComposite)
                .forEach(row -> before.put(row.key() + "#" + row.value(), row));
        if (composites.isEmpty() && before.isEmpty()) {
            return;
        }
        List<DocumentAttribute> creates = new ArrayList<>();
        wanted.forEach((place, row) -> {
            if (before.remove(place) == null) {
                creates.add(row);
            }
        });
        List<DocumentAttribute> deletes = List.copyOf(before.values());
        for (int from = 0; from < creates.size(); from += GROUP_ROWS) {
            List<DocumentAttribute> part = creates.subList(from, Math.min(creates.size(), from + GROUP_ROWS));
            plan.add(
                    part.size(),
                    decision -> part.forEach(row -> decision.put(DocumentAttributes.DOCUMENT_ATTRIBUTE, row)));
        }
        for (int from = 0; from < deletes.size(); from += GROUP_ROWS) {
            List<DocumentAttribute> part = deletes.subList(from, Math.min(deletes.size(), from + GROUP_ROWS));
            plan.add(
                    part.size(),
                    decision -> part.forEach(
                            row -> decision.delete(DocumentAttributes.DOCUMENT_ATTRIBUTE, row, Expect.ANYTHING)));
        }
        Optional<Stored<ValuesToken>> token = store.stored(SupportTable.TOKEN_OF_VALUES.of(by.documentId()));
        ValuesToken next = new ValuesToken(by.documentId(), UUID.randomUUID().toString());
        plan.guard(decision -> {
            if (token.isPresent()) {
                decision.replace(SupportTable.VALUES_TOKEN, token.get(), next);
            } else {
                decision.create(SupportTable.VALUES_TOKEN, next);
            }
        });
    }

    /** The rows that a document is about to have, by their keys and values. */
    static Map<String, DocumentAttribute> rows(
            Collection<List<String>> composites,
            Map<String, List<DocumentAttribute>> byKey,
            String documentId,
            String user,
            Instant at) {
        Map<String, DocumentAttribute> rows = new LinkedHashMap<>();
        for (List<String> keys : composites) {
            String key = keyOf(keys);
            for (String value : combinations(keys, byKey)) {
                rows.put(
                        key + "#" + value,
                        new DocumentAttribute(
                                documentId, key, null, ValueType.COMPOSITE_STRING, value, null, null, user, at));
            }
        }
        return rows;
    }

    private static List<String> combinations(List<String> keys, Map<String, List<DocumentAttribute>> byKey) {
        List<String> all = List.of("");
        for (int i = 0; i < keys.size(); i++) {
            List<String> values = byKey.getOrDefault(keys.get(i), List.of()).stream()
                    .filter(row -> row.valueType() != ValueType.KEY_ONLY)
                    .map(CompositeValues::part)
                    .toList();
            if ((long) all.size() * values.size() > COMBINATIONS_MAX) {
                String key = keyOf(keys);
                throw Refusals.of(key, "at most " + COMBINATIONS_MAX + " combinations of '" + key + "'");
            }
            List<String> longer = new ArrayList<>();
            for (String before : all) {
                for (String value : values) {
                    longer.add(i == 0 ? value : before + DELIMITER + value);
                }
            }
            all = longer;
        }
        return all;
    }
}
