package dev.trestle.systems.formkiq;

import dev.trestle.media.MediaTools;
import dev.trestle.media.Office;
import dev.trestle.platform.operation.Changes;
import dev.trestle.platform.operation.Operations;
import dev.trestle.systems.formkiq.actions.Actions;
import dev.trestle.systems.formkiq.api.Caller;
import dev.trestle.systems.formkiq.api.Pages;
import dev.trestle.systems.formkiq.documents.DocumentService;
import dev.trestle.systems.formkiq.documents.MachineFiles;
import dev.trestle.systems.formkiq.intake.Arriving;
import dev.trestle.systems.formkiq.intake.FolderIntake;
import dev.trestle.systems.formkiq.intake.Intake;
import dev.trestle.systems.formkiq.intake.MailIntake;
import dev.trestle.systems.formkiq.language.ClassificationOperations;
import dev.trestle.systems.formkiq.language.ClassifyAction;
import dev.trestle.systems.formkiq.language.LanguageModel;
import dev.trestle.systems.formkiq.language.Texts;
import dev.trestle.systems.formkiq.malware.Clamd;
import dev.trestle.systems.formkiq.malware.ClamdAddress;
import dev.trestle.systems.formkiq.malware.MalwareOperations;
import dev.trestle.systems.formkiq.malware.MalwareScans;
import dev.trestle.systems.formkiq.malware.ScanAction;
import dev.trestle.systems.formkiq.model.DocumentActions.ActionType;
import dev.trestle.systems.formkiq.renditions.PdfExportAction;
import dev.trestle.systems.formkiq.renditions.ResizeAction;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The programs and services that work on documents, wired to the actions that need them. Those that are not configured do nothing. */
final class Engines implements AutoCloseable {
    /** Shorter than the lease of an action. */
    private static final Duration SCAN_MAX = Duration.ofMinutes(4);

    private final DocumentService documents;
    private final Actions actions;
    private final Changes changes;
    private final LanguageModel model;
    private final Texts texts;
    private final EngineOperations operations;
    private final Intake intake;
    private final @Nullable Clamd clamd;

    /**
     * What they run on.
     *
     * @param system makes the system itself a caller in a site
     */
    record Parts(
            EngineSettings settings,
            DocumentService documents,
            Actions actions,
            Changes changes,
            MediaTools media,
            Office office,
            Texts texts,
            String tesseract,
            Clock clock,
            Function<String, Caller> system) {}

    Engines(Parts parts) {
        this.documents = parts.documents();
        this.actions = parts.actions();
        this.changes = parts.changes();
        this.operations = new EngineOperations(parts.settings(), parts.tesseract());
        this.model = new LanguageModel(parts.settings().openai());
        ClamdAddress address = parts.settings().clamd();
        this.clamd = address == null ? null : new Clamd(address, SCAN_MAX);
        MachineFiles files = documents.machineFiles();
        this.texts = parts.texts();
        actions.onContent((event, decision) ->
                MalwareScans.contentCame(decision, event.store(), event.document(), event.isFirst()));
        actions.handle(ActionType.RESIZE, new ResizeAction(parts.media(), files));
        actions.handle(ActionType.PDFEXPORT, new PdfExportAction(parts.media(), parts.office(), files));
        if (clamd != null) {
            ScanAction scan = new ScanAction(clamd);
            actions.handle(ActionType.ANTIVIRUS, scan).handle(ActionType.MALWARE_SCAN, scan);
        }
        this.intake = intake(parts);
        if (model.isConfigured()) {
            ClassifyAction classify = new ClassifyAction(model, texts);
            actions.handle(ActionType.DATA_CLASSIFICATION, classify).handle(ActionType.DOCUMENTTAGGING, classify);
        }
    }

    private static Intake intake(Parts parts) {
        IntakeSettings settings = parts.settings().intake();
        Arriving arriving = new Arriving(
                parts.documents().machineFiles(), () -> parts.system().apply(settings.site()), parts.clock());
        FolderIntake folder = settings.folder().isConfigured() ? new FolderIntake(settings, arriving) : null;
        MailIntake mails = settings.mailbox().isConfigured()
                ? new MailIntake(
                        settings, arriving, parts.documents().library().store(settings.site()), parts.changes())
                : null;
        return new Intake(settings, folder, mails);
    }

    /** Begins to look for what comes in by itself. */
    void start() {
        intake.start();
    }

    /** Looks once for what comes in by itself. */
    void look() throws IOException {
        intake.look();
    }

    void declare(Operations<Caller> api, Pages pages) {
        operations.declare(api);
        new MalwareOperations(documents.library(), pages, actions).declare(api);
        new ClassificationOperations(documents.library(), pages, changes, model, texts).declare(api);
    }

    @Override
    public void close() {
        intake.close();
        if (clamd != null) {
            clamd.close();
        }
    }
}
