package dev.trestle.systems.formkiq.language;

import dev.trestle.media.MediaException;
import dev.trestle.systems.formkiq.actions.ActionHandler;
import dev.trestle.systems.formkiq.actions.ActionOutcome;
import dev.trestle.systems.formkiq.actions.ActionRun;
import dev.trestle.systems.formkiq.actions.NewAction;
import dev.trestle.systems.formkiq.api.Actor;
import dev.trestle.systems.formkiq.api.RowPlan;
import dev.trestle.systems.formkiq.model.DocumentActions.ActionType;
import dev.trestle.systems.formkiq.tags.TagRows;
import dev.trestle.systems.formkiq.tags.TagViews.NewTag;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * DATA_CLASSIFICATION runs a site's prompt over the text of a document and keeps the answer; DOCUMENTTAGGING has a model find values of
 * tags in it. A document without text is recognised first, once.
 */
public final class ClassifyAction implements ActionHandler {
    private static final int TAGS_MAX = 20;
    private static final int TAG_VALUES_MAX = 10;

    private final Classifications classifications;
    private final Texts texts;

    public ClassifyAction(LanguageModel model, Texts texts) {
        this.classifications = new Classifications(model);
        this.texts = texts;
    }

    @Override
    public ActionOutcome run(ActionRun run) throws IOException, InterruptedException {
        Optional<String> text;
        try {
            text = texts.read(run.site(), run.store(), run.document(), Prompts.TEXT_MAX)
                    .filter(each -> !each.isBlank());
        } catch (MediaException e) {
            return ActionOutcome.failed(String.valueOf(e.getMessage()));
        }
        if (text.isEmpty()) {
            return run.hasContent() && !texts.wasRecognised(run.store(), run.document())
                    ? ActionOutcome.first(NewAction.of(ActionType.OCR))
                    : ActionOutcome.skipped("there is no text");
        }
        try {
            return run.action().type() == ActionType.DOCUMENTTAGGING ? tag(run, text.get()) : classify(run, text.get());
        } catch (ModelRefusedException e) {
            return ActionOutcome.failed(String.valueOf(e.getMessage()));
        }
    }

    private ActionOutcome classify(ActionRun run, String text)
            throws IOException, ModelRefusedException, InterruptedException {
        String name = run.parameter("llmPromptEntityName").orElse("");
        String prompt = Prompts.require(run.store(), run.store().indexes(), name, "parameters.llmPromptEntityName");
        Classifications.Result result = classifications.ask(run.store(), prompt, text);
        Instant at = run.now();
        return ActionOutcome.done()
                .writing((store, decision) -> Classifications.keep(
                        decision,
                        store,
                        run.documentId(),
                        name,
                        result,
                        run.action().userId(),
                        at));
    }

    private ActionOutcome tag(ActionRun run, String text)
            throws IOException, ModelRefusedException, InterruptedException {
        List<String> names = Prompts.tagsOf(run.parameter("tags").orElse("")).stream()
                .filter(name -> name.indexOf('#') < 0)
                .limit(TAGS_MAX)
                .toList();
        if (names.isEmpty()) {
            return ActionOutcome.failed("no tags are asked for");
        }
        Classifications.Result result = classifications.ask(
                run.store(),
                "Find values for these in the document: " + String.join(", ", names)
                        + ". Answer with one JSON object that has just these names, and leave out what the document does not say.",
                text);
        List<NewTag> tags = wanted(names, result.values());
        if (tags.isEmpty()) {
            return result.values().isEmpty() && !result.content().strip().equals("{}")
                    ? ActionOutcome.failed("the language model's answer has no values")
                    : ActionOutcome.done("no values were found");
        }
        TagRows.By by = new TagRows.By(Actor.SYSTEM, run.documentId(), run.now());
        RowPlan plan = TagRows.plan(by, tags, TagRows.of(run.store(), run.documentId()), false);
        if (!plan.fits()) {
            plan.run(run.changes(), run.store());
            return ActionOutcome.done();
        }
        return ActionOutcome.done()
                .writing((store, decision) -> TagRows.plan(by, tags, TagRows.of(store, run.documentId()), false)
                        .into(decision));
    }

    /** Of what the model found, only what was asked for. */
    private static List<NewTag> wanted(List<String> names, List<Answered.Value> found) {
        Map<String, List<String>> values = new LinkedHashMap<>();
        for (Answered.Value each : found) {
            List<String> known = values.computeIfAbsent(each.key(), any -> new ArrayList<>());
            if (known.size() < TAG_VALUES_MAX && !known.contains(each.value())) {
                known.add(each.value());
            }
        }
        return names.stream()
                .filter(values::containsKey)
                .map(name -> new NewTag(name, null, values.get(name)))
                .toList();
    }
}
