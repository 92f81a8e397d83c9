package dev.trestle.bench;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The side-by-side runner: Trestle and raw RocksDB in one process, in turns, same bytes, same cache; prints ratios. */
@Command(
        name = "bench",
        mixinStandardHelpOptions = true,
        description = {
            "Compares Trestle with raw RocksDB, side by side. Ratios count; absolute rates depend on the machine.",
            "With --jmh as the first option, runs the JMH benchmarks instead; what follows goes to JMH (--jmh -h)."
        })
public final class Bench implements Callable<Integer> {
    /** Of --formkiq, of which the worst counts. */
    private static final int RUNS = 3;

    @Option(
            names = "--items",
            description = "Items of the read suite, of --transfer and of --wire (default: ${DEFAULT-VALUE}).",
            defaultValue = "100000")
    private long items;

    @Option(names = "--rounds", description = "Rounds of each pair (default: ${DEFAULT-VALUE}).", defaultValue = "5")
    private int rounds;

    @Option(names = "--millis", description = "Length of one turn (default: ${DEFAULT-VALUE}).", defaultValue = "1000")
    private long millis;

    @Option(
            names = "--only",
            split = ",",
            description = "Suites: read, write, time, flat; with --wire: get, query, put (default: all of them).")
    private List<String> only = List.of("read", "write", "time", "flat", "get", "query", "put");

    @Option(
            names = "--large",
            description = "Growth to 10,000,000 items and the time to open them; needs some 30 GB of disk.")
    private boolean large;

    @Option(
            names = "--transfer",
            description = "Export and import of a table of --items items, beside the disk's sequential rates.")
    private boolean transfer;

    @Option(
            names = "--wire",
            description = "The DynamoDB port of ./trestle serve, beside an empty handler, dynalite and, after"
                    + " --dynamodb-local, DynamoDB Local, over HTTP.")
    private boolean wire;

    @Option(names = "--objects", description = "The S3 port of ./trestle serve, beside copied and synced plain files.")
    private boolean objects;

    @Option(
            names = "--megabytes",
            description = "Size of the large object of --objects (default: ${DEFAULT-VALUE}).",
            defaultValue = "1024")
    private long megabytes;

    @Option(
            names = "--start",
            description =
                    "How long ./trestle serve takes until it is ready, and its memory while it is idle; also: bench start.")
    private boolean start;

    @Option(names = "--dynalite", hidden = true, description = "Where the launcher has installed it.")
    private @Nullable Path dynalite;

    @Option(names = "--without-dynalite", description = "With --wire or --docstore: neither fetches nor runs it.")
    private boolean withoutDynalite;

    @Option(
            names = "--dynamodb-local",
            arity = "0..1",
            description =
                    "Beside DynamoDB Local, embedded, which the launcher fetches: its licence binds whoever runs it.")
    private @Nullable Path dynamoDbLocal;

    @Option(names = "--model", description = "The modelling layer beside the AWS Enhanced Client, on one engine.")
    private boolean model;

    @Option(
            names = "--unisync",
            description =
                    "UniSync over HTTP: its board, 200 users at once, the cost of a stage change; after --dynamodb-local, the board"
                            + " beside the same reads there.")
    private boolean uniSync;

    @Option(
            names = "--docstore",
            description =
                    "Saves, reads and lists of the Document Store, beside themselves when there is more, dynalite and,"
                            + " after --dynamodb-local, DynamoDB Local.")
    private boolean docstore;

    @Option(
            names = "--holdthatthought",
            description = "Lists, edits and searches of HoldThatThought, beside themselves when there is more.")
    private boolean holdThatThought;

    @Option(
            names = "--zentriqvision",
            description =
                    "ZentriqVision: taking detections beside bare writes, searching among --appearances beside among"
                            + " 10,000, analysing a video beside decoding it.")
    private boolean zentriqVision;

    @Option(
            names = "--appearances",
            description = "Appearances that --zentriqvision searches among (default: ${DEFAULT-VALUE}).",
            defaultValue = "100000")
    private long appearances;

    @Option(
            names = "--formkiq",
            description =
                    "FormKiQ: reads and searches among --documents beside among few, its writes beside bare and smaller ones.")
    private boolean formKiq;

    @Option(
            names = "--documents",
            description = "Documents that --formkiq loads through the API (default: ${DEFAULT-VALUE}).",
            defaultValue = "100000")
    private long documents;

    @Option(
            names = "--calls",
            description =
                    "With --formkiq: calls of each side in a run, of those that write a tenth (default: ${DEFAULT-VALUE}).",
            defaultValue = "5000")
    private int calls;

    @Option(
            names = "--keep",
            description =
                    "With --zentriqvision or --formkiq: where what is loaded stays. A run that was interrupted goes on there.")
    private @Nullable Path keep;

    @Option(names = "--dir", description = "Where to put the data (default: the temporary directory).")
    private @Nullable Path dir;

    public static void main(String[] args) throws IOException {
        if (args.length > 0 && args[0].equals("--jmh")) {
            org.openjdk.jmh.Main.main(Arrays.copyOfRange(args, 1, args.length));
            return;
        }
        System.exit(new CommandLine(new Bench()).execute(args));
    }

    @Override
    public Integer call() throws Exception {
        PrintStream out = System.out;
        out.printf(
                "Java %s, %d cores%n", Runtime.version(), Runtime.getRuntime().availableProcessors());
        Path home = dir == null ? Files.createTempDirectory("trestle-bench") : Files.createTempDirectory(dir, "bench");
        List<String> missed = new ArrayList<>();
        try {
            Duel duel = new Duel(out, rounds, millis);
            if (start) {
                missed.addAll(new StartBench(out, rounds).run(home(home, "start")));
            } else if (objects) {
                missed.addAll(new ObjectBench(out, rounds, millis, megabytes * 1024 * 1024).run(home(home, "objects")));
            } else if (docstore) {
                missed.addAll(new DocstoreBench(out, duel)
                        .run(home(home, "docstore"), withoutDynalite ? null : dynalite, dynamoDbLocal));
            } else if (holdThatThought) {
                missed.addAll(new HoldThatThoughtBench(out, duel, rounds).run(home(home, "holdthatthought")));
            } else if (zentriqVision) {
                missed.addAll(new ZentriqVisionBench(out, rounds, appearances).run(home(home, "zentriqvision"), keep));
            } else if (formKiq) {
                missed.addAll(new FormKiqBench(out, Math.min(rounds, RUNS), calls, documents)
                        .run(home(home, "formkiq"), keep));
            } else if (wire) {
                missed.addAll(new WireBench(out, items, rounds, millis, WireRequests.Kind.named(only))
                        .run(home(home, "wire"), withoutDynalite ? null : dynalite, dynamoDbLocal));
            } else if (uniSync) {
                missed.addAll(new UniSyncBench(out, rounds, millis).run(home(home, "unisync"), dynamoDbLocal));
            } else if (dynamoDbLocal != null) {
                new LocalBench(dynamoDbLocal).run(duel, out);
            } else if (transfer) {
                missed.addAll(new TransferBench(out, items, rounds).run(home(home, "transfer")));
            } else if (model) {
                missed.addAll(new ModelBench(out, duel).run());
            } else if (large) {
                missed.addAll(new FlatBench(out, 10_000, 10_000_000).run(home(home, "large"), rounds, millis));
            } else {
                if (only.contains("read")) {
                    new ReadBench(items).run(home(home, "read"), duel, out);
                }
                if (only.contains("write")) {
                    new WriteBench().run(home(home, "write"), duel, out);
                }
                if (only.contains("time")) {
                    missed.addAll(new TimeBench().run(home(home, "time"), duel, out));
                }
                if (only.contains("flat")) {
                    missed.addAll(new FlatBench(out, 10_000, 300_000).run(home(home, "flat"), rounds, millis));
                }
            }
            missed.addAll(0, duel.missed());
        } finally {
            delete(home);
        }
        missed.forEach(line -> out.println("MISSED: " + line));
        return missed.isEmpty() ? 0 : 1;
    }

    private static Path home(Path parent, String name) throws IOException {
        return Files.createDirectories(parent.resolve(name));
    }

    static void delete(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
