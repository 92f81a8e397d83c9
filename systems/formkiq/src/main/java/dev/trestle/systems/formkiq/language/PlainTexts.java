package dev.trestle.systems.formkiq.language;

import dev.trestle.model.operation.ItemStore;
import dev.trestle.systems.formkiq.documents.MachineFiles;
import dev.trestle.systems.formkiq.model.Documents.Document;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** The texts of text files. */
public final class PlainTexts implements Texts {
    private final MachineFiles files;

    public PlainTexts(MachineFiles files) {
        this.files = files;
    }

    @Override
    public Optional<String> read(String site, ItemStore store, Document document, int charactersMax)
            throws IOException {
        String type = MachineFiles.typeOf(document);
        if (document.contentLength() == null || !type.startsWith("text/") && !type.equals("application/json")) {
            return Optional.empty();
        }
        try (InputStream in = files.open(site, document)) {
            String text = new String(in.readNBytes(charactersMax * 4), StandardCharsets.UTF_8);
            return Optional.of(text.length() > charactersMax ? text.substring(0, charactersMax) : text);
        }
    }

    @Override
    public Optional<String> recognise(String site, Document document, int charactersMax) {
        return Optional.empty();
    }

    @Override
    public boolean wasRecognised(ItemStore store, Document document) {
        return true;
    }
}
