package dev.trestle.systems.docstore.documents;

import dev.trestle.platform.api.VersionTag;
import dev.trestle.systems.docstore.model.Document;
import java.util.List;

/**
 * ETags. A version's content never changes, so its tag is its number: what a save, or a rollback, says that it started from. A document
 * as a whole, and its access list, have tags of their own, which change with whatever is in them.
 */
public final class Tags {
    private Tags() {}

    public static String content(int version) {
        return "v" + version;
    }

    public static String document(Document document) {
        return "d" + VersionTag.of(document);
    }

    public static String access(Document document) {
        return "a" + VersionTag.of(List.of(document.owner(), document.editors(), document.viewers()));
    }
}
