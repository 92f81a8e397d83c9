package dev.trestle.systems.formkiq.search;

import dev.trestle.model.Bound;
import dev.trestle.model.Groups;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.systems.formkiq.attributes.CompositeValues;
import dev.trestle.systems.formkiq.model.Attributes;
import dev.trestle.systems.formkiq.model.Attributes.Attribute;
import dev.trestle.systems.formkiq.model.Attributes.DataType;
import dev.trestle.systems.formkiq.model.DocumentAttributes;
import dev.trestle.systems.formkiq.model.DocumentAttributes.DocumentAttribute;
import dev.trestle.systems.formkiq.model.Schemas;
import dev.trestle.systems.formkiq.search.SearchViews.RangeQuery;
import dev.trestle.systems.formkiq.search.SearchViews.ValueQuery;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Several attributes that a composite key has together are one part of an index: all but the last have one value, the
 * last one may begin with a text or be in a range. What is found is compared with each attribute, so that a value with
 * the delimiter in it matches nothing by accident.
 */
final class CompositeSearch {
    private static final int KEYS_MAX = 100;

    private CompositeSearch() {}

    /** The index range that answers these conditions; empty if no composite key serves. */
    static Optional<Bound<DocumentAttribute>> find(ItemStore indexes, List<ValueQuery> queries) {
        Map<String, ValueQuery> byKey = new LinkedHashMap<>();
        queries.forEach(each -> byKey.put(String.valueOf(each.key()), each));
        List<String> open = byKey.entrySet().stream()
                .filter(each -> !each.getValue().hasEq())
                .map(Map.Entry::getKey)
                .toList();
        boolean isServed = queries.size() > 1
                && byKey.keySet().stream().noneMatch(key -> key.isEmpty() || key.indexOf('#') >= 0)
                && open.size() <= 1
                && open.stream().map(byKey::get).allMatch(CompositeSearch::isOrdered);
        if (!isServed) {
            return Optional.empty();
        }
        return composites(indexes, List.copyOf(byKey.keySet())).stream()
                .filter(keys -> open.isEmpty() || keys.get(keys.size() - 1).equals(open.get(0)))
                .findFirst()
                .flatMap(keys -> bound(indexes, keys, byKey));
    }

    private static boolean isOrdered(@Nullable ValueQuery query) {
        return query != null && !query.hasEqOr() && (query.hasBeginning() || query.range() != null);
    }

    private static List<List<String>> composites(ItemStore indexes, List<String> keys) {
        Groups found =
                indexes.collect(Schemas.COMPOSITE_KEYS_BY_KEYS.of(Schemas.SiteCompositeKey.searchKeys(keys)), KEYS_MAX);
        List<List<String>> all = new ArrayList<>();
        found.of(Schemas.SITE_COMPOSITE_KEY).forEach(row -> all.add(row.keys()));
        found.of(Schemas.CLASSIFICATION_COMPOSITE_KEY).forEach(row -> all.add(row.keys()));
        return all;
    }

    private static Optional<Bound<DocumentAttribute>> bound(
            ItemStore indexes, List<String> keys, Map<String, ValueQuery> byKey) {
        StringBuilder begun = new StringBuilder();
        for (int i = 0; i < keys.size() - 1; i++) {
            Optional<String> part = part(indexes, keys.get(i), eqOf(byKey.get(keys.get(i))));
            if (part.isEmpty()) {
                return Optional.empty();
            }
            begun.append(part.get()).append(CompositeValues.DELIMITER);
        }
        String composite = CompositeValues.keyOf(keys);
        String last = keys.get(keys.size() - 1);
        ValueQuery query = byKey.get(last);
        if (query == null) {
            return Optional.empty();
        }
        if (query.hasEq()) {
            return part(indexes, last, query.eq())
                    .map(part -> DocumentAttributes.DOCUMENTS_BY_ATTRIBUTE.of(
                            composite, DocumentAttribute.searchValue(begun + part)));
        }
        if (query.hasBeginning()) {
            return isNumber(indexes, last)
                    ? Optional.empty()
                    : Optional.of(DocumentAttributes.DOCUMENTS_BY_ATTRIBUTE_PREFIX.of(
                            composite, DocumentAttribute.searchValue(begun + String.valueOf(query.beginsWith()))));
        }
        RangeQuery range = query.range();
        Optional<String> from = range == null ? Optional.empty() : ordered(indexes, last, range.start());
        Optional<String> to = range == null ? Optional.empty() : ordered(indexes, last, range.end());
        return from.isEmpty() || to.isEmpty()
                ? Optional.empty()
                : Optional.of(DocumentAttributes.DOCUMENTS_BY_ATTRIBUTE_RANGE
                        .of(composite)
                        .from(DocumentAttribute.searchValue(begun + from.get()))
                        .to(DocumentAttribute.searchValue(begun + to.get())));
    }

    private static @Nullable String eqOf(@Nullable ValueQuery query) {
        return query == null ? null : query.eq();
    }

    /** The end of a range; texts of negative numbers do not stand in their order. */
    private static Optional<String> ordered(ItemStore indexes, String key, @Nullable String value) {
        return part(indexes, key, value).filter(part -> !(isNumber(indexes, key) && part.startsWith("-")));
    }

    private static Optional<String> part(ItemStore indexes, String key, @Nullable String value) {
        if (!isNumber(indexes, key)) {
            return Optional.ofNullable(value);
        }
        return Optional.ofNullable(Conditions.number(value)).map((BigDecimal number) -> CompositeValues.part(number));
    }

    private static boolean isNumber(ItemStore indexes, String key) {
        return indexes.get(Attributes.ATTRIBUTE_BY_KEY.of(key))
                .map(Attribute::dataType)
                .filter(type -> type == DataType.NUMBER)
                .isPresent();
    }
}
