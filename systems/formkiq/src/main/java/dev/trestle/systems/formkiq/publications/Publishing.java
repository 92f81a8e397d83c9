package dev.trestle.systems.formkiq.publications;

import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Stored;
import dev.trestle.platform.operation.Decision;
import dev.trestle.systems.formkiq.actions.ActionOutcome;
import dev.trestle.systems.formkiq.actions.ActionRun;
import dev.trestle.systems.formkiq.api.UseCounts;
import dev.trestle.systems.formkiq.attributes.DocumentValues;
import dev.trestle.systems.formkiq.model.Attributes;
import dev.trestle.systems.formkiq.model.DocumentAttributes;
import dev.trestle.systems.formkiq.model.DocumentAttributes.DocumentAttribute;
import dev.trestle.systems.formkiq.model.DocumentAttributes.ValueType;
import dev.trestle.systems.formkiq.model.Documents;
import dev.trestle.systems.formkiq.model.Documents.Document;
import dev.trestle.systems.formkiq.model.Documents.Publication;
import java.time.Instant;
import java.util.List;

/**
 * Publishes documents: the version that a document has by then is what readers of its publication get until it is
 * published anew. A document that is published says so by the attribute {@value #KEY}.
 */
public final class Publishing {
    static final String KEY = "Publication";

    private static final int VALUES_MAX = 10;

    private Publishing() {}

    /** Does actions of the type PUBLISH. */
    public static ActionOutcome publish(ActionRun run) {
        if (!run.hasContent()) {
            return ActionOutcome.failed("the document has no content of its own");
        }
        return ActionOutcome.done().writing((store, decision) -> published(store, decision, run));
    }

    private static void published(ItemStore store, Decision<?> decision, ActionRun run) {
        // What was changed while the action began is published as it is now.
        Document document = store.stored(Documents.DOCUMENT_BY_ID.of(run.documentId()))
                .map(Stored::record)
                .orElse(run.document());
        decision.put(
                Documents.PUBLICATION,
                new Publication(
                        document.path(),
                        document.contentType(),
                        document.s3version(),
                        document.documentId(),
                        run.action().userId()));
        if (values(store, run.documentId()).isEmpty()) {
            said(store, decision, run.documentId(), run.action().userId(), run.now());
        }
    }

    private static List<DocumentAttribute> values(ItemStore store, String documentId) {
        return store.first(DocumentAttributes.ATTRIBUTE_VALUES.of(documentId, KEY), VALUES_MAX);
    }

    private static void said(ItemStore store, Decision<?> decision, String documentId, String user, Instant at) {
        decision.put(
                DocumentAttributes.DOCUMENT_ATTRIBUTE,
                new DocumentAttribute(documentId, KEY, null, ValueType.PUBLICATION, documentId, null, null, user, at));
        if (store.stored(Attributes.ATTRIBUTE_BY_KEY.of(KEY)).isEmpty()) {
            DocumentValues.define(decision, KEY, UseCounts.partOf(documentId), 1);
        } else {
            UseCounts.add(decision, store, KEY, documentId, 1);
        }
    }

    /** Ends the publication of a document. */
    static void end(ItemStore store, Decision<?> decision, Stored<Publication> publication) {
        String documentId = publication.record().documentId();
        decision.delete(Documents.PUBLICATION, publication);
        List<DocumentAttribute> values = values(store, documentId);
        values.forEach(row -> decision.delete(
                DocumentAttributes.DOCUMENT_ATTRIBUTE, row, dev.trestle.model.operation.Expect.PRESENT));
        if (!values.isEmpty()) {
            UseCounts.add(decision, store, KEY, documentId, -values.size());
        }
    }
}
