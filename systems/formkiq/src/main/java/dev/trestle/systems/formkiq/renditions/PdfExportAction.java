package dev.trestle.systems.formkiq.renditions;

import dev.trestle.media.Made;
import dev.trestle.media.MediaException;
import dev.trestle.media.MediaTools;
import dev.trestle.media.Office;
import dev.trestle.media.Size;
import dev.trestle.media.Workspace;
import dev.trestle.media.book.BookLimits;
import dev.trestle.media.book.MadeBook;
import dev.trestle.systems.formkiq.actions.ActionHandler;
import dev.trestle.systems.formkiq.actions.ActionOutcome;
import dev.trestle.systems.formkiq.actions.ActionRun;
import dev.trestle.systems.formkiq.documents.Handing;
import dev.trestle.systems.formkiq.documents.MachineFiles;
import dev.trestle.systems.formkiq.malware.MalwareGuard;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/** PDFEXPORT: a text, a picture or an office file as a PDF file, as a document beside its original. */
public final class PdfExportAction implements ActionHandler {
    private static final String PDF = "application/pdf";
    private static final long BYTES_MAX = 200L << 20;
    private static final long TEXT_BYTES_MAX = 2L << 20;
    private static final int PICTURE_SIDE = 4_000;
    private static final BookLimits PAGES = new BookLimits(1_000, 200L << 20);
    private static final Set<String> KEPT = Set.of("image/jpeg", "image/png");

    private final MediaTools media;
    private final Office office;
    private final MachineFiles files;

    public PdfExportAction(MediaTools media, Office office, MachineFiles files) {
        this.media = media;
        this.office = office;
        this.files = files;
    }

    @Override
    public ActionOutcome run(ActionRun run) throws IOException {
        String type = MachineFiles.typeOf(run.document());
        if (type.equals(PDF)) {
            return ActionOutcome.skipped("it is a PDF file already");
        }
        if (!run.hasContent()) {
            return ActionOutcome.skipped("there is no content here");
        }
        if (MalwareGuard.isBlocked(run.store(), run.documentId(), run.document().s3version())) {
            return ActionOutcome.failed(MalwareGuard.BLOCKED);
        }
        boolean isText = isText(type);
        boolean isOffice = !isText && Office.reads(Names.extensionOf(run.document()));
        if (isOffice && !office.isConfigured()) {
            return ActionOutcome.failed("PDFEXPORT is not configured");
        }
        if (!isText && !isOffice && !type.startsWith("image/")) {
            return ActionOutcome.failed("no PDF file can be made of the type '" + type + "'");
        }
        try (Workspace space = media.workspace()) {
            Path content;
            try (InputStream in = run.open()) {
                content = space.add(in, isText ? TEXT_BYTES_MAX : BYTES_MAX);
            }
            if (isText) {
                boolean isMarkdown = type.equals("text/markdown")
                        || Names.extensionOf(run.document()).equals("md");
                MadeBook made = media.text(
                        space,
                        TextPages.of(Handing.nameOf(run.document()), Files.readAllBytes(content), isMarkdown),
                        PAGES);
                return filed(run, made.file(), unshown(made));
            }
            Path pdf = isOffice
                    ? office.pdf(space, content, Names.extensionOf(run.document()))
                    : media.merge(space, List.of(picture(space, content, type)), List.of("image/jpeg"))
                            .file();
            return filed(run, pdf, "");
        } catch (MediaException e) {
            return ActionOutcome.failed(
                    e.problem() == MediaException.Problem.UNAVAILABLE
                            ? "PDFEXPORT is not configured: " + e.getMessage()
                            : String.valueOf(e.getMessage()));
        }
    }

    private static boolean isText(String type) {
        return type.startsWith("text/") || type.equals("application/json");
    }

    /** Pictures of other types become one of those that a PDF file holds. */
    private Path picture(Workspace space, Path content, String type) {
        if (KEPT.contains(type)) {
            return content;
        }
        Made made = media.scale(space, content, List.of(new Size(PICTURE_SIDE))).get(0);
        return made.file();
    }

    private static String unshown(MadeBook made) {
        return made.missing().isEmpty() ? "" : "; no font of this machine has " + String.join(" ", made.missing());
    }

    private ActionOutcome filed(ActionRun run, Path pdf, String remark) throws IOException {
        String path = Names.with(run.document(), ".pdf");
        String said = files.file(
                        run.caller(),
                        run.now(),
                        new MachineFiles.NewFile(run.key(), path, PDF, pdf, run.documentId(), List.of()))
                .map(document -> "made document '" + document.documentId() + "'")
                .orElse("made before");
        return ActionOutcome.done(said + remark);
    }
}
