package dev.trestle.systems.formkiq.rulesets;

import dev.trestle.media.FormField;
import dev.trestle.media.Made;
import dev.trestle.media.MediaException;
import dev.trestle.media.MediaTools;
import dev.trestle.media.Size;
import dev.trestle.media.Workspace;
import dev.trestle.systems.formkiq.model.Documents.Document;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads forms and bar codes of documents with the media tools, in their own processes. */
public final class DocumentSources implements RuleSources {
    private static final long BYTES_MAX = 100L << 20;
    private static final int SIDE = 2000;
    private static final String PDF = "application/pdf";

    private final MediaTools media;
    private final Opening opening;
    private final Text text;

    public DocumentSources(MediaTools media, Opening opening, Text text) {
        this.media = media;
        this.opening = opening;
        this.text = text;
    }

    /** Opens the content of a document; null if there is none here. */
    @FunctionalInterface
    public interface Opening {
        @Nullable
        InputStream open(String site, Document document) throws IOException;
    }

    /** Reads the text of a document; empty if it has none. */
    @FunctionalInterface
    public interface Text {
        String of(String site, Document document) throws IOException;
    }

    /** Works on the file of a document. */
    @FunctionalInterface
    private interface Work<T> {
        T on(Workspace space, Path file) throws IOException;
    }

    @Override
    public String text(String site, Document document) throws IOException {
        return text.of(site, document);
    }

    @Override
    public Map<String, List<String>> fields(String site, Document document) throws IOException {
        Map<String, List<String>> values = new LinkedHashMap<>();
        if (!isOf(document, PDF)) {
            return values;
        }
        List<FormField> fields = with(site, document, media::formFields, List.of());
        fields.forEach(each ->
                values.computeIfAbsent(each.name(), any -> new ArrayList<>()).add(each.value()));
        return values;
    }

    @Override
    public List<String> barcodes(String site, Document document) throws IOException {
        if (isOf(document, PDF)) {
            return with(
                    site,
                    document,
                    (space, file) -> Barcodes.on(
                            media.firstPage(space, file, new Size(SIDE)).file()),
                    List.of());
        }
        if (!isOf(document, "image/")) {
            return List.of();
        }
        return with(
                site,
                document,
                (space, file) -> {
                    Made made =
                            media.scale(space, file, List.of(new Size(SIDE))).get(0);
                    return Barcodes.on(made.file());
                },
                List.of());
    }

    private static boolean isOf(Document document, String type) {
        String known = document.contentType();
        return known != null && known.startsWith(type);
    }

    /** What is damaged, too large or takes too long has nothing in it. */
    private <T> T with(String site, Document document, Work<T> work, T otherwise) throws IOException {
        try (Workspace space = media.workspace();
                InputStream content = opening.open(site, document)) {
            return content == null ? otherwise : work.on(space, space.add(content, BYTES_MAX));
        } catch (MediaException unreadable) {
            return otherwise;
        }
    }
}
