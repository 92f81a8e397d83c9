package dev.trestle.server.browser;

import dev.trestle.platform.system.SystemDefinition;
import dev.trestle.server.config.Configuration;
import dev.trestle.server.installation.Installation;
import dev.trestle.server.installation.QuickPasswords;
import dev.trestle.server.systems.Systems;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A server with the demonstration's people and worlds, on free ports. All its people have {@link #PASSWORD}. */
public final class Demonstration {
    public static final String PASSWORD = Installation.DEMO_PASSWORD;
    public static final String ADMINISTRATOR = "ada@demo.localhost";

    private Demonstration() {}

    /** All systems, and some more. */
    public static Installation open(Path directory, SystemDefinition<?>... more) {
        return open(directory, "", more);
    }

    /** The same, configured further. */
    static Installation open(Path directory, String configuration, SystemDefinition<?>... more) {
        List<SystemDefinition<?>> systems = new ArrayList<>(Systems.all());
        systems.addAll(List.of(more));
        String text = "http.port = 0\ndynamodb.port = 0\ns3.port = 0\ndata = " + directory + "\n" + configuration;
        return Installation.openLoaded(new Installation.Start(
                Configuration.parse("test", text, Map.of(), List.of(), systems),
                () -> systems,
                "trestle test",
                true,
                QuickPasswords.COST));
    }
}
