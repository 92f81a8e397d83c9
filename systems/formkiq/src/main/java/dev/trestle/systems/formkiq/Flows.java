package dev.trestle.systems.formkiq;

import dev.trestle.media.MediaException;
import dev.trestle.media.MediaTools;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.Principal;
import dev.trestle.platform.identity.Identity;
import dev.trestle.platform.jobs.JobRunner;
import dev.trestle.platform.notices.Notices;
import dev.trestle.platform.operation.Changes;
import dev.trestle.platform.operation.Operations;
import dev.trestle.platform.table.Person;
import dev.trestle.systems.formkiq.actions.ActionContent;
import dev.trestle.systems.formkiq.actions.Actions;
import dev.trestle.systems.formkiq.api.Caller;
import dev.trestle.systems.formkiq.api.Callers;
import dev.trestle.systems.formkiq.api.Pages;
import dev.trestle.systems.formkiq.documents.Library;
import dev.trestle.systems.formkiq.model.Documents.Document;
import dev.trestle.systems.formkiq.reading.DocumentText;
import dev.trestle.systems.formkiq.rulesets.DocumentSources;
import dev.trestle.systems.formkiq.rulesets.RulesetService;
import dev.trestle.systems.formkiq.workflows.QueueNotices;
import dev.trestle.systems.formkiq.workflows.WorkflowService;
import java.io.IOException;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Queues, workflows and rulesets, wired to the actions of documents. */
final class Flows {
    /** How much of a text rules look at. */
    private static final int TEXT_MAX = 1_000_000;

    private final Parts parts;
    private final WorkflowService workflows;
    private final RulesetService rulesets;

    /** What they run on. */
    record Parts(
            Library library,
            Actions actions,
            ActionContent content,
            Callers callers,
            Changes changes,
            Notices notices,
            Identity identity,
            MediaTools media,
            DocumentText text,
            Clock clock) {}

    Flows(Parts parts) {
        this.parts = parts;
        QueueNotices notices =
                new QueueNotices(parts.notices(), parts.identity().people(), this::mayRead);
        this.workflows = new WorkflowService(parts.library(), parts.actions(), parts.changes(), notices);
        DocumentSources sources = new DocumentSources(
                parts.media(),
                (site, document) ->
                        parts.content().has(document) ? parts.content().open(site, document) : null,
                this::text);
        this.rulesets = new RulesetService(
                parts.library(), workflows.runs(), sources, parts.actions(), parts.changes(), parts.clock());
    }

    /** By the rights that somebody has now. */
    private boolean mayRead(Person person, String site, String documentId) {
        Principal who = new Principal(
                parts.identity().issuerName(),
                person.personId(),
                Principal.Proof.TOKEN,
                null,
                Set.copyOf(person.groups()),
                Map.of("email", person.email()));
        try {
            Caller caller = parts.callers().acting(who, site, null);
            return parts.library().readable(caller, List.of(documentId)).containsKey(documentId);
        } catch (ApiException refused) {
            return false;
        }
    }

    /** What a document says; what was never recognised is recognised now. A file that cannot be read says nothing. */
    private String text(String site, Document document) throws IOException {
        ItemStore store = parts.library().store(site);
        try {
            Optional<String> text = parts.text().read(site, store, document, TEXT_MAX);
            return text.isPresent() || parts.text().wasRecognised(store, document)
                    ? text.orElse("")
                    : parts.text().recognise(site, document, TEXT_MAX).orElse("");
        } catch (MediaException unreadable) {
            return "";
        }
    }

    void declare(Operations<Caller> api, Pages pages) {
        workflows.declare(api, pages);
        rulesets.declare(api, pages);
    }

    /** Has their jobs done. */
    void runBy(JobRunner runner) {
        workflows.runBy(runner);
        rulesets.runBy(runner);
    }
}
