package dev.trestle.systems.formkiq.documents;

import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Stored;
import dev.trestle.systems.formkiq.api.Caller;
import dev.trestle.systems.formkiq.api.Refusals;
import dev.trestle.systems.formkiq.documents.Watermarked.MarkedContent;
import dev.trestle.systems.formkiq.folders.PathIndex;
import dev.trestle.systems.formkiq.malware.MalwareGuard;
import dev.trestle.systems.formkiq.model.Documents.Document;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Gives the content of a document to somebody who has been let in otherwise than by rights in its site. */
public final class Handing {
    private final Library library;
    private final Contents contents;
    private final Watermarked watermarked;

    Handing(Library library, Contents contents, Watermarked watermarked) {
        this.library = library;
        this.contents = contents;
        this.watermarked = watermarked;
    }

    /** What is given: an address from which the content, marked if it has to be, is downloaded for a while. */
    public record Handed(
            String url,
            String name,
            @Nullable String contentType,
            @Nullable Long contentLength) {}

    public static String nameOf(Document document) {
        List<String> names = PathIndex.names(String.valueOf(document.path()));
        return names.isEmpty() ? document.documentId() : names.get(names.size() - 1);
    }

    /** The document, with the content that has come by now, if it is there. */
    public Optional<Document> find(String site, String documentId) {
        ItemStore store = library.store(site);
        return library.find(store, documentId).map(Stored::record);
    }

    /** For a caller of the API: those who govern the site get contents with malware, too. */
    public Handed hand(Caller caller, Document document, Duration life) {
        MalwareGuard.check(library.store(caller), caller, document);
        return handed(caller.site(), document, life);
    }

    /** For whoever is no caller, such as people with a link. */
    public Handed hand(String site, Document document, Duration life) {
        MalwareGuard.check(library.store(site), document);
        return handed(site, document, life);
    }

    private Handed handed(String site, Document document, Duration life) {
        String name = nameOf(document);
        MarkedContent marked = watermarked.of(site, document);
        String link = document.deepLinkPath();
        if (link != null) {
            return new Handed(contents.linked(link, life), name, document.contentType(), null);
        }
        String key = Contents.key(site, document.documentId());
        if (document.contentLength() == null || !contents.exists(key, document.s3version())) {
            throw Refusals.noDocument(document.documentId());
        }
        String type = document.contentType() == null ? Contents.typeOf(document.path()) : document.contentType();
        String disposition = Contents.disposition(false, name);
        return marked == null
                ? new Handed(
                        contents.address(key, document.s3version(), life, type, disposition),
                        name,
                        type,
                        document.contentLength())
                : new Handed(
                        contents.address(marked.key(), null, life, marked.contentType(), disposition),
                        name,
                        marked.contentType(),
                        null);
    }
}
