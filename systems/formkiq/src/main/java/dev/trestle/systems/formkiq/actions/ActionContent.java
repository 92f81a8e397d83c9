package dev.trestle.systems.formkiq.actions;

import dev.trestle.systems.formkiq.model.Documents.Document;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;

/** Gives actions the bytes of documents. */
public interface ActionContent {
    /** Whether the bytes are here: not those of a link, nor of a document whose content has not come. */
    boolean has(Document document);

    /** Opens the bytes, which have to be here. */
    InputStream open(String site, Document document) throws IOException;

    /** An address from which the content is downloaded for a while; of a link, where it leads to. */
    String url(String site, Document document, Duration life);
}
