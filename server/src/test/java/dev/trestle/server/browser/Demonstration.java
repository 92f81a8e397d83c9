package dev.trestle.server.browser;

import dev.trestle.platform.system.Demo;
import dev.trestle.platform.system.SystemDefinition;
import dev.trestle.server.config.Configuration;
import dev.trestle.server.installation.Installation;
import dev.trestle.server.installation.QuickPasswords;
import dev.trestle.server.systems.Systems;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A server with the demonstration's people and worlds, on free ports. All its people have {@link #PASSWORD}. */
public final class Demonstration {
    public static final String PASSWORD = Installation.DEMO_PASSWORD;
    public static final String ADMINISTRATOR = "ada@demo.localhost";

    /** What the suites of the frame, the console, UniSync and the Document Store look at. */
    public static final Set<String> DOCUMENTS_AND_SHOWSETS = Set.of("unisync", "docstore");

    private static final Set<String> ALL_WORLDS = Set.of();
    static final String ANALYZER = "zentriqvision.analysis.analyzer";

    private Demonstration() {}

    /** All systems, with the sample data of some. */
    public static List<SystemDefinition<?>> systems(Set<String> worlds) {
        List<SystemDefinition<?>> systems = new ArrayList<>();
        Systems.all()
                .forEach(system ->
                        systems.add(worlds == ALL_WORLDS || worlds.contains(system.name()) ? system : emptied(system)));
        return systems;
    }

    private static <S extends Record> SystemDefinition<S> emptied(SystemDefinition<S> system) {
        return system.demo()
                .map(demo -> system.withDemo(new Demo<>(demo.accounts(), (environment, subjects) -> {})))
                .orElse(system);
    }

    /** All systems, and some more. */
    public static Installation open(Path directory, SystemDefinition<?>... more) {
        return open(directory, "", more);
    }

    /** The same, configured further. */
    static Installation open(Path directory, String configuration, SystemDefinition<?>... more) {
        return open(directory, configuration, ALL_WORLDS, more);
    }

    /**
     * The same with the sample data of some systems; the others are empty, with their people. Letters, with scans that are read by OCR, take
     * longer to load than most suites to run.
     */
    public static Installation open(
            Path directory, String configuration, Set<String> worlds, SystemDefinition<?>... more) {
        List<SystemDefinition<?>> systems = systems(worlds);
        systems.addAll(List.of(more));
        // Where a suite is not about them, no videos are analysed beside it.
        String analyzer = configuration.contains(ANALYZER) ? "" : ANALYZER + " = outside\n";
        String text =
                "http.port = 0\ndynamodb.port = 0\ns3.port = 0\ndata = " + directory + "\n" + analyzer + configuration;
        return Installation.openLoaded(new Installation.Start(
                Configuration.parse("test", text, Map.of(), List.of(), systems),
                () -> systems,
                "trestle test",
                true,
                QuickPasswords.COST));
    }
}
