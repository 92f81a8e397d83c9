package dev.trestle.systems.formkiq.renditions;

import dev.trestle.media.Made;
import dev.trestle.media.MediaException;
import dev.trestle.media.MediaTools;
import dev.trestle.media.Workspace;
import dev.trestle.systems.formkiq.actions.ActionHandler;
import dev.trestle.systems.formkiq.actions.ActionOutcome;
import dev.trestle.systems.formkiq.actions.ActionRun;
import dev.trestle.systems.formkiq.documents.MachineFiles;
import dev.trestle.systems.formkiq.malware.MalwareGuard;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** RESIZE: a picture of another size or type, as a document beside its original. */
public final class ResizeAction implements ActionHandler {
    private static final long BYTES_MAX = 200L << 20;
    private static final int SIDE_MAX = Short.MAX_VALUE;
    private static final String AUTO = "auto";
    private static final Map<String, String> TYPES = Map.of(
            "bmp", "image/bmp", "gif", "image/gif", "jpeg", "image/jpeg", "png", "image/png", "tif", "image/tiff");
    /** What a picture is written as if the action does not say. */
    private static final Map<String, String> OWN = Map.of(
            "image/bmp", "bmp", "image/gif", "gif", "image/jpeg", "jpeg", "image/jpg", "jpeg", "image/tiff", "tif");

    private final MediaTools media;
    private final MachineFiles files;

    public ResizeAction(MediaTools media, MachineFiles files) {
        this.media = media;
        this.files = files;
    }

    @Override
    public ActionOutcome run(ActionRun run) throws IOException {
        if (!run.hasContent()) {
            return ActionOutcome.skipped("there is no content here");
        }
        if (MalwareGuard.isBlocked(run.store(), run.documentId(), run.document().s3version())) {
            return ActionOutcome.failed(MalwareGuard.BLOCKED);
        }
        int width = side(run, "width");
        int height = side(run, "height");
        String own = OWN.getOrDefault(MachineFiles.typeOf(run.document()), "png");
        String format = run.parameter("outputType").orElse(own);
        String type = TYPES.get(format);
        if (type == null || width == 0 && height == 0 || Math.max(width, height) > SIDE_MAX) {
            return ActionOutcome.failed(
                    "no picture of " + run.parameter("width").orElse("?") + " x "
                            + run.parameter("height").orElse("?") + " pixels, " + format + ", can be made");
        }
        try (Workspace space = media.workspace()) {
            Path picture;
            try (InputStream in = run.open()) {
                picture = space.add(in, BYTES_MAX);
            }
            Made made = media.resize(space, picture, width, height, type);
            String path = run.parameter("path")
                    .orElseGet(
                            () -> Names.with(run.document(), "-" + made.width() + "x" + made.height() + "." + format));
            return ActionOutcome.done(files.file(
                            run.caller(),
                            run.now(),
                            new MachineFiles.NewFile(run.key(), path, type, made.file(), run.documentId(), List.of()))
                    .map(document -> "made document '" + document.documentId() + "'")
                    .orElse("made before"));
        } catch (MediaException e) {
            return ActionOutcome.failed(String.valueOf(e.getMessage()));
        }
    }

    /** Zero for what follows from the other side; whatever is none is as good as too large. */
    private static int side(ActionRun run, String name) {
        String text = run.parameter(name).orElse(AUTO);
        if (text.equals(AUTO)) {
            return 0;
        }
        return text.matches("0*[1-9][0-9]{0,8}") ? Integer.parseInt(text) : Integer.MAX_VALUE;
    }
}
