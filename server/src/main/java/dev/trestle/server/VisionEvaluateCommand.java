package dev.trestle.server;

import dev.trestle.vision.Vision;
import dev.trestle.vision.VisionException;
import dev.trestle.vision.evaluate.Evaluator;
import dev.trestle.vision.evaluate.Labels;
import dev.trestle.vision.evaluate.Scores;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Analyses a video as a server would, and compares what it finds with labels that people made. */
@Command(
        name = "evaluate",
        description =
                "Analyses a video as a server would, and says how right that is, by labels that people made: recall, precision,"
                        + " identity switches and colours. docs/vision.md says what a file of labels looks like.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:it was measured", "1:the video cannot be analysed", "2:wrong usage"})
final class VisionEvaluateCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before the command runs
    private CommandSpec spec;

    @Parameters(index = "0", paramLabel = "VIDEO", description = "The video.")
    @SuppressWarnings("NullAway.Init") // required
    private Path video;

    @Parameters(index = "1", paramLabel = "LABELS", description = "Who is where on some of its frames.")
    @SuppressWarnings("NullAway.Init") // required
    private Path file;

    @Option(
            names = "--ffmpeg",
            paramLabel = "PROGRAM",
            description = "A path, or a name on PATH. By default: ${DEFAULT-VALUE}.",
            defaultValue = "ffmpeg")
    @SuppressWarnings("NullAway.Init") // has a default
    private String ffmpeg;

    @Override
    public Integer call() throws IOException {
        Labels labels = labels();
        if (!Files.isReadable(video)) {
            throw new ParameterException(spec.commandLine(), "There is no video " + video + ".");
        }
        PrintWriter err = spec.commandLine().getErr();
        Path work = Files.createTempDirectory("trestle-vision-");
        WorkBar bar = WorkBar.on(err, "analysing");
        String problem;
        try {
            long total = Evaluator.length(labels) / 1000;
            Scores scores = Evaluator.evaluate(
                    new Vision(work, ffmpeg), video, labels, ms -> bar.at(ms / 1000, total, "seconds"));
            bar.end();
            spec.commandLine().getOut().print(scores.table());
            spec.commandLine().getOut().flush();
            return ExitCodes.FINE;
        } catch (VisionException e) {
            problem = e.getMessage();
        } finally {
            remove(work);
        }
        bar.end();
        err.println("trestle: " + problem);
        err.flush();
        return ExitCodes.PROBLEM;
    }

    private Labels labels() throws IOException {
        if (!Files.isReadable(file)) {
            throw new ParameterException(spec.commandLine(), "There is no file of labels " + file + ".");
        }
        try {
            return Labels.read(file);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
        }
    }

    private static void remove(Path directory) throws IOException {
        try (Stream<Path> all = Files.walk(directory)) {
            List<Path> deepestFirst = all.sorted(Comparator.reverseOrder()).toList();
            for (Path each : deepestFirst) {
                Files.deleteIfExists(each);
            }
        }
    }
}
