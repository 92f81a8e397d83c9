package dev.trestle.systems.zentriqvision.sample;

import java.io.IOException;
import java.nio.file.Path;

/** A short drawn video, to try things with: somebody in orange, with a bag, walks through a yard in six seconds. */
public final class SampleVideo {
    private SampleVideo() {}

    /** Writes it as an AVI file. */
    public static void write(Path file) throws IOException {
        Films.passerBy().write(file);
    }
}
