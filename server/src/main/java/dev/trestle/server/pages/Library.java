package dev.trestle.server.pages;

import dev.trestle.platform.http.StaticSite;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeMap;

/**
 * A library that pages import by its name, from a jar. {@link #ALL} is the one list of them; its import map is made of the versions
 * that are on the class path. A browser loads a library when a page imports it, and not before.
 *
 * @param specifier what scripts import it as
 * @param path where browsers find its files; the version is in it, so that they never change
 * @param directory where the files lie on the class path
 * @param main the module that the bare name stands for
 */
public record Library(String specifier, String path, String directory, String main) {
    private static final String WEB_JARS = "org.webjars.npm";
    private static final String OTHER_JARS = "org.mvnpm.at.lezer";

    static final List<Library> ALL = List.of(
            webJar("lit", "lit", "index.js"),
            webJar("lit-html", "lit-html", "lit-html.js"),
            webJar("lit-element", "lit-element", "index.js"),
            webJar("@lit/reactive-element", "lit__reactive-element", "reactive-element.js"),
            // The editor of the Document Store.
            webJar("@codemirror/state", "codemirror__state", "dist/index.js"),
            webJar("@codemirror/view", "codemirror__view", "dist/index.js"),
            webJar("@codemirror/commands", "codemirror__commands", "dist/index.js"),
            webJar("@codemirror/language", "codemirror__language", "dist/index.js"),
            webJar("@codemirror/search", "codemirror__search", "dist/index.js"),
            webJar("@lezer/common", "lezer__common", "dist/index.js"),
            webJar("@lezer/highlight", "lezer__highlight", "dist/index.js"),
            webJar("@marijn/find-cluster-break", "marijn__find-cluster-break", "src/index.js"),
            webJar("crelt", "crelt", "index.js"),
            webJar("style-mod", "style-mod", "src/style-mod.js"),
            webJar("w3c-keyname", "w3c-keyname", "index.js"),
            lezer("@lezer/markdown", "markdown", "dist/index.js"));

    private static Library webJar(String specifier, String artifact, String main) {
        String version = version(WEB_JARS, artifact);
        return new Library(
                specifier,
                "/lib/" + artifact + "/" + version,
                "META-INF/resources/webjars/" + artifact + "/" + version,
                main);
    }

    /** From the other collection of such jars, whose files lie elsewhere. */
    private static Library lezer(String specifier, String artifact, String main) {
        String version = version(OTHER_JARS, artifact);
        return new Library(
                specifier,
                "/lib/lezer__" + artifact + "/" + version,
                "META-INF/resources/_static/at/lezer/" + artifact + "/" + version,
                main);
    }

    /** Where each name is found. */
    static Map<String, String> imports() {
        Map<String, String> imports = new TreeMap<>();
        ALL.forEach(library -> {
            imports.put(library.specifier(), library.path() + "/" + library.main());
            imports.put(library.specifier() + "/", library.path() + "/");
        });
        return imports;
    }

    /** The content of a library's file, by the path that browsers ask for. */
    static Optional<byte[]> content(String path) {
        return ALL.stream()
                .filter(library -> path.startsWith(library.path() + "/"))
                .findFirst()
                .flatMap(library -> Assets.read(
                        library.directory() + path.substring(library.path().length())));
    }

    StaticSite files(String policy) {
        return new StaticSite(path, directory, policy, true);
    }

    private static String version(String group, String artifact) {
        Properties properties = new Properties();
        String name = "META-INF/maven/" + group + "/" + artifact + "/pom.properties";
        try (InputStream in = Library.class.getClassLoader().getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException("The library " + artifact + " is not on the class path.");
            }
            properties.load(in);
        } catch (IOException e) {
            throw new IllegalStateException("The library " + artifact + " cannot be read.", e);
        }
        return properties.getProperty("version");
    }
}
