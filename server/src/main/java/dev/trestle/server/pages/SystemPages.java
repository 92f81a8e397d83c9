package dev.trestle.server.pages;

import dev.trestle.platform.api.Json;
import dev.trestle.platform.system.SystemDefinition;
import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import java.util.Optional;

/**
 * The pages that a system brings: files of its own module, with a manifest {@code pages.json} among them.
 *
 * @param directory where they are on the class path
 * @param title the system's name in each language
 * @param icon the path of an SVG of 24 by 24, drawn as a line
 */
public record SystemPages(String name, String directory, Map<String, String> title, String icon) {
    private static final String MANIFEST = "pages.json";

    private record Manifest(Map<String, String> title, String icon) {}

    /** Those of a system, if it has any. */
    public static Optional<SystemPages> of(SystemDefinition<?> system) {
        return system.pages().map(directory -> read(system.name(), directory));
    }

    private static SystemPages read(String system, String directory) {
        try (InputStream in = SystemPages.class.getClassLoader().getResourceAsStream(directory + "/" + MANIFEST)) {
            if (in == null) {
                throw new IllegalStateException(
                        "The pages of " + system + " have no " + directory + "/" + MANIFEST + ".");
            }
            Manifest manifest = Json.mapper().readValue(in, Manifest.class);
            return new SystemPages(system, directory, manifest.title(), manifest.icon());
        } catch (IOException e) {
            throw new IllegalStateException("The manifest of the pages of " + system + " cannot be read.", e);
        }
    }
}
