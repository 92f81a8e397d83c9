package dev.trestle.systems.formkiq;

import dev.trestle.model.operation.CursorException;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.platform.api.Api;
import dev.trestle.platform.api.Problem;
import dev.trestle.platform.jobs.JobRunner;
import dev.trestle.platform.jobs.Jobs;
import dev.trestle.platform.operation.Operations;
import dev.trestle.platform.system.Environment;
import dev.trestle.platform.system.Running;
import dev.trestle.platform.system.SystemDefinition;
import dev.trestle.systems.formkiq.api.Caller;
import dev.trestle.systems.formkiq.api.FormKiqShape;
import dev.trestle.systems.formkiq.api.Pages;
import dev.trestle.systems.formkiq.api.Refusals;
import dev.trestle.systems.formkiq.api.Rights;
import dev.trestle.systems.formkiq.api.SitePermissions;
import dev.trestle.systems.formkiq.attributes.AttributeOperations;
import dev.trestle.systems.formkiq.documents.DocumentService;
import dev.trestle.systems.formkiq.folders.FolderMoves;
import dev.trestle.systems.formkiq.folders.FolderOperations;
import dev.trestle.systems.formkiq.model.FormKiqModel;
import dev.trestle.systems.formkiq.model.SupportTable;
import dev.trestle.systems.formkiq.search.SearchOperations;
import dev.trestle.systems.formkiq.sites.KeyRing;
import dev.trestle.systems.formkiq.sites.SiteOperations;
import dev.trestle.systems.formkiq.tags.TagOperations;
import java.util.Random;

/** FormKiQ, running on its tables and its bucket: documents of many sites, for programs that speak its API. */
public final class FormKiq implements AutoCloseable {
    /** What it calls its bucket. */
    public static final String DOCUMENTS = "documents";

    public static final SystemDefinition<FormKiqSettings> SYSTEM = SystemDefinition.of(
                    "formkiq", () -> FormKiqModel.MODEL, FormKiqSettings.class)
            .withBucket(DOCUMENTS, "formkiq-documents")
            .opening(FormKiq::open);

    private static final Api.About ABOUT = new Api.About(
                    "FormKiQ",
                    "Document management of many sites: documents with contents, tags, attributes and folders, as FormKiQ 1.18"
                            + " has them. FormKiQ's own clients work with it. The site is that of the path or the query, else"
                            + " the only one of the caller's groups, else default.",
                    "/formkiq/v1")
            .withoutNulls()
            .ignoringUnknown();

    private final Operations<Caller> operations;
    private final DocumentService documents;
    private final JobRunner runner;

    /** Begins to work. */
    public FormKiq(Environment<FormKiqSettings> environment) {
        FormKiqSettings settings = environment.settings();
        boolean explicit = settings.sitePermissions() == FormKiqSettings.SitePermissionMode.EXPLICIT;
        ItemStore items = environment.store();
        Jobs jobs = environment.jobs(SupportTable.JOBS);
        SitePermissions permissions = new SitePermissions(items, explicit);
        this.operations = environment.operations(
                ABOUT,
                new FormKiqShape(),
                Rights.callers(permissions, environment.identity().issuerName()),
                caller -> items.within(caller.site()),
                jobs);
        this.documents = new DocumentService(new DocumentService.Parts(
                items,
                environment.bucket(DOCUMENTS),
                settings.deepLinkBuckets(),
                jobs,
                operations.changes(),
                environment.clock()));
        Pages pages = new Pages(items);
        KeyRing keys = new KeyRing(items);
        FolderOperations folders = new FolderOperations(documents.library(), pages, operations.changes());
        TagOperations tags = new TagOperations(documents.library(), pages, operations.changes());
        new SiteOperations(items, pages, keys, explicit, documents.limits()::begin).declare(operations);
        documents.declare(operations, pages, folders);
        tags.declare(operations);
        new AttributeOperations(documents.library(), pages, operations.changes()).declare(operations);
        folders.declare(operations);
        new SearchOperations(documents.library(), pages, folders.lists(), settings.isOriginalSearch())
                .declare(operations);
        operations.api().authenticatedBy(keys).explain(FormKiq::explained);
        this.runner = new JobRunner(jobs, JobRunner.Options.standard(), new Random())
                .handle(TagOperations.MATCHING, tags::runMatching)
                .handle(FolderMoves.PATHS, folders.moves()::changePaths);
        documents.runBy(runner);
        runner.start();
    }

    private static Running open(Environment<FormKiqSettings> environment) {
        FormKiq formkiq = new FormKiq(environment);
        return Running.of(formkiq.api()).with(formkiq::close);
    }

    private static @org.jspecify.annotations.Nullable Problem explained(Throwable failure) {
        return failure instanceof CursorException ? Refusals.invalidNext().problem() : null;
    }

    public Api api() {
        return operations.api();
    }

    /** Lets jobs that run come to an end; others stay for the next start. */
    @Override
    public void close() {
        documents.close();
        runner.close();
    }
}
