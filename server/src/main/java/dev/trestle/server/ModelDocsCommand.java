package dev.trestle.server;

import dev.trestle.model.docs.ModelMarkdown;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Prints models as Markdown. */
@Command(
        name = "docs",
        description = "Prints a model as Markdown: tables, keys, attributes, access patterns, a Mermaid diagram.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class)
final class ModelDocsCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before the command runs
    private CommandSpec spec;

    @Mixin
    @SuppressWarnings("NullAway.Init") // made by picocli
    private SystemArgument system;

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        system.systems().forEach(known -> out.print(ModelMarkdown.of(known.model())));
        out.flush();
        return ExitCodes.FINE;
    }
}
