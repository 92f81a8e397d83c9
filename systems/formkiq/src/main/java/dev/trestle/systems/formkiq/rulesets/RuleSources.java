package dev.trestle.systems.formkiq.rulesets;

import dev.trestle.systems.formkiq.model.Documents.Document;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/** Where rules find what is in documents. An {@link IOException} is something that may pass; what cannot be read has nothing in it. */
public interface RuleSources {
    /** The text of a document, as far as rules look at it. */
    String text(String site, Document document) throws IOException;

    /** The values of a PDF file's form, by the names of its fields. */
    Map<String, List<String>> fields(String site, Document document) throws IOException;

    /** What the bar codes on a picture or a PDF file's first pages say. */
    List<String> barcodes(String site, Document document) throws IOException;
}
