package dev.trestle.server;

import dev.trestle.engine.Engine;
import dev.trestle.engine.EngineOptions;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Model.CommandSpec;

/**
 * Runs an export or import over a store that it opens, with a {@link TransferBar}. An interrupt from the keyboard stops it between two
 * files or commits and closes the store; the same command again goes on from there.
 */
final class Transfer {
    /** Set by the launcher, which knows: Java cannot tell whether standard error is a terminal. */
    private static final String TERMINAL = "trestle.terminal";

    private static final long GOODBYE_SECONDS = 10;
    private static final long WRITE_BUFFER_BYTES = 256L * 1024 * 1024;

    private Transfer() {}

    /** What is to be done, and what to say when it is. */
    interface Work {
        String run(Engine engine, TransferBar bar);
    }

    static int run(CommandSpec spec, Path data, String verb, Work work) {
        PrintWriter err = spec.commandLine().getErr();
        TransferBar bar = new TransferBar(verb, err, Boolean.getBoolean(TERMINAL), System::nanoTime);
        CountDownLatch ended = new CountDownLatch(1);
        Thread goodbye = new Thread(() -> stop(bar, ended), "trestle-goodbye");
        Runtime.getRuntime().addShutdownHook(goodbye);
        try (Engine engine = Engine.open(EngineOptions.directory(data).withWriteBufferBytes(WRITE_BUFFER_BYTES))) {
            String answer = work.run(engine, bar);
            bar.end();
            spec.commandLine().getOut().println(answer);
            spec.commandLine().getOut().flush();
            return ExitCodes.FINE;
        } catch (CancellationException e) {
            bar.end();
            err.println("trestle: stopped; the same command again goes on from there");
            err.flush();
            return ExitCodes.PROBLEM;
        } catch (RuntimeException | Error e) {
            bar.end();
            throw e;
        } finally {
            ended.countDown();
            forget(goodbye);
        }
    }

    /** Runs while the process ends. */
    private static void stop(TransferBar bar, CountDownLatch ended) {
        bar.stop();
        try {
            ended.await(GOODBYE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void forget(Thread goodbye) {
        try {
            Runtime.getRuntime().removeShutdownHook(goodbye);
        } catch (IllegalStateException e) {
            return; // the process is ending: the hook is at work
        }
    }
}
