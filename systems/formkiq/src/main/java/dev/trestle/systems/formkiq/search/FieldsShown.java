package dev.trestle.systems.formkiq.search;

import dev.trestle.systems.formkiq.attributes.AttributeViews.ValueView;
import dev.trestle.systems.formkiq.attributes.Folded;
import dev.trestle.systems.formkiq.search.SearchViews.AttributeField;
import dev.trestle.systems.formkiq.search.SearchViews.FoundDocument;
import dev.trestle.systems.formkiq.search.SearchViews.MatchedTag;
import dev.trestle.systems.formkiq.search.SearchViews.ResponseFields;
import dev.trestle.systems.formkiq.tags.TagOperations;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Adds to what was found why it was found, and the attributes and tags that are asked for. */
final class FieldsShown {
    private FieldsShown() {}

    static FoundDocument with(
            FoundDocument found,
            boolean isOneTag,
            Hit hit,
            @Nullable ResponseFields fields,
            SearchOperations.Rows rows) {
        MatchedTag tag = hit.tag();
        List<String> attributes = fields == null ? null : fields.attributes();
        List<String> tags = fields == null ? null : fields.tags();
        return SearchViewsFoundDocumentBuilder.builder(found)
                .matchedAttribute(hit.attribute())
                .matchedTag(isOneTag ? tag : null)
                .matchedTags(isOneTag || tag == null ? null : List.of(tag))
                .attributes(attributes == null || attributes.isEmpty() ? null : attributes(rows, attributes))
                .tags(tags == null || tags.isEmpty() ? null : TagOperations.shown(rows.tags(), tags))
                .build();
    }

    private static Map<String, AttributeField> attributes(SearchOperations.Rows rows, List<String> keys) {
        Map<String, AttributeField> shown = new TreeMap<>();
        for (ValueView each : Folded.of(rows.attributes())) {
            if (keys.contains(each.key())) {
                String text = each.stringValue();
                shown.put(
                        each.key(),
                        new AttributeField(
                                text == null ? each.stringValues() : List.of(text),
                                each.numberValue() == null ? each.numberValues() : List.of(each.numberValue()),
                                each.booleanValue(),
                                each.valueType()));
            }
        }
        return shown;
    }
}
