package dev.trestle.systems.formkiq.search;

import dev.trestle.model.Bound;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.systems.formkiq.model.Attributes;
import dev.trestle.systems.formkiq.model.Attributes.DataType;
import dev.trestle.systems.formkiq.model.DocumentAttributes;
import dev.trestle.systems.formkiq.model.DocumentAttributes.DocumentAttribute;
import dev.trestle.systems.formkiq.search.SearchViews.ValueQuery;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Texts that hits must have beside the one by which an index found them. Those that lack one are told by the keys of
 * its rows, all hits of a page in one request; only the others are compared row by row. For one search.
 */
final class RequiredTexts {
    private static final int TEXT_MAX = 500;

    private final ItemStore store;
    private final List<ValueQuery> conditions;
    private final Set<String> texts = new HashSet<>();
    private final Set<String> others = new HashSet<>();

    /** {@code store} is read consistently. */
    RequiredTexts(ItemStore store, List<ValueQuery> conditions) {
        this.store = store;
        this.conditions = conditions;
    }

    /** The documents of some hits that lack a text. */
    Set<String> lacking(List<Hit> hits) {
        Set<String> lacking = new HashSet<>();
        for (ValueQuery each : conditions) {
            List<String> ids = hits.stream()
                    .filter(hit -> hit.isMatch() && !isDriving(each, hit))
                    .map(Hit::documentId)
                    .filter(id -> !lacking.contains(id))
                    .distinct()
                    .toList();
            if (!ids.isEmpty() && isText(each)) {
                lacking.addAll(lacking(each, ids));
            }
        }
        return lacking;
    }

    /** Whether the index was asked for it, alone or in a combination of attributes. */
    private static boolean isDriving(ValueQuery condition, Hit hit) {
        return hit.attribute() != null
                && (hit.attribute().key().equals(condition.key())
                        || hit.attribute().key().contains("::"));
    }

    private Set<String> lacking(ValueQuery condition, List<String> ids) {
        String key = String.valueOf(condition.key());
        String value = String.valueOf(condition.eq());
        List<Bound<DocumentAttribute>> rows = ids.stream()
                .map(id -> DocumentAttributes.ATTRIBUTE_VALUE.of(id, key, value))
                .toList();
        List<Optional<DocumentAttribute>> found = store.getAll(rows);
        Set<String> lacking = new HashSet<>();
        for (int i = 0; i < rows.size(); i++) {
            if (found.get(i).isEmpty()) {
                lacking.add(ids.get(i));
            }
        }
        return lacking;
    }

    /** Whether a condition asks for one text, which the key of a row has as it is; a number may be written in several ways. */
    private boolean isText(ValueQuery condition) {
        String key = String.valueOf(condition.key());
        String value = condition.eq();
        if (value == null || value.isEmpty() || value.length() > TEXT_MAX || key.indexOf('#') >= 0) {
            return false;
        }
        if (!texts.contains(key) && !others.contains(key)) {
            boolean isText = store.get(Attributes.ATTRIBUTE_BY_KEY.of(key))
                    .filter(definition -> definition.dataType() == DataType.STRING)
                    .isPresent();
            boolean unused = (isText ? texts : others).add(key);
        }
        return texts.contains(key);
    }
}
