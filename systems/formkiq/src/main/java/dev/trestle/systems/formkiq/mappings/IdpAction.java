package dev.trestle.systems.formkiq.mappings;

import dev.trestle.media.MediaException;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.systems.formkiq.actions.ActionHandler;
import dev.trestle.systems.formkiq.actions.ActionOutcome;
import dev.trestle.systems.formkiq.actions.ActionRun;
import dev.trestle.systems.formkiq.actions.NewAction;
import dev.trestle.systems.formkiq.api.Caller;
import dev.trestle.systems.formkiq.api.RowPlan;
import dev.trestle.systems.formkiq.attributes.AttributeViews.NewAttribute;
import dev.trestle.systems.formkiq.attributes.DocumentValues;
import dev.trestle.systems.formkiq.documents.Library;
import dev.trestle.systems.formkiq.language.Texts;
import dev.trestle.systems.formkiq.model.DocumentActions.ActionType;
import dev.trestle.systems.formkiq.model.Mappings;
import dev.trestle.systems.formkiq.model.Mappings.Mapping;
import dev.trestle.systems.formkiq.model.Permission;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * Fills attributes of a document by a mapping. What it sets is held to the rights of whoever added the action, and to the site's
 * schema, as if they had set it.
 */
public final class IdpAction implements ActionHandler {
    private final Library library;
    private final Texts texts;

    public IdpAction(Library library, Texts texts) {
        this.library = library;
        this.texts = texts;
    }

    @Override
    public ActionOutcome run(ActionRun run) throws IOException {
        String id = run.parameter("mappingId").orElse("");
        Optional<Mapping> mapping =
                id.isEmpty() ? Optional.empty() : run.store().get(Mappings.MAPPING_BY_ID.of(id));
        if (mapping.isEmpty()) {
            return ActionOutcome.failed("mapping '" + id + "' does not exist");
        }
        String text = "";
        if (MappedValues.needsText(mapping.get())) {
            Optional<String> read;
            try {
                read = texts.read(run.site(), run.store(), run.document(), MappedValues.CHARACTERS_MAX);
            } catch (MediaException e) {
                return ActionOutcome.failed(String.valueOf(e.getMessage()));
            }
            if (read.isEmpty() && run.hasContent() && !texts.wasRecognised(run.store(), run.document())) {
                return ActionOutcome.first(NewAction.of(ActionType.OCR));
            }
            text = read.orElse("");
        }
        List<NewAttribute> wanted =
                MappedValues.wanted(run.store(), MappedValues.of(run.store(), run.document(), mapping.get(), text));
        return wanted.isEmpty() ? ActionOutcome.done("no values were found") : set(run, wanted);
    }

    private ActionOutcome set(ActionRun run, List<NewAttribute> wanted) {
        Caller caller = run.caller();
        Object unused = library.require(caller, run.documentId(), Permission.WRITE);
        DocumentValues.By by = new DocumentValues.By(caller, run.documentId(), run.now());
        RowPlan plan = plan(run.store(), by, wanted);
        if (plan.fits()) {
            return ActionOutcome.done()
                    .writing((store, decision) -> plan(store, by, wanted).into(decision));
        }
        plan.run(run.changes(), run.store());
        return ActionOutcome.done();
    }

    private static RowPlan plan(ItemStore store, DocumentValues.By by, List<NewAttribute> wanted) {
        return DocumentValues.plan(
                store, by, wanted, DocumentValues.Mode.REPLACE_KEYS, DocumentValues.of(store, by.documentId()));
    }
}
