package dev.trestle.server;

import dev.trestle.platform.system.SystemDefinition;
import dev.trestle.server.systems.Systems;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The system that a command is about. */
final class SystemArgument {
    @Spec(Spec.Target.MIXEE)
    @SuppressWarnings("NullAway.Init") // set by picocli before the command runs
    private CommandSpec spec;

    @Parameters(
            arity = "0..1",
            paramLabel = "SYSTEM",
            description = "A system, such as unisync; all of them if none is named.")
    private @Nullable String name;

    /** The one that was named, or all. */
    List<SystemDefinition<?>> systems() {
        if (name == null) {
            return Systems.all();
        }
        List<SystemDefinition<?>> named = Systems.all().stream()
                .filter(system -> system.name().equals(name))
                .toList();
        if (named.isEmpty()) {
            throw new ParameterException(
                    spec.commandLine(), "There is no system \"" + name + "\"; known are " + known() + ".");
        }
        return named;
    }

    private static String known() {
        return Systems.all().stream().map(SystemDefinition::name).collect(Collectors.joining(", "));
    }
}
