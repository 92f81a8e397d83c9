package dev.trestle.systems.formkiq.documents;

import dev.trestle.systems.formkiq.api.Caller;
import dev.trestle.systems.formkiq.model.Documents.Document;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Gives contents with their watermarks drawn into them. */
@FunctionalInterface
interface Watermarked {
    /** The address of the content with its watermarks; null for a document that has none. */
    @Nullable
    String address(
            Caller caller,
            Document document,
            Duration life,
            @Nullable String contentType,
            @Nullable String disposition);
}
