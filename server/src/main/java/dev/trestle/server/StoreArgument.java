package dev.trestle.server;

import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** Checks a directory that a command line names as a store: opening an empty one would make a store in it. */
final class StoreArgument {
    private static final String FORMAT_FILE = "FORMAT";

    private StoreArgument() {}

    static void check(CommandSpec spec, Path directory) {
        if (!Files.isDirectory(directory)) {
            throw new ParameterException(spec.commandLine(), "There is no directory " + directory + ".");
        }
        if (!Files.exists(directory.resolve(FORMAT_FILE))) {
            throw new ParameterException(
                    spec.commandLine(),
                    directory + " is not a data directory: it has no " + FORMAT_FILE
                            + " file. Name the directory that was given to TrestleDb.open.");
        }
    }
}
