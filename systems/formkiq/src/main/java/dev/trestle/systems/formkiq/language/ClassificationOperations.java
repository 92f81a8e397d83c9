package dev.trestle.systems.formkiq.language;

import dev.trestle.media.MediaException;
import dev.trestle.model.operation.Expect;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.Problem.Kind;
import dev.trestle.platform.operation.Changes;
import dev.trestle.platform.operation.Decision;
import dev.trestle.platform.operation.Given;
import dev.trestle.platform.operation.Operations;
import dev.trestle.systems.formkiq.api.Caller;
import dev.trestle.systems.formkiq.api.Dates;
import dev.trestle.systems.formkiq.api.OnSite;
import dev.trestle.systems.formkiq.api.Pages;
import dev.trestle.systems.formkiq.api.Refusals;
import dev.trestle.systems.formkiq.api.Rights;
import dev.trestle.systems.formkiq.documents.Library;
import dev.trestle.systems.formkiq.malware.MalwareGuard;
import dev.trestle.systems.formkiq.model.Documents;
import dev.trestle.systems.formkiq.model.Documents.DataClassificationResult;
import dev.trestle.systems.formkiq.model.Documents.Document;
import dev.trestle.systems.formkiq.model.Permission;
import java.io.IOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/** The operations on classifications of what is in documents: having one made, and those that were made. */
public final class ClassificationOperations {
    /** Such a request waits for the model, with a thread of the server. */
    private static final int AT_ONCE = 2;

    private final Library library;
    private final Pages pages;
    private final Changes changes;
    private final LanguageModel model;
    private final Classifications classifications;
    private final Texts texts;
    private final Semaphore places = new Semaphore(AT_ONCE);

    public ClassificationOperations(Library library, Pages pages, Changes changes, LanguageModel model, Texts texts) {
        this.library = library;
        this.pages = pages;
        this.changes = changes;
        this.model = model;
        this.classifications = new Classifications(model);
        this.texts = texts;
    }

    record GetResults(
            String documentId,
            @Nullable String siteId,
            @Nullable String limit,
            @Nullable String next) implements OnSite {}

    record Prompt(@Nullable String llmPromptEntityName) {}

    record SetResult(String documentId, @Nullable String siteId, Prompt body) implements OnSite {}

    record ValueView(String key, String value) {}

    record ResultView(
            String llmPromptEntityName,
            String insertedDate,
            String content,
            String userId,
            List<ValueView> attributes) {}

    record ResultsView(@Nullable String next, List<ResultView> dataClassifications) {}

    record AnswerView(String content, List<ValueView> attributes) {}

    public void declare(Operations<Caller> api) {
        String path = "/documents/{documentId}/dataClassification";
        api.get("GetDocumentDataClassification", path, GetResults.class)
                .about("What a language model said of a document, newest first")
                .right(Rights.READ)
                .refuses(Kind.NOT_FOUND, Kind.INVALID)
                .gives(ResultsView.class, this::results);
        api.put("SetDocumentDataClassification", path, SetResult.class)
                .about("Runs a prompt of the site over the text of a document, and keeps what a language model answers")
                .right(Rights.WRITE)
                .refuses(Kind.NOT_FOUND, Kind.INVALID, Kind.RATE_LIMITED, Kind.UNAVAILABLE)
                .gives(AnswerView.class, this::classify);
    }

    private ResultsView results(Given<Caller, GetResults> given) {
        GetResults asked = given.asked();
        var unused = library.require(given.by(), asked.documentId(), Permission.READ);
        ItemStore store = library.store(given.by());
        Pages.Listing<ResultView> page = pages.collect(
                pages.asked(
                        given.by(),
                        "GetDocumentDataClassification",
                        List.of(asked.documentId()),
                        asked.limit(),
                        asked.next(),
                        null),
                (after, count) -> store.placed(Documents.RESULTS_OF_DOCUMENT.of(asked.documentId()), count, after),
                Pages.each(ClassificationOperations::view));
        return new ResultsView(page.next(), page.items());
    }

    private static ResultView view(DataClassificationResult row) {
        return new ResultView(
                row.llmPromptEntityName(),
                Dates.text(row.inserteddate()),
                row.content(),
                row.userId(),
                views(Classifications.valuesOf(row)));
    }

    private static List<ValueView> views(List<Answered.Value> values) {
        return values.stream()
                .map(each -> new ValueView(each.key(), each.value()))
                .toList();
    }

    private AnswerView classify(Given<Caller, SetResult> given) {
        Caller caller = given.by();
        String documentId = given.asked().documentId();
        Document document =
                library.require(caller, documentId, Permission.WRITE).record();
        String name = given.asked().body().llmPromptEntityName();
        new Refusals().require(name, "llmPromptEntityName").check();
        ItemStore store = library.store(caller);
        String prompt = Prompts.require(store, library.indexes(caller), String.valueOf(name), "llmPromptEntityName");
        if (!model.isConfigured()) {
            throw Refusals.message("DATA_CLASSIFICATION is not configured");
        }
        MalwareGuard.check(store, caller, document);
        if (!places.tryAcquire()) {
            throw ApiException.rateLimited(java.time.Duration.ofSeconds(5));
        }
        try {
            return classify(caller, given.at(), document, String.valueOf(name), prompt);
        } finally {
            places.release();
        }
    }

    private AnswerView classify(Caller caller, Instant at, Document document, String name, String prompt) {
        ItemStore store = library.store(caller);
        try {
            String text = text(caller, store, document).orElseThrow(() -> Refusals.message("document has no text"));
            Classifications.Result result = classifications.ask(store, prompt, text);
            Instant when = at.truncatedTo(ChronoUnit.SECONDS);
            Object unused = changes.as(caller).run(store, () -> {
                Decision<?> decision =
                        Decision.done().check(Documents.DOCUMENT_BY_ID.of(document.documentId()), Expect.PRESENT);
                Classifications.keep(decision, store, document.documentId(), name, result, caller.user(), when);
                return decision;
            });
            return new AnswerView(result.content(), views(result.values()));
        } catch (ModelRefusedException | MediaException e) {
            throw Refusals.message(String.valueOf(e.getMessage()));
        } catch (IOException e) {
            throw ApiException.of(Kind.UNAVAILABLE, String.valueOf(e.getMessage()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw ApiException.of(Kind.UNAVAILABLE, "the server is stopping");
        }
    }

    private Optional<String> text(Caller caller, ItemStore store, Document document) throws IOException {
        Optional<String> text =
                texts.read(caller.site(), store, document, Prompts.TEXT_MAX).filter(each -> !each.isBlank());
        return text.isPresent()
                ? text
                : texts.recognise(caller.site(), document, Prompts.TEXT_MAX).filter(each -> !each.isBlank());
    }
}
