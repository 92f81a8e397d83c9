package dev.trestle.systems.formkiq.intake;

import dev.trestle.systems.formkiq.api.Caller;
import dev.trestle.systems.formkiq.documents.DocumentViews.NewMetadata;
import dev.trestle.systems.formkiq.documents.MachineFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.function.Supplier;

/** Makes documents of what comes in, as the system itself: with the rights of a writer of the site. */
public final class Arriving {
    private final MachineFiles files;
    private final Supplier<Caller> system;
    private final Clock clock;

    /** {@code system} enters the site anew for each file: it may have been closed. */
    public Arriving(MachineFiles files, Supplier<Caller> system, Clock clock) {
        this.files = files;
        this.system = system;
        this.clock = clock;
    }

    Clock clock() {
        return clock;
    }

    /** Makes the document of a file, unless it was made before. {@code source} names the file, and no other one. */
    void file(String source, String path, Path file, List<NewMetadata> metadata) throws IOException {
        var unused = files.file(
                system.get(), clock.instant(), new MachineFiles.NewFile(source, path, null, file, null, metadata));
    }
}
