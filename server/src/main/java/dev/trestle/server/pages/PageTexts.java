package dev.trestle.server.pages;

import com.fasterxml.jackson.core.type.TypeReference;
import dev.trestle.platform.api.Json;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The texts that the frame's and the systems' pages show, for what the server writes itself. Read at first use. */
public final class PageTexts {
    private static final String STANDARD = "en";

    private final List<String> directories = new ArrayList<>();
    private final Map<String, Map<String, String>> languages = new ConcurrentHashMap<>();

    public PageTexts(List<SystemPages> systems) {
        directories.add(Site.DIRECTORY);
        systems.forEach(system -> directories.add(system.directory()));
    }

    /** A text by its key; null if there is none. */
    public @Nullable String get(String language, String key) {
        String text = languages.computeIfAbsent(language, this::read).get(key);
        return text != null || language.equals(STANDARD) ? text : get(STANDARD, key);
    }

    private Map<String, String> read(String language) {
        Map<String, String> all = new HashMap<>();
        for (String directory : directories) {
            try (InputStream in =
                    PageTexts.class.getClassLoader().getResourceAsStream(directory + "/texts/" + language + ".json")) {
                if (in != null) {
                    all.putAll(Json.mapper().readValue(in, new TypeReference<Map<String, String>>() {}));
                }
            } catch (IOException e) {
                throw new IllegalStateException("The texts in " + directory + " cannot be read.", e);
            }
        }
        return all;
    }
}
