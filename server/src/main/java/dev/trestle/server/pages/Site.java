package dev.trestle.server.pages;

import dev.trestle.platform.api.Json;
import dev.trestle.platform.http.AppPage;
import dev.trestle.platform.http.Hosting;
import dev.trestle.platform.http.StaticSite;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** All that browsers get: the frame at every address of a page, the frame's files, the systems' files, and libraries. */
public final class Site {
    static final String DIRECTORY = "dev/trestle/server/site";
    private static final String IMPORTS = "%imports%";
    private static final String ASSETS = "%assets%";
    private static final String PRELOADS = "%preloads%";

    /** The first parts of the frame's own addresses. */
    private static final List<String> OWN_PLACES = List.of("console", "gallery");

    private Site() {}

    /**
     * Adds the pages, the systems' among them.
     *
     * @param files the origins, other than the pages' own, that pages send files to and get them from
     */
    public static Hosting addTo(Hosting hosting, List<SystemPages> systems, List<String> files) {
        Map<String, String> directories = new LinkedHashMap<>();
        directories.put("", DIRECTORY);
        systems.forEach(system -> directories.put("/" + system.name(), system.directory()));
        Assets assets = Assets.of(directories);
        String imports = Json.text(Map.of("imports", imports(assets)));
        String policy = policy(imports, files);
        Hosting with = hosting;
        Bundles bundles = new Bundles(Library.imports(), assets);
        for (StaticSite site : assets.sites(policy, bundles::sent)) {
            with = with.withSite(site);
        }
        for (Library library : Library.ALL) {
            with = with.withSite(library.files(policy));
        }
        Set<String> places = new LinkedHashSet<>(OWN_PLACES);
        systems.forEach(system -> places.add(system.name()));
        String page = frame().replace(ASSETS, assets.base())
                .replace(PRELOADS, preloads(bundles, systems))
                .replace(IMPORTS, imports);
        return with.withPage(new AppPage(page, policy, places));
    }

    /**
     * Where scripts find what they import: libraries by their names, files of the pages by paths such as {@code /ui/texts.js}, so that a
     * source does not know the address under which it is served.
     */
    private static Map<String, String> imports(Assets assets) {
        Map<String, String> imports = new TreeMap<>(Library.imports());
        imports.put("/", assets.base() + "/");
        // The longest prefix holds: these addresses stay as they are.
        List.of("/assets/", "/lib/").forEach(kept -> imports.put(kept, kept));
        return imports;
    }

    /** What the first script asks for as soon as it runs, so that a browser asks for it at once. */
    private static String preloads(Bundles bundles, List<SystemPages> systems) {
        return bundles.preloaded(systems.stream().map(SystemPages::name).toList()).stream()
                .map(path -> "<link rel=\"modulepreload\" href=\"" + path + "\">\n")
                .collect(Collectors.joining());
    }

    private static String frame() {
        try (InputStream in = Site.class.getResourceAsStream("frame.html")) {
            if (in == null) {
                throw new IllegalStateException("The frame of the pages is not on the class path.");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new IllegalStateException("The frame of the pages cannot be read.", e);
        }
    }

    /**
     * Pages run no script but files of this server, and talk to nobody else but to where their files are kept. The import map cannot be a
     * file; its hash lets it in.
     */
    private static String policy(String imports, List<String> files) {
        String too = files.stream().map(origin -> " " + origin).collect(Collectors.joining());
        return "default-src 'none'; script-src 'self' 'sha256-" + hash(imports) + "'; style-src 'self';"
                + " img-src 'self' blob:" + too + "; media-src 'self' blob:" + too + "; connect-src 'self'" + too
                + "; frame-src blob:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";
    }

    private static String hash(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return Base64.getEncoder().encodeToString(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java has SHA-256.", e);
        }
    }
}
