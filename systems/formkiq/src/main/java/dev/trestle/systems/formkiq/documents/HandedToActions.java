package dev.trestle.systems.formkiq.documents;

import dev.trestle.systems.formkiq.actions.ActionContent;
import dev.trestle.systems.formkiq.model.Documents.Document;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;

/** Gives actions the bytes of documents, of the version that a document's row names. */
final class HandedToActions implements ActionContent {
    private final Contents contents;
    private final Handing handing;

    HandedToActions(Contents contents, Handing handing) {
        this.contents = contents;
        this.handing = handing;
    }

    @Override
    public boolean has(Document document) {
        String link = document.deepLinkPath();
        return (link == null || link.isEmpty()) && (document.s3version() != null || document.contentLength() != null);
    }

    @Override
    public InputStream open(String site, Document document) throws IOException {
        if (!has(document)) {
            throw new IOException("the document has no content here");
        }
        return contents.open(Contents.key(site, document.documentId()), document.s3version());
    }

    @Override
    public String url(String site, Document document, Duration life) {
        return handing.hand(site, document, life).url();
    }
}
