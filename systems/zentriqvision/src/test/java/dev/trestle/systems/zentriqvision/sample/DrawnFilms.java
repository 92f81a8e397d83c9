package dev.trestle.systems.zentriqvision.sample;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The demo's videos, for tests of other packages. */
public final class DrawnFilms {
    private DrawnFilms() {}

    /** Eight people in a yard, each in another colour. */
    public static byte[] yard() throws IOException {
        Path file = Files.createTempFile("yard", ".avi");
        Films.yard().write(file);
        byte[] bytes = Files.readAllBytes(file);
        Files.delete(file);
        return bytes;
    }
}
