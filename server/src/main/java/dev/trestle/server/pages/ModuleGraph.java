package dev.trestle.server.pages;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Which scripts a script imports before it runs. Used to preload them: an import that is not recognised costs a round trip, no more. */
final class ModuleGraph {
    /** {@code import 'a'}, {@code import x from 'a'}, {@code export … from 'a'}; not {@code import('a')}, which waits until it is called. */
    private static final Pattern IMPORT =
            Pattern.compile("(?:^|[;\\n}])\\s*(?:import|export)\\s*(?:[\\w$*{}\\s,]*?from)?\\s*([\"'])([^\"'\\n]+)\\1");

    private final Map<String, String> names;
    private final Assets assets;

    ModuleGraph(Map<String, String> names, Assets assets) {
        this.names = names;
        this.assets = assets;
    }

    /** The paths of everything that a script needs, itself first. */
    Set<String> from(String path) {
        Set<String> found = new LinkedHashSet<>(List.of(path));
        Deque<String> open = new ArrayDeque<>(found);
        while (!open.isEmpty()) {
            String importer = open.remove();
            Matcher imports = IMPORT.matcher(source(importer));
            while (imports.find()) {
                String imported = resolve(importer, imports.group(2));
                if (imported != null && found.add(imported)) {
                    open.add(imported);
                }
            }
        }
        return found;
    }

    private @Nullable String resolve(String importer, String specifier) {
        if (specifier.startsWith("/")) {
            return assets.base() + specifier;
        }
        if (specifier.startsWith(".")) {
            return URI.create(importer).resolve(specifier).getPath();
        }
        String whole = names.get(specifier);
        int slash = specifier.indexOf('/', specifier.startsWith("@") ? specifier.indexOf('/') + 1 : 0);
        String directory = slash < 0 ? null : names.get(specifier.substring(0, slash + 1));
        return whole != null || directory == null ? whole : directory + specifier.substring(slash + 1);
    }

    private String source(String path) {
        Optional<byte[]> own = assets.content(path);
        Optional<byte[]> bytes = own.isPresent() ? own : Library.content(path);
        return bytes.map(content -> new String(content, StandardCharsets.UTF_8)).orElse("");
    }
}
