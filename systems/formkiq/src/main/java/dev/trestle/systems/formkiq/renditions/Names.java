package dev.trestle.systems.formkiq.renditions;

import dev.trestle.systems.formkiq.documents.Handing;
import dev.trestle.systems.formkiq.model.Documents.Document;

/** What renditions are called: as their documents, with something between the name and its extension. */
final class Names {
    private Names() {}

    /** The path of a document, with another end: {@code scans/roof.png} and {@code -80x60.gif} give {@code scans/roof-80x60.gif}. */
    static String with(Document document, String end) {
        String path = String.valueOf(document.path());
        int dot = path.lastIndexOf('.');
        boolean isExtension = dot > path.lastIndexOf('/') + 1;
        return (isExtension ? path.substring(0, dot) : path) + end;
    }

    static String extensionOf(Document document) {
        String name = Handing.nameOf(document);
        int dot = name.lastIndexOf('.');
        return dot < 0 ? "" : name.substring(dot + 1);
    }
}
