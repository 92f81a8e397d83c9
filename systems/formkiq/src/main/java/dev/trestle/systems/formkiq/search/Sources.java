package dev.trestle.systems.formkiq.search;

import dev.trestle.model.Bound;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.ItemStore.Placed;
import dev.trestle.systems.formkiq.api.Pages.Source;
import dev.trestle.systems.formkiq.api.Refusals;
import dev.trestle.systems.formkiq.model.Attributes;
import dev.trestle.systems.formkiq.model.Attributes.Attribute;
import dev.trestle.systems.formkiq.model.Attributes.DataType;
import dev.trestle.systems.formkiq.model.DocumentAttributes;
import dev.trestle.systems.formkiq.model.DocumentAttributes.DocumentAttribute;
import dev.trestle.systems.formkiq.model.DocumentTags;
import dev.trestle.systems.formkiq.model.DocumentTags.Tag;
import dev.trestle.systems.formkiq.search.SearchViews.MatchedAttribute;
import dev.trestle.systems.formkiq.search.SearchViews.MatchedTag;
import dev.trestle.systems.formkiq.search.SearchViews.RangeQuery;
import dev.trestle.systems.formkiq.search.SearchViews.ValueQuery;
import dev.trestle.systems.formkiq.tags.TagRows;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;

/** What the indexes of attributes and tags find, in the order of the index. */
final class Sources {
    private final ItemStore indexes;

    Sources(ItemStore indexes) {
        this.indexes = indexes;
    }

    Source<Hit> ofAttribute(ValueQuery query) {
        String key = String.valueOf(query.key());
        if (key.indexOf('#') >= 0) {
            return (after, count) -> List.of();
        }
        boolean isNumber = indexes.get(Attributes.ATTRIBUTE_BY_KEY.of(key))
                .map(Attribute::dataType)
                .filter(type -> type == DataType.NUMBER)
                .isPresent();
        return chained(boundsOf(query, key, isNumber), row -> hit(query, row));
    }

    /** Rows of several attributes together. */
    Source<Hit> ofComposite(Bound<DocumentAttribute> bound) {
        return chained(
                List.of(bound),
                row -> new Hit(
                        row.documentId(), new MatchedAttribute(row.key(), row.stringValue(), null, null), null, true));
    }

    private static List<Bound<DocumentAttribute>> boundsOf(ValueQuery query, String key, boolean isNumber) {
        List<String> values = query.hasEq() ? List.of(String.valueOf(query.eq())) : query.eqOr();
        if (query.hasEq() || query.hasEqOr()) {
            return Objects.requireNonNull(values).stream()
                    .map(value -> DocumentAttributes.DOCUMENTS_BY_ATTRIBUTE.of(key, searched(value, isNumber, "eq")))
                    .toList();
        }
        if (query.hasBeginning()) {
            String beginning = DocumentAttribute.searchValue(String.valueOf(query.beginsWith()));
            return List.of(
                    isNumber
                            ? DocumentAttributes.DOCUMENTS_BY_ATTRIBUTE_KEY.of(key)
                            : DocumentAttributes.DOCUMENTS_BY_ATTRIBUTE_PREFIX.of(key, beginning));
        }
        RangeQuery range = query.range();
        if (range == null) {
            return List.of(DocumentAttributes.DOCUMENTS_BY_ATTRIBUTE_KEY.of(key));
        }
        return List.of(DocumentAttributes.DOCUMENTS_BY_ATTRIBUTE_RANGE
                .of(key)
                .from(searched(String.valueOf(range.start()), isNumber, "start"))
                .to(searched(String.valueOf(range.end()), isNumber, "end")));
    }

    private static String searched(String value, boolean isNumber, String field) {
        if (!isNumber) {
            return value.isEmpty() ? "#" : DocumentAttribute.searchValue(value);
        }
        BigDecimal number = Conditions.number(value);
        if (number == null) {
            throw Refusals.of(field, "'" + value + "' is not a number");
        }
        return DocumentAttribute.searchValue(number);
    }

    private static Hit hit(ValueQuery query, DocumentAttribute row) {
        MatchedAttribute matched =
                new MatchedAttribute(row.key(), row.stringValue(), row.numberValue(), row.booleanValue());
        return new Hit(row.documentId(), matched, null, Conditions.matches(query, row));
    }

    Source<Hit> ofTag(ValueQuery query) {
        String key = String.valueOf(query.key());
        if (key.indexOf('#') >= 0) {
            return (after, count) -> List.of();
        }
        List<String> values = query.hasEq() ? List.of(String.valueOf(query.eq())) : query.eqOr();
        if (query.hasEq() || query.hasEqOr()) {
            return chained(
                    Objects.requireNonNull(values).stream()
                            .map(value -> DocumentTags.DOCUMENTS_BY_TAG.of(key, value))
                            .toList(),
                    row -> hit(query, row));
        }
        RangeQuery range = query.range();
        if (range != null) {
            return upTo(
                    DocumentTags.lastOf(String.valueOf(range.end())),
                    DocumentTags.DOCUMENTS_BY_TAG_KEY.of(key),
                    row -> hit(query, row));
        }
        Bound<Tag> bound = query.hasBeginning()
                ? DocumentTags.DOCUMENTS_BY_TAG_PREFIX_LAST_FIRST.of(key, String.valueOf(query.beginsWith()))
                : DocumentTags.DOCUMENTS_BY_TAG_KEY_LAST_FIRST.of(key);
        return chained(List.of(bound), row -> hit(query, row));
    }

    private static Hit hit(ValueQuery query, Tag row) {
        MatchedTag matched = new MatchedTag(row.tagKey(), row.tagValue(), TagRows.TYPE);
        return new Hit(row.documentId(), null, matched, Conditions.matches(query, row.tagValue()));
    }

    /** A part of an index up to the last key that may have a value of the range. */
    private Source<Hit> upTo(String last, Bound<Tag> bound, Function<Tag, Hit> hits) {
        return (after, count) -> {
            List<Placed<Hit>> found = new ArrayList<>();
            for (Placed<Tag> each : indexes.placed(bound, count, after)) {
                if ((each.record().tagValue() + "#").compareTo(last + "#\uffff") > 0) {
                    break;
                }
                found.add(new Placed<>(hits.apply(each.record()), each.place()));
            }
            return found;
        };
    }

    /** One part of an index after another; a place begins with the number of its part. */
    private <T extends Record> Source<Hit> chained(List<Bound<T>> bounds, Function<T, Hit> hits) {
        return (after, count) -> {
            int part = after == null ? 0 : Integer.parseInt(after.get(0));
            List<String> place = after == null ? null : after.subList(1, after.size());
            List<Placed<Hit>> found = new ArrayList<>();
            while (part < bounds.size() && found.size() < count) {
                List<Placed<T>> read = indexes.placed(bounds.get(part), count - found.size(), place);
                String number = Integer.toString(part);
                for (Placed<T> each : read) {
                    List<String> own = new ArrayList<>(List.of(number));
                    own.addAll(each.place());
                    found.add(new Placed<>(hits.apply(each.record()), own));
                }
                part++;
                place = null;
            }
            return found;
        };
    }
}
