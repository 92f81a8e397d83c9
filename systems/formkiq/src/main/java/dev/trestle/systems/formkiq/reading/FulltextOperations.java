package dev.trestle.systems.formkiq.reading;

import dev.trestle.model.operation.Expect;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Stored;
import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.Problem.Kind;
import dev.trestle.platform.operation.Changes;
import dev.trestle.platform.operation.Decision;
import dev.trestle.platform.operation.Given;
import dev.trestle.platform.operation.Operations;
import dev.trestle.systems.formkiq.api.Answers.Message;
import dev.trestle.systems.formkiq.api.Caller;
import dev.trestle.systems.formkiq.api.Dates;
import dev.trestle.systems.formkiq.api.Refusals;
import dev.trestle.systems.formkiq.api.Rights;
import dev.trestle.systems.formkiq.documents.Library;
import dev.trestle.systems.formkiq.documents.TextObjects;
import dev.trestle.systems.formkiq.model.Documents;
import dev.trestle.systems.formkiq.model.Documents.Document;
import dev.trestle.systems.formkiq.model.Permission;
import dev.trestle.systems.formkiq.reading.FulltextViews.DeleteFulltext;
import dev.trestle.systems.formkiq.reading.FulltextViews.DeleteTag;
import dev.trestle.systems.formkiq.reading.FulltextViews.DeleteTagValue;
import dev.trestle.systems.formkiq.reading.FulltextViews.FulltextView;
import dev.trestle.systems.formkiq.reading.FulltextViews.GetFulltext;
import dev.trestle.systems.formkiq.reading.FulltextViews.WriteFulltext;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The operations on what the index of words has of documents. What they set holds until the document changes. */
public final class FulltextOperations {
    private static final int BODY_BYTES_MAX = 8 << 20;

    private final Library library;
    private final FullTexts fullTexts;
    private final GivenTexts given;
    private final Changes changes;

    public FulltextOperations(Library library, TextObjects texts, FullTexts fullTexts, Changes changes) {
        this.library = library;
        this.fullTexts = fullTexts;
        this.given = new GivenTexts(library, texts);
        this.changes = changes;
    }

    public void declare(Operations<Caller> api) {
        String path = "/documents/{documentId}/fulltext";
        api.get("GetDocumentFulltext", path, GetFulltext.class)
                .about("What the index of words has of a document")
                .right(Rights.READ)
                .refuses(Kind.NOT_FOUND)
                .gives(FulltextView.class, this::get);
        api.post("AddDocumentFulltext", path, WriteFulltext.class)
                .about("Sets what the index of words has of a document, until the document changes")
                .right(Rights.WRITE)
                .bodyBytesMax(BODY_BYTES_MAX)
                .refuses(Kind.NOT_FOUND, Kind.INVALID, Kind.CONFLICT)
                .gives(Message.class, asked -> replace(asked, "Add document to fulltext"));
        api.put("SetDocumentFulltext", path, WriteFulltext.class)
                .about("Sets what the index of words has of a document, until the document changes")
                .right(Rights.WRITE)
                .bodyBytesMax(BODY_BYTES_MAX)
                .refuses(Kind.NOT_FOUND, Kind.INVALID, Kind.CONFLICT)
                .gives(Message.class, asked -> replace(asked, "Add document to fulltext"));
        api.patch("UpdateDocumentFulltext", path, WriteFulltext.class)
                .about("Changes some of what the index of words has of a document, until the document changes")
                .right(Rights.WRITE)
                .bodyBytesMax(BODY_BYTES_MAX)
                .refuses(Kind.NOT_FOUND, Kind.INVALID, Kind.CONFLICT)
                .gives(Message.class, this::update);
        api.delete("DeleteDocumentFulltext", path, DeleteFulltext.class)
                .about("Takes a document out of the index of words, until it changes")
                .right(Rights.DELETE)
                .refuses(Kind.NOT_FOUND)
                .changes(Message.class, this::delete);
        api.delete("DeleteDocumentFulltextTag", path + "/tags/{tagKey}", DeleteTag.class)
                .about("Takes a tag of a document out of the index of words")
                .right(Rights.DELETE)
                .refuses(Kind.NOT_FOUND, Kind.CONFLICT)
                .gives(
                        Message.class,
                        asked -> withoutTag(
                                asked.by(),
                                asked.asked().documentId(),
                                asked.asked().tagKey(),
                                null));
        api.delete("DeleteDocumentFulltextTagAndValue", path + "/tags/{tagKey}/{tagValue}", DeleteTagValue.class)
                .about("Takes a value of a document's tag out of the index of words")
                .right(Rights.DELETE)
                .refuses(Kind.NOT_FOUND, Kind.CONFLICT)
                .gives(
                        Message.class,
                        asked -> withoutTag(
                                asked.by(),
                                asked.asked().documentId(),
                                asked.asked().tagKey(),
                                asked.asked().tagValue()));
    }

    private FulltextView get(Given<Caller, GetFulltext> asked) {
        String documentId = asked.asked().documentId();
        Document document =
                library.require(asked.by(), documentId, Permission.READ).record();
        FullDocument found =
                fullTexts.find(library.store(asked.by()), document).orElseThrow(() -> Refusals.noDocument(documentId));
        library.show(asked.by(), documentId);
        return view(asked.by().site(), documentId, found);
    }

    private static FulltextView view(String site, String documentId, FullDocument full) {
        Long length = full.contentLength();
        return new FulltextView(
                site,
                full.content(),
                full.contentType(),
                full.path(),
                full.width(),
                full.height(),
                full.deepLinkPath(),
                full.insertedDate(),
                full.lastModifiedDate(),
                documentId,
                full.createdBy(),
                length == null || length > Integer.MAX_VALUE ? null : Integer.valueOf(length.intValue()),
                full.checksum(),
                full.checksumType(),
                full.tags().isEmpty() ? null : folded(full.tags()),
                full.metadata().isEmpty() ? null : folded(full.metadata()),
                full.attributes().isEmpty() ? null : full.attributes());
    }

    /** One value stands alone, several as a list. */
    public static Map<String, Object> folded(Map<String, List<String>> values) {
        Map<String, Object> folded = new TreeMap<>();
        values.forEach((key, all) -> folded.put(key, all.size() == 1 ? all.get(0) : all));
        return folded;
    }

    private Message replace(Given<Caller, WriteFulltext> asked, String done) {
        set(
                asked.by(),
                asked.asked().documentId(),
                true,
                before -> given.over(blank(before), asked.by(), asked.asked().body()));
        return new Message(done);
    }

    /** What nobody can set: when the document came, and from whom. */
    private static FullDocument blank(FullDocument before) {
        return new FullDocument(
                null,
                null,
                null,
                null,
                null,
                null,
                before.insertedDate(),
                Dates.textOf(null),
                before.createdBy(),
                null,
                null,
                null,
                Map.of(),
                Map.of(),
                Map.of());
    }

    private Message update(Given<Caller, WriteFulltext> asked) {
        set(
                asked.by(),
                asked.asked().documentId(),
                false,
                before -> given.over(before, asked.by(), asked.asked().body()));
        return new Message("Updated document");
    }

    /** Sets what the index has of a document; {@code evenIfGone} brings back one that was taken out. */
    private void set(Caller caller, String documentId, boolean evenIfGone, UnaryOperator<FullDocument> change) {
        Document document =
                library.require(caller, documentId, Permission.WRITE).record();
        ItemStore store = library.store(caller);
        FullDocument before = fullTexts
                .find(store, document)
                .or(() -> evenIfGone
                        ? java.util.Optional.of(FullDocument.of(store, document))
                        : java.util.Optional.empty())
                .orElseThrow(() -> Refusals.noDocument(documentId));
        String key = fullTexts.store(caller.site(), documentId, change.apply(before));
        try {
            Object unused = changes.as(caller).run(store, () -> {
                Stored<Document> now = store.stored(Documents.DOCUMENT_BY_ID.of(documentId))
                        .orElseThrow(() -> Refusals.noDocument(documentId));
                Decision<?> decision =
                        Decision.done().check(Documents.DOCUMENT_BY_ID.of(documentId), Expect.unchanged(now));
                fullTexts.setInto(store, decision, now.record(), key);
                return decision;
            });
        } catch (ApiException refused) {
            fullTexts.drop(key);
            throw refused;
        }
    }

    private Decision<Message> delete(Given<Caller, DeleteFulltext> asked) {
        String documentId = asked.asked().documentId();
        Stored<Document> document = library.require(asked.by(), documentId, Permission.DELETE);
        ItemStore store = library.store(asked.by());
        if (fullTexts.find(store, document.record()).isEmpty()) {
            throw Refusals.noDocument(documentId);
        }
        Decision<Message> decision = Decision.of(new Message("Deleted document '" + documentId + "'"))
                .check(Documents.DOCUMENT_BY_ID.of(documentId), Expect.unchanged(document));
        fullTexts.setInto(store, decision, document.record(), null);
        return decision;
    }

    private Message withoutTag(Caller caller, String documentId, String key, @Nullable String value) {
        set(caller, documentId, false, before -> {
            List<String> values = before.tags().get(key);
            if (values == null) {
                throw Refusals.notFound("Tag '" + key + "' not found.");
            }
            if (value != null && !values.contains(value)) {
                throw Refusals.notFound("Tag/Value combination not found.");
            }
            List<String> left = values.stream()
                    .filter(each -> value != null && !each.equals(value))
                    .toList();
            Map<String, List<String>> tags = new TreeMap<>(before.tags());
            if (left.isEmpty()) {
                tags.remove(key);
            } else {
                tags.put(key, left);
            }
            return FullDocumentBuilder.builder(before).tags(tags).build();
        });
        return new Message(
                value == null
                        ? "Removed '" + key + "' from document '" + documentId + "'."
                        : "Removed Tag from document '" + documentId + "'.");
    }
}
