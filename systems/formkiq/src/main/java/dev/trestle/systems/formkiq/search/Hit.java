package dev.trestle.systems.formkiq.search;

import dev.trestle.systems.formkiq.search.SearchViews.MatchedAttribute;
import dev.trestle.systems.formkiq.search.SearchViews.MatchedTag;
import org.jspecify.annotations.Nullable;

/**
 * A document that an index names.
 *
 * @param isMatch whether its value is one that was asked for: an index may hold the beginning of a long one only
 */
record Hit(
        String documentId,
        @Nullable MatchedAttribute attribute,
        @Nullable MatchedTag tag,
        boolean isMatch) {
    static Hit of(String documentId) {
        return new Hit(documentId, null, null, true);
    }
}
