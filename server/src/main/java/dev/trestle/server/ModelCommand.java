package dev.trestle.server;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** What can be done with the data models of the systems. */
@Command(
        name = "model",
        description = "Checks, documents and evolves the data models of the systems.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        subcommands = {
            ModelCheckCommand.class,
            ModelDocsCommand.class,
            ModelCloudFormationCommand.class,
            ModelDiffCommand.class,
            ModelMigrateCommand.class,
            ModelRepairCommand.class
        })
final class ModelCommand implements Runnable {
    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before the command runs
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(
                spec.commandLine(),
                "Say what to do with models: check, docs, cloudformation, diff, migrate or repair.");
    }
}
