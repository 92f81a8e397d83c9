package dev.trestle.systems.formkiq.reading;

import dev.trestle.media.MediaException;
import dev.trestle.systems.formkiq.actions.ActionHandler;
import dev.trestle.systems.formkiq.actions.ActionOutcome;
import dev.trestle.systems.formkiq.actions.ActionRun;
import dev.trestle.systems.formkiq.actions.NewAction;
import dev.trestle.systems.formkiq.model.DocumentActions.ActionType;
import dev.trestle.systems.formkiq.model.DocumentActions.SyncStatus;
import dev.trestle.systems.formkiq.model.DocumentActions.SyncType;
import dev.trestle.systems.formkiq.model.Documents;
import dev.trestle.systems.formkiq.model.Documents.Document;
import java.io.IOException;
import java.util.Optional;

/** Puts the text of a document's content into the index of words. Where there is none, the document is recognised first, once. */
public final class FulltextAction implements ActionHandler {
    private static final int DIGITS_MAX = 9;

    private final DocumentText texts;
    private final FullTexts fullTexts;
    private final Syncs syncs;

    public FulltextAction(DocumentText texts, FullTexts fullTexts, Syncs syncs) {
        this.texts = texts;
        this.fullTexts = fullTexts;
        this.syncs = syncs;
    }

    @Override
    public ActionOutcome run(ActionRun run) throws IOException {
        int most =
                run.parameter("characterMax").map(FulltextAction::charactersMax).orElse(FullTexts.CHARACTERS);
        Optional<String> text;
        try {
            text = texts.read(run.site(), run.store(), run.document(), most);
        } catch (MediaException e) {
            String why = String.valueOf(e.getMessage());
            syncs.write(run.store(), run.documentId(), SyncType.CONTENT, SyncStatus.FAILED, why);
            return ActionOutcome.failed(why);
        }
        if (text.isPresent()) {
            return done(run, text.get());
        }
        if (!run.hasContent()) {
            return ActionOutcome.skipped("the content is elsewhere");
        }
        return texts.wasRecognised(run.store(), run.document())
                ? ActionOutcome.skipped("no text was found")
                : ActionOutcome.first(NewAction.of(ActionType.OCR));
    }

    /** {@code -1} means all; what is no number means what it means to say nothing. */
    private static int charactersMax(String text) {
        if (text.equals("-1")) {
            return Recognitions.CHARACTERS_MAX;
        }
        boolean isNumber = text.matches("[0-9]{1," + DIGITS_MAX + "}");
        return isNumber ? Math.min(Integer.parseInt(text), Recognitions.CHARACTERS_MAX) : FullTexts.CHARACTERS;
    }

    private ActionOutcome done(ActionRun run, String text) {
        String key = fullTexts.storeContent(run.site(), run.documentId(), text);
        Document read = run.document();
        return ActionOutcome.done().writing((store, decision) -> {
            // The text of a content that was replaced meanwhile is passed over, because it says whose it is.
            boolean isThere =
                    store.stored(Documents.DOCUMENT_BY_ID.of(run.documentId())).isPresent();
            if (isThere) {
                fullTexts.contentInto(store, decision, read, key);
            }
        });
    }
}
