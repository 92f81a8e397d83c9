package dev.trestle.systems.formkiq;

import dev.trestle.platform.operation.Operations;
import dev.trestle.systems.formkiq.api.Caller;
import dev.trestle.systems.formkiq.api.OnSite;
import dev.trestle.systems.formkiq.api.Rights;
import dev.trestle.systems.formkiq.model.DocumentActions.ActionType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Tells those who set up a site which programs and services the installation has for documents. */
final class EngineOperations {
    /** Where child processes find programs. */
    private static final List<String> PROGRAMS = List.of("/usr/local/bin", "/usr/bin", "/bin");

    private final EngineSettings settings;
    private final String tesseract;

    EngineOperations(EngineSettings settings, String tesseract) {
        this.settings = settings;
        this.tesseract = tesseract;
    }

    record InSite(@Nullable String siteId) implements OnSite {}

    /** {@code setting} is what names it in the configuration; {@code actions} are those that need it. */
    record EngineView(String name, boolean isConfigured, String setting, List<String> actions) {}

    record EnginesView(List<EngineView> engines) {}

    void declare(Operations<Caller> api) {
        api.get("GetEngines", "/x/engines", InSite.class)
                .about("Which programs and services the installation has for documents, and which actions need them")
                .right(Rights.ADMIN_OR_GOVERN)
                .gives(EnginesView.class, given -> engines());
    }

    private EnginesView engines() {
        return new EnginesView(List.of(
                engine("tesseract", isProgram(tesseract), "media.tesseract", ActionType.OCR),
                engine(
                        "clamd",
                        settings.clamd() != null,
                        "formkiq.clamd",
                        ActionType.ANTIVIRUS,
                        ActionType.MALWARE_SCAN),
                engine(
                        "openai",
                        settings.openai().isConfigured(),
                        "formkiq.openai.url",
                        ActionType.DATA_CLASSIFICATION,
                        ActionType.DOCUMENTTAGGING),
                engine("office", !settings.office().isEmpty(), "formkiq.office", ActionType.PDFEXPORT),
                engine("folder", settings.intake().folder().isConfigured(), "formkiq.intake.folder.path"),
                engine("mailbox", settings.intake().mailbox().isConfigured(), "formkiq.intake.mailbox.host")));
    }

    private static EngineView engine(String name, boolean isConfigured, String setting, ActionType... actions) {
        return new EngineView(
                name,
                isConfigured,
                setting,
                Arrays.stream(actions).map(ActionType::name).toList());
    }

    private static boolean isProgram(String program) {
        return program.indexOf('/') >= 0
                ? Files.isExecutable(Path.of(program))
                : PROGRAMS.stream().anyMatch(each -> Files.isExecutable(Path.of(each, program)));
    }
}
