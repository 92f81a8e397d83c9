package dev.trestle.server.pages;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Has a browser ask for few files instead of many: each script of the pages is sent together with all that it imports. Sources stay as they are, and there is
 * no build step: a bundle is made when it is first asked for.
 *
 * <p>A bundle is a script at the address of its entry. The scripts within are functions, which run in the order of their imports and put what
 * they export into one map of the page, {@code modules$}. A script that has run is not run again, whichever bundle brings it: so each exists once, as it
 * does without bundles. What the first script of every page imports is in that bundle alone.
 *
 * <p>Lit is bundled with the pages. Other libraries are imported as they are, by a page that needs them. Scripts that import each other in a circle
 * are refused. For any number of threads.
 */
final class Bundles {
    /** To be raised when bundles are made in another way: browsers keep them for good. */
    static final String VERSION = "1";

    private static final String FIRST = "/app.js";
    private static final List<String> BUNDLED =
            List.of("/lib/lit/", "/lib/lit-html/", "/lib/lit-element/", "/lib/lit__reactive-element/");
    private static final String REGISTRY = """
            const modules$ = (globalThis[Symbol.for('trestle.modules')] ??= new Map());
            const once$ = (path, make) => {
            if (!modules$.has(path)) {
            const made = make();
            modules$.set(path, made);
            if (made instanceof Promise) made.then((done) => modules$.set(path, done), () => {});
            }
            return modules$.get(path);
            };
            """;

    private final Map<String, String> names;
    private final Assets assets;
    private final Map<String, PageScript> modules = new ConcurrentHashMap<>();

    /** {@code names} are where libraries are found. */
    Bundles(Map<String, String> names, Assets assets) {
        this.names = names;
        this.assets = assets;
    }

    /** What is sent for a file; other files than scripts stay as they are, and so does the one that is no module. */
    byte[] sent(String path, byte[] content) {
        return path.endsWith(".js") && !path.equals(assets.base() + "/theme.js")
                ? of(path).getBytes(StandardCharsets.UTF_8)
                : content;
    }

    /** A script, with all that it imports and that the page does not have yet. */
    String of(String entry) {
        String first = assets.base() + FIRST;
        Set<String> there = entry.equals(first) ? Set.of() : needed(first);
        StringBuilder bundle = new StringBuilder();
        StringBuilder statements = new StringBuilder();
        int libraries = 0;
        for (String path : needed(entry)) {
            if (there.contains(path)) {
                continue;
            }
            if (isBundled(path)) {
                statements.append(module(path).statement());
            } else {
                String name = "library" + libraries++ + "$";
                bundle.append("import * as " + name + " from '" + path + "';\n");
                statements.append("once$('" + path + "', () => " + name + ");\n");
            }
        }
        bundle.append(REGISTRY).append(statements);
        Set<String> exports = module(entry).exports().keySet();
        if (!exports.isEmpty()) {
            bundle.append("export const { " + String.join(", ", exports) + " } = " + PageScript.module(entry) + ";\n");
        }
        return bundle.toString();
    }

    /** All that a script imports, itself last. */
    private Set<String> needed(String entry) {
        Set<String> found = new LinkedHashSet<>();
        visit(entry, found, new LinkedHashSet<>());
        return found;
    }

    private void visit(String path, Set<String> found, Set<String> within) {
        if (found.contains(path)) {
            return;
        }
        if (!within.add(path)) {
            throw new IllegalStateException("Scripts import each other in a circle: " + within + " " + path);
        }
        if (isBundled(path)) {
            module(path).needs().forEach(each -> visit(each, found, within));
        }
        within.remove(path);
        found.add(path);
    }

    private boolean isBundled(String path) {
        return path.startsWith(assets.base() + "/") || BUNDLED.stream().anyMatch(path::startsWith);
    }

    private PageScript module(String path) {
        PageScript known = modules.get(path);
        if (known == null) {
            known = PageScript.read(path, source(path), this::resolve, assets.base());
            modules.put(path, known);
        }
        return known;
    }

    private String resolve(String importer, String specifier) {
        if (specifier.startsWith("/")) {
            return assets.base() + specifier;
        }
        if (specifier.startsWith(".")) {
            return URI.create(importer).resolve(specifier).getPath();
        }
        String whole = names.get(specifier);
        int slash = specifier.indexOf('/', specifier.startsWith("@") ? specifier.indexOf('/') + 1 : 0);
        @Nullable String directory = slash < 0 ? null : names.get(specifier.substring(0, slash + 1));
        if (whole == null && directory == null) {
            throw new IllegalStateException(importer + " imports " + specifier + ", which is no library.");
        }
        return whole != null ? whole : directory + specifier.substring(slash + 1);
    }

    private String source(String path) {
        Optional<byte[]> own = assets.content(path);
        return new String(
                (own.isPresent() ? own : Library.content(path))
                        .orElseThrow(() -> new IllegalStateException("There is no script " + path + ".")),
                StandardCharsets.UTF_8);
    }

    /** Addresses of the scripts that every page asks for once its first one runs. */
    List<String> preloaded(List<String> systems) {
        return Stream.concat(Stream.of("console"), systems.stream())
                .map(place -> assets.base() + "/" + place + "/pages.js")
                .toList();
    }
}
