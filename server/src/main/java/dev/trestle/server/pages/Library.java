package dev.trestle.server.pages;

import dev.trestle.platform.http.StaticSite;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;

/**
 * A library that pages import by its name, from a WebJar. {@link #ALL} is the one list of them; its import map is made of the versions
 * that are on the class path.
 *
 * @param specifier what scripts import it as
 * @param artifact the WebJar's, of the group {@code org.webjars.npm}
 * @param main the module that the bare name stands for
 */
public record Library(String specifier, String artifact, String main) {
    private static final String GROUP = "org.webjars.npm";

    static final List<Library> ALL = List.of(
            new Library("lit", "lit", "index.js"),
            new Library("lit-html", "lit-html", "lit-html.js"),
            new Library("lit-element", "lit-element", "index.js"),
            new Library("@lit/reactive-element", "lit__reactive-element", "reactive-element.js"));

    /** Where each name is found. */
    static Map<String, String> imports() {
        Map<String, String> imports = new TreeMap<>();
        ALL.forEach(library -> {
            imports.put(library.specifier(), library.path() + "/" + library.main());
            imports.put(library.specifier() + "/", library.path() + "/");
        });
        return imports;
    }

    /** The files; their path has the version in it, so that they never change. */
    StaticSite files(String policy) {
        return new StaticSite(path(), "META-INF/resources/webjars/" + artifact + "/" + version(), policy, true);
    }

    private String path() {
        return "/lib/" + artifact + "/" + version();
    }

    private String version() {
        Properties properties = new Properties();
        String name = "META-INF/maven/" + GROUP + "/" + artifact + "/pom.properties";
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
