package dev.trestle.systems.formkiq.reading;

import dev.trestle.media.MediaTools;
import dev.trestle.platform.operation.Changes;
import dev.trestle.platform.operation.Operations;
import dev.trestle.systems.formkiq.actions.Actions;
import dev.trestle.systems.formkiq.api.Caller;
import dev.trestle.systems.formkiq.api.Pages;
import dev.trestle.systems.formkiq.documents.Library;
import dev.trestle.systems.formkiq.documents.TextObjects;
import dev.trestle.systems.formkiq.model.DocumentActions.ActionType;
import java.time.Clock;

/** Documents that are read, wired: their operations and their actions. */
public final class ReadingService {
    private final Parts parts;
    private final Recognitions recognitions;
    private final FullTexts fullTexts;
    private final DocumentText text;
    private final Syncs syncs;

    /** What it runs on. */
    public record Parts(
            Library library, TextObjects texts, MediaTools media, Actions actions, Changes changes, Clock clock) {}

    public ReadingService(Parts parts) {
        this.parts = parts;
        this.recognitions = new Recognitions(parts.texts());
        this.fullTexts = new FullTexts(parts.texts());
        this.text = new DocumentText(parts.media(), parts.texts(), recognitions);
        this.syncs = new Syncs(parts.changes(), parts.clock());
        parts.actions()
                .handle(ActionType.OCR, new OcrAction(parts.media(), text, parts.texts(), recognitions))
                .handle(ActionType.FULLTEXT, new FulltextAction(text, fullTexts, syncs))
                // What was recognised in another content is of no use.
                .onContent((event, decision) -> recognitions.drop(
                        event.store(), decision, event.site(), event.document().documentId()));
    }

    /** The text of documents, for whatever looks into them. */
    public DocumentText text() {
        return text;
    }

    /** What was recognised in documents. */
    public Recognitions recognitions() {
        return recognitions;
    }

    public FullTexts fullTexts() {
        return fullTexts;
    }

    public Syncs syncs() {
        return syncs;
    }

    public void declare(Operations<Caller> api, Pages pages) {
        new OcrOperations(parts.library(), recognitions, parts.actions()).declare(api);
        new FulltextOperations(parts.library(), parts.texts(), fullTexts, parts.changes()).declare(api);
        new SyncOperations(parts.library(), pages, parts.actions(), fullTexts).declare(api);
    }
}
