package dev.trestle.systems.formkiq;

import dev.trestle.media.MediaLimits;
import dev.trestle.media.MediaTools;
import dev.trestle.media.Office;
import dev.trestle.model.operation.CursorException;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.platform.api.Api;
import dev.trestle.platform.api.Problem;
import dev.trestle.platform.events.EventHub;
import dev.trestle.platform.events.Follower;
import dev.trestle.platform.identity.ManagedPeople;
import dev.trestle.platform.jobs.JobRunner;
import dev.trestle.platform.jobs.Jobs;
import dev.trestle.platform.notices.NoticeKind;
import dev.trestle.platform.operation.Operations;
import dev.trestle.platform.settings.SharedSettings;
import dev.trestle.platform.system.Environment;
import dev.trestle.platform.system.Running;
import dev.trestle.platform.system.SystemDefinition;
import dev.trestle.systems.formkiq.actions.ActionEngine;
import dev.trestle.systems.formkiq.actions.ActionOperations;
import dev.trestle.systems.formkiq.actions.ActionOutcome;
import dev.trestle.systems.formkiq.actions.Actions;
import dev.trestle.systems.formkiq.actions.StandardRules;
import dev.trestle.systems.formkiq.activity.ActivityOperations;
import dev.trestle.systems.formkiq.activity.Denials;
import dev.trestle.systems.formkiq.activity.RecordOperations;
import dev.trestle.systems.formkiq.activity.Recorder;
import dev.trestle.systems.formkiq.api.Actor;
import dev.trestle.systems.formkiq.api.Caller;
import dev.trestle.systems.formkiq.api.Callers;
import dev.trestle.systems.formkiq.api.FormKiqShape;
import dev.trestle.systems.formkiq.api.Outside;
import dev.trestle.systems.formkiq.api.Pages;
import dev.trestle.systems.formkiq.api.Places;
import dev.trestle.systems.formkiq.api.PublicRates;
import dev.trestle.systems.formkiq.api.Refusals;
import dev.trestle.systems.formkiq.api.Rights;
import dev.trestle.systems.formkiq.api.SitePermissions;
import dev.trestle.systems.formkiq.attributes.AttributeOperations;
import dev.trestle.systems.formkiq.cases.CaseOperations;
import dev.trestle.systems.formkiq.deliveries.Notifications;
import dev.trestle.systems.formkiq.deliveries.OtherServers;
import dev.trestle.systems.formkiq.documents.DocumentService;
import dev.trestle.systems.formkiq.entities.EntityOperations;
import dev.trestle.systems.formkiq.extension.ExtensionOperations;
import dev.trestle.systems.formkiq.extension.HomeOperations;
import dev.trestle.systems.formkiq.extension.SiteEvents;
import dev.trestle.systems.formkiq.folders.FolderMoves;
import dev.trestle.systems.formkiq.folders.FolderOperations;
import dev.trestle.systems.formkiq.links.LinkOperations;
import dev.trestle.systems.formkiq.locales.LocaleOperations;
import dev.trestle.systems.formkiq.locks.LockOperations;
import dev.trestle.systems.formkiq.locks.Locks;
import dev.trestle.systems.formkiq.mappings.IdpAction;
import dev.trestle.systems.formkiq.mappings.MappingOperations;
import dev.trestle.systems.formkiq.mappings.MappingTrial;
import dev.trestle.systems.formkiq.model.DocumentActions.ActionType;
import dev.trestle.systems.formkiq.model.FormKiqModel;
import dev.trestle.systems.formkiq.model.Permission;
import dev.trestle.systems.formkiq.model.SupportTable;
import dev.trestle.systems.formkiq.policies.PolicyOperations;
import dev.trestle.systems.formkiq.publications.PublicationOperations;
import dev.trestle.systems.formkiq.publications.Publishing;
import dev.trestle.systems.formkiq.reading.ReadingService;
import dev.trestle.systems.formkiq.retention.RetentionOperations;
import dev.trestle.systems.formkiq.sample.SampleWorld;
import dev.trestle.systems.formkiq.schemas.SchemaOperations;
import dev.trestle.systems.formkiq.search.FulltextSearch;
import dev.trestle.systems.formkiq.search.SearchOperations;
import dev.trestle.systems.formkiq.search.TextIndex;
import dev.trestle.systems.formkiq.shares.ShareOperations;
import dev.trestle.systems.formkiq.sites.KeyRing;
import dev.trestle.systems.formkiq.sites.SiteAdministration;
import dev.trestle.systems.formkiq.sites.SiteOperations;
import dev.trestle.systems.formkiq.tags.TagOperations;
import dev.trestle.systems.formkiq.users.UserOperations;
import dev.trestle.systems.formkiq.webhooks.WebhookCalls;
import dev.trestle.systems.formkiq.webhooks.WebhookOperations;
import dev.trestle.systems.formkiq.workflows.FlowWitness;
import java.io.IOException;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** FormKiQ, running on its tables and its bucket: documents of many sites, for programs that speak its API. */
public final class FormKiq implements AutoCloseable {
    /** What it calls its bucket. */
    public static final String DOCUMENTS = "documents";

    public static final SystemDefinition<FormKiqSettings> SYSTEM = SystemDefinition.of(
                    "formkiq", () -> FormKiqModel.MODEL, FormKiqSettings.class)
            .withBucket(DOCUMENTS, "formkiq-documents")
            .withPages(FormKiq.class)
            .withDemo(SampleWorld.DEMO)
            .withHome(HomeOperations.HOME)
            .withNotices(NoticeKind.APPROVAL)
            .opening(FormKiq::open);

    private static final Api.About ABOUT = new Api.About(
                    "FormKiQ",
                    "Document management of many sites: documents with contents, tags, attributes and folders, as FormKiQ 1.18"
                            + " has them. FormKiQ's own clients work with it. The site is that of the path or the query, else"
                            + " the only one of the caller's groups, else default.",
                    "/formkiq/v1")
            .withoutNulls()
            .ignoringUnknown()
            .checkingRightsFirst();

    private final Operations<Caller> operations;
    private final DocumentService documents;
    private final JobRunner runner;
    private final EventHub<Caller> events;
    private final Follower follower;
    private final TextIndex texts;
    private final Actions actions;
    private final ActionEngine engine;
    private final JobRunner actionRunner;
    private final Engines engines;

    /** Begins to work. */
    public FormKiq(Environment<FormKiqSettings> environment) {
        this(environment, true);
    }

    /** One that does nothing by itself, for a sample world; its jobs are run by {@link #runJobs}. */
    public static FormKiq idle(Environment<FormKiqSettings> environment) {
        return new FormKiq(environment, false);
    }

    private FormKiq(Environment<FormKiqSettings> environment, boolean starts) {
        FormKiqSettings settings = environment.settings();
        boolean explicit = settings.sitePermissions() == FormKiqSettings.SitePermissionMode.EXPLICIT;
        ItemStore items = environment.store();
        Jobs jobs = environment.jobs(SupportTable.JOBS);
        SitePermissions permissions = new SitePermissions(items, explicit);
        Places places = new Places();
        Callers callers = new Callers(permissions, environment.identity().issuerName(), places);
        Recorder recorder = new Recorder(environment.clock(), Locks::check);
        FlowWitness flow = new FlowWitness(environment.clock());
        this.operations = environment.operations(
                ABOUT,
                new FormKiqShape(),
                callers.ofCalls(),
                caller -> items.within(caller.site()),
                jobs,
                (store, decision, who) -> {
                    flow.attend(store, decision, who);
                    recorder.attend(store, decision, who);
                });
        Denials denials = new Denials(items, environment.clock(), recorder);
        operations.onFailed((who, call, asked, failure) -> {
            // Nobody asked for their home: whoever is refused it has tried nothing.
            if (!call.operationId().equals(HomeOperations.HOME)) {
                denials.failed(operations.changes(), who, call, asked, failure);
            }
        });
        this.actions = new Actions();
        StandardRules.of(actions, settings.engines().openai().isConfigured());
        MediaTools media = media(environment);
        this.documents = new DocumentService(new DocumentService.Parts(
                items,
                environment.bucket(DOCUMENTS),
                settings.deepLinkBuckets(),
                jobs,
                operations.changes(),
                media,
                environment.clock(),
                (caller, documentId) ->
                        recorder.viewed(operations.changes(), items.within(caller.site()), caller, documentId),
                actions));
        this.engine = new ActionEngine(
                actions,
                new ActionEngine.Parts(
                        items,
                        operations.changes(),
                        documents.forActions(),
                        callers,
                        environment.clock(),
                        documents::settle));
        ReadingService reading = new ReadingService(new ReadingService.Parts(
                documents.library(), documents.texts(), media, actions, operations.changes(), environment.clock()));
        Flows flows = new Flows(new Flows.Parts(
                documents.library(),
                actions,
                documents.forActions(),
                callers,
                operations.changes(),
                environment.notices(),
                environment.identity(),
                media,
                reading.text(),
                environment.clock()));
        this.engines = new Engines(new Engines.Parts(
                settings.engines(),
                documents,
                actions,
                operations.changes(),
                media,
                office(environment),
                reading.text(),
                environment.shared().media().tesseract(),
                environment.clock(),
                callers::system));
        Pages pages = new Pages(items);
        KeyRing keys = new KeyRing(items);
        FolderOperations folders = new FolderOperations(documents.library(), pages, operations.changes());
        TagOperations tags = new TagOperations(documents.library(), pages, operations.changes());
        new SiteOperations(items, pages, keys, explicit, documents.limits()::begin).declare(operations);
        new SiteAdministration(items).declare(operations);
        new PolicyOperations(items, places).declare(operations);
        new ShareOperations(items, pages).declare(operations);
        new MappingOperations(items, pages).declare(operations);
        new EntityOperations(items, pages).declare(operations);
        new LocaleOperations(items, pages).declare(operations);
        SchemaOperations schemas = new SchemaOperations(items, pages);
        schemas.declare(operations);
        engines.declare(operations, pages);
        documents.declare(operations, pages, folders);
        new ActionOperations(documents.library(), pages, actions).declare(operations);
        new PublicationOperations(documents.library(), documents.handing()).declare(operations);
        OtherServers servers = new OtherServers(
                environment.outgoing(),
                settings.webhook().allowed(),
                settings.eventbridge().url());
        actions.handle(ActionType.WEBHOOK, servers::webhook)
                .handle(ActionType.EVENTBRIDGE, servers::event)
                .handle(ActionType.NOTIFICATION, new Notifications(environment.outbox())::mail)
                .handle(ActionType.QUEUE, run -> ActionOutcome.queued())
                .handle(ActionType.PUBLISH, Publishing::publish);
        tags.declare(operations);
        flows.declare(operations, pages);
        LockOperations locks = new LockOperations(documents.library());
        locks.declare(operations);
        new AttributeOperations(documents.library(), pages, operations.changes(), locks::unlock).declare(operations);
        folders.declare(operations);
        reading.declare(operations, pages);
        actions.handle(ActionType.IDP, new IdpAction(documents.library(), reading.text()));
        new MappingTrial(documents.library(), reading.text()).declare(operations);
        this.texts = new TextIndex(environment, reading.fullTexts(), reading.syncs());
        new FulltextSearch(documents.library(), texts, reading.fullTexts()).declare(operations);
        new SearchOperations(documents.library(), pages, folders.lists(), texts, settings.isOriginalSearch())
                .declare(operations);
        ActivityOperations.Known readable = (caller, documentId) -> {
            var unused = documents.library().require(caller, documentId, Permission.READ);
        };
        new ActivityOperations(items, pages, readable).declare(operations);
        new RecordOperations(items, pages, readable).declare(operations);
        new ExtensionOperations(documents.library(), pages).declare(operations);
        new HomeOperations(items, environment.clock()).declare(operations);
        LinkOperations links = new LinkOperations(
                documents.library(), items, operations.changes(), recorder, documents.handing(), environment.clock());
        links.declare(operations);
        RetentionOperations retention =
                new RetentionOperations(documents.disposing(), operations.changes(), jobs, pages, environment.clock());
        retention.declare(operations);
        CaseOperations cases = new CaseOperations(documents.library(), items, pages, operations.changes());
        cases.declare(operations);
        this.events = new EventHub<>(
                environment.deployment(), environment.streams(), items, SiteEvents.of(items, environment.clock()));
        operations
                .get("listen", "/x/events")
                .about("Changes to what the caller may read, in all sites, as server-sent events")
                .right(Rights.LISTEN)
                .repliesEvents(events::listen);
        Outside outside = new Outside(permissions, places);
        FormKiqSettings.PublicAccess open = settings.publicAccess();
        PublicRates rates = new PublicRates(open.perMinute(), environment.clock());
        documents.forPublic(outside, rates, open.isOpen(), environment.clock()).declare(operations);
        declareWebhooks(environment, pages, outside, rates);
        ManagedPeople people =
                new ManagedPeople(environment.identity(), group -> group.equalsIgnoreCase(Caller.ADMINS));
        new UserOperations(items, people, pages, operations.changes()).declare(operations);
        places.know(operations.api().declarations());
        operations.api().authenticatedBy(keys).explain(FormKiq::explained);
        this.runner = new JobRunner(jobs, JobRunner.Options.standard(), new Random())
                .handle(TagOperations.MATCHING, tags::runMatching)
                .handle(FolderMoves.PATHS, folders.moves()::changePaths);
        // Actions wait for other servers and programs: nothing else waits for them.
        this.actionRunner = new JobRunner(jobs, JobRunner.Options.standard(), new Random());
        engine.runBy(actionRunner);
        documents.runBy(runner);
        links.runBy(runner);
        retention.runBy(runner);
        flows.runBy(runner);
        cases.runBy(runner);
        schemas.runBy(runner, operations.changes().as(Actor.following()));
        this.follower = new Follower(environment.deployment(), environment.streams(), items, SupportTable.FOLLOWER);
        // An index of words has one writer: a sample world leaves it to the system that runs.
        if (starts) {
            events.start();
            runner.start();
            actionRunner.start();
            engine.start();
            follower.start();
            texts.start();
            engines.start();
        }
    }

    private void declareWebhooks(
            Environment<FormKiqSettings> environment, Pages pages, Outside outside, PublicRates rates) {
        String issuer = environment.identity().issuerName();
        new WebhookOperations(environment.store(), pages, environment.clock(), issuer.replaceFirst("/auth/v1$", ""))
                .declare(operations);
        FormKiqSettings.PublicAccess open = environment.settings().publicAccess();
        new WebhookCalls(
                        new WebhookCalls.Parts(
                                environment.store(),
                                operations.changes(),
                                documents.filing(),
                                outside,
                                rates,
                                environment.clock()),
                        open.isOpen(),
                        open.redirectHosts())
                .declare(operations);
    }

    private static MediaTools media(Environment<FormKiqSettings> environment) {
        SharedSettings.Media settings = environment.shared().media();
        return new MediaTools(
                environment.directory().resolve("media"), limits(settings), settings.tesseract(), settings.languages());
    }

    private static MediaLimits limits(SharedSettings.Media settings) {
        return MediaLimits.DEFAULT.withTime(settings.timeMax()).withMemory(settings.memoryMax());
    }

    private static Office office(Environment<FormKiqSettings> environment) {
        return new Office(
                environment.directory().resolve("media"),
                limits(environment.shared().media()),
                environment.settings().engines().office());
    }

    private static Running open(Environment<FormKiqSettings> environment) {
        FormKiq formkiq = new FormKiq(environment);
        return Running.of(formkiq.api()).with(formkiq::close);
    }

    private static @Nullable Problem explained(Throwable failure) {
        return failure instanceof CursorException ? Refusals.invalidNext().problem() : null;
    }

    public Api api() {
        return operations.api();
    }

    /** What documents can go through. */
    public Actions actions() {
        return actions;
    }

    /** Looks once for files that come in by themselves. */
    public void lookForFiles() throws IOException {
        engines.look();
    }

    /** Runs the jobs that are due. */
    public void runJobs() {
        runner.runDue();
        actionRunner.runDue();
    }

    /** Lets jobs that run come to an end; others stay for the next start. */
    @Override
    public void close() {
        engines.close();
        events.close();
        follower.close();
        texts.close();
        documents.close();
        actionRunner.close();
        engine.close();
        runner.close();
    }
}
