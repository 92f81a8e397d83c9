package dev.trestle.systems.formkiq.documents;

import dev.trestle.systems.formkiq.model.Documents.Document;
import org.jspecify.annotations.Nullable;

/** Contents with their watermarks drawn into them. */
interface Watermarked {
    /** An object that is such a content. */
    record MarkedContent(String key, String contentType) {}

    /** The content of a document with its watermarks, made if it has to be; null for a document that has none. */
    @Nullable
    MarkedContent of(String site, Document document);

    /** Refuses a document with a watermark that cannot be drawn into contents of its type. */
    void check(String site, Document document);
}
