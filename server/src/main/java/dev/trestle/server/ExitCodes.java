package dev.trestle.server;

import picocli.CommandLine;

/** What the process says to the shell when it ends. */
final class ExitCodes {
    /** Everything asked for was done, and nothing is wrong. */
    static final int FINE = CommandLine.ExitCode.OK;

    /** The work was done and found a problem, or could not be done. */
    static final int PROBLEM = CommandLine.ExitCode.SOFTWARE;

    /** The command line itself is wrong; nothing was done. */
    static final int USAGE = CommandLine.ExitCode.USAGE;

    private ExitCodes() {}
}
