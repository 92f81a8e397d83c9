package dev.trestle.server.pages;

import dev.trestle.platform.api.Json;
import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import java.util.Optional;

/**
 * The pages that a system brings: files of its own module, in {@code dev/trestle/systems/<system>/site}, with a manifest
 * {@code pages.json} among them.
 *
 * @param title the system's name in each language
 * @param icon the path of an SVG of 24 by 24, drawn as a line
 */
public record SystemPages(String name, Map<String, String> title, String icon) {
    private static final String MANIFEST = "pages.json";

    private record Manifest(Map<String, String> title, String icon) {}

    /** Those of a system, if it has any. */
    public static Optional<SystemPages> of(String system) {
        try (InputStream in =
                SystemPages.class.getClassLoader().getResourceAsStream(directory(system) + "/" + MANIFEST)) {
            if (in == null) {
                return Optional.empty();
            }
            Manifest manifest = Json.mapper().readValue(in, Manifest.class);
            return Optional.of(new SystemPages(system, manifest.title(), manifest.icon()));
        } catch (IOException e) {
            throw new IllegalStateException("The manifest of the pages of " + system + " cannot be read.", e);
        }
    }

    String directory() {
        return directory(name);
    }

    private static String directory(String system) {
        return "dev/trestle/systems/" + system + "/site";
    }
}
