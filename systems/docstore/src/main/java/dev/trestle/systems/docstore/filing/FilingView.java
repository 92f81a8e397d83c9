package dev.trestle.systems.docstore.filing;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.trestle.systems.docstore.model.Filing;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where a document is filed, as callers see it.
 *
 * @param folderId absent at the top
 * @param titlePattern what a document made from it is called; absent if it is no template
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record FilingView(
        @Nullable String folderId,
        List<String> tags,
        @Nullable String titlePattern) {
    public static FilingView of(Filing filing, Tree tree) {
        return new FilingView(tree.resolve(filing.folderId()), filing.tags(), filing.titlePattern());
    }
}
