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
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** All that browsers get: the frame at every address of a page, the frame's files, the systems' files, and libraries. */
public final class Site {
    private static final String DIRECTORY = "dev/trestle/server/site";
    private static final String IMPORTS = "%imports%";

    /** The first parts of the frame's own addresses. */
    private static final List<String> OWN_PLACES = List.of("console", "gallery");

    private Site() {}

    /**
     * Adds the pages, the systems' among them.
     *
     * @param files the origins, other than the pages' own, that pages send files to and get them from
     */
    public static Hosting addTo(Hosting hosting, List<SystemPages> systems, List<String> files) {
        String imports = Json.text(Map.of("imports", Library.imports()));
        String policy = policy(imports, files);
        Set<String> places = new LinkedHashSet<>(OWN_PLACES);
        Hosting with = hosting.withSite(new StaticSite("", DIRECTORY, policy));
        for (Library library : Library.ALL) {
            with = with.withSite(library.files(policy));
        }
        for (SystemPages system : systems) {
            with = with.withSite(new StaticSite("/" + system.name(), system.directory(), policy));
            places.add(system.name());
        }
        return with.withPage(new AppPage(frame().replace(IMPORTS, imports), policy, places));
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
                + "; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";
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
