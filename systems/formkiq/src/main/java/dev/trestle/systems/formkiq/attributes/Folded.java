package dev.trestle.systems.formkiq.attributes;

import dev.trestle.systems.formkiq.api.Dates;
import dev.trestle.systems.formkiq.attributes.AttributeViews.ShownType;
import dev.trestle.systems.formkiq.attributes.AttributeViews.ValueView;
import dev.trestle.systems.formkiq.model.DocumentAttributes.DocumentAttribute;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/** Rows of attributes as the API shows them: one view for each key, its values in their order. */
public final class Folded {
    private Folded() {}

    public static List<ValueView> of(Collection<DocumentAttribute> rows) {
        Map<String, List<DocumentAttribute>> byKey = new TreeMap<>();
        rows.forEach(row ->
                byKey.computeIfAbsent(row.key(), any -> new ArrayList<>()).add(row));
        return byKey.values().stream().map(Folded::view).toList();
    }

    private static ValueView view(List<DocumentAttribute> rows) {
        DocumentAttribute first = rows.get(0);
        List<String> texts = rows.stream()
                .map(DocumentAttribute::stringValue)
                .filter(Objects::nonNull)
                .sorted()
                .toList();
        List<BigDecimal> numbers = rows.stream()
                .map(DocumentAttribute::numberValue)
                .filter(Objects::nonNull)
                .sorted()
                .toList();
        return new ValueView(
                first.key(),
                texts.size() == 1 ? texts.get(0) : null,
                texts.size() > 1 ? texts : null,
                numbers.size() == 1 ? numbers.get(0) : null,
                numbers.size() > 1 ? numbers : null,
                first.booleanValue(),
                Dates.textOf(first.inserteddate()),
                first.userId(),
                ShownType.valueOf(first.valueType().name()));
    }
}
