package dev.trestle.systems.formkiq.language;

import dev.trestle.model.operation.ItemStore;
import dev.trestle.systems.formkiq.model.Documents.Document;
import java.io.IOException;
import java.util.Optional;

/** Gives the texts of documents. */
public interface Texts {
    /** The beginning of a document's text; empty if there is none to be had without recognition. */
    Optional<String> read(String site, ItemStore store, Document document, int charactersMax) throws IOException;

    /** The text that is recognised now; empty if there is none, or the file is of no type that is recognised. */
    Optional<String> recognise(String site, Document document, int charactersMax) throws IOException;

    /** Whether recognition was tried, so that trying again would give nothing else. */
    boolean wasRecognised(ItemStore store, Document document);
}
