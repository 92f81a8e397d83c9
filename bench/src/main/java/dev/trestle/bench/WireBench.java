package dev.trestle.bench;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Trestle's DynamoDB port beside a handler that does nothing, dynalite and DynamoDB Local: each in a process of its own, in turns,
 * driven by one client with the same signed requests.
 */
final class WireBench {
    private static final int[] CONNECTIONS = {1, 8, 64};
    private static final Set<WireRequests.Kind> ALL_KINDS = EnumSet.allOf(WireRequests.Kind.class);
    private static final long RESIDENT_BYTES_MAX = 512L * 1024 * 1024;
    private static final int MIB = 1024 * 1024;
    private static final long WARM_UP_REQUESTS = 300_000;
    private static final int WARM_UP_TURNS_MAX = 25;
    private static final int WARM_UP_CONNECTIONS = 32;
    private static final long SEED = 20261116;

    private final PrintStream out;
    private final long items;
    private final int rounds;
    private final long millis;
    private final Set<WireRequests.Kind> kinds;
    private final WireRequests requests;
    private final List<String> missed = new ArrayList<>();

    WireBench(PrintStream out, long items, int rounds, long millis, Set<WireRequests.Kind> kinds) {
        this.out = out;
        this.kinds = kinds;
        this.items = items;
        this.rounds = rounds;
        this.millis = millis;
        this.requests = new WireRequests(items, SEED);
    }

    /**
     * What was missed; empty if all went well.
     *
     * @param dynalite where it was installed
     * @param local where DynamoDB Local was fetched to
     */
    List<String> run(Path home, @Nullable Path dynalite, @Nullable Path local) throws IOException {
        introduce(dynalite, local);
        List<Contender> contenders = new ArrayList<>();
        try {
            WireServers servers = new WireServers(home, LaunchedJava.ask());
            Contender trestle = loaded(new Contender("Trestle", servers.trestle(), ALL_KINDS), contenders);
            contenders.add(new Contender(WireFloor.EMPTY, servers.empty(answers(trestle)), ALL_KINDS));
            if (dynalite != null) {
                loaded(new Contender(WireFloor.DYNALITE, servers.dynalite(dynalite), ALL_KINDS), contenders);
            }
            if (local != null) {
                loaded(new Contender(WireFloor.LOCAL_MEMORY, servers.local(local, null), ALL_KINDS), contenders);
                Path file = Files.createDirectories(home.resolve("local-file/data"));
                Contender onFile = new Contender(
                        WireFloor.LOCAL_FILE, servers.local(local, file), EnumSet.of(WireRequests.Kind.PUT));
                contenders.add(onFile);
                onFile.createTable(requests); // it would take half an hour to load, and is the faster for being empty
            }
            for (WireRequests.Kind kind : kinds) {
                warmUp(kind, contenders);
                for (int connections : CONNECTIONS) {
                    measure(kind, connections, contenders);
                }
            }
            weigh(trestle);
        } finally {
            contenders.forEach(Contender::close);
        }
        return missed;
    }

    private void introduce(@Nullable Path dynalite, @Nullable Path local) throws IOException {
        out.printf(
                Locale.ROOT,
                "DynamoDB over HTTP: %,d items of 1 KB; signed requests, one outstanding on each connection%n"
                        + "Trestle checks signatures, syncs writes, has a block cache of %s and an item cache of %s;"
                        + " the others check none, and only DynamoDB Local on file syncs%n"
                        + "Client and servers share %d cores: what one takes the others lack, so only ratios count%n",
                items,
                LaunchedJava.defaultOf("storage.block-cache"),
                LaunchedJava.defaultOf("storage.item-cache"),
                Runtime.getRuntime().availableProcessors());
        if (dynalite == null) {
            out.println("NOT COMPARED with dynalite: it is not there");
        }
        if (local == null) {
            out.println("NOT COMPARED with DynamoDB Local: --dynamodb-local as the first option does");
        }
    }

    private Contender loaded(Contender contender, List<Contender> contenders) throws IOException {
        contenders.add(contender);
        long start = System.nanoTime();
        contender.load(requests, items);
        contender.server().awaitQuiet();
        out.printf(Locale.ROOT, "%s loaded in %.0f s%n", contender.name(), (System.nanoTime() - start) / 1e9);
        return contender;
    }

    /** Trestle's own answers, for the handler that does nothing else than answer them. */
    private List<byte[]> answers(Contender trestle) throws IOException {
        List<byte[]> answers = new ArrayList<>();
        for (WireRequests.Kind kind : WireRequests.Kind.values()) {
            answers.add(HttpLoad.ask(trestle.server().port(), requests.sample(kind)));
        }
        return answers;
    }

    /** Until Java has compiled what matters, which takes many requests or, of slower servers, some time. */
    private void warmUp(WireRequests.Kind kind, List<Contender> contenders) throws IOException {
        byte[][] prepared = requests.prepare(kind, millis);
        for (Contender contender : contenders) {
            long count = 0;
            for (int turn = 0;
                    turn < WARM_UP_TURNS_MAX && count < WARM_UP_REQUESTS && contender.takesPartIn(kind);
                    turn++) {
                prepared = kind.mayRepeat() || turn == 0 ? prepared : requests.prepare(kind, millis);
                count += contender.turn(kind, prepared, WARM_UP_CONNECTIONS, millis, false);
            }
        }
    }

    private void measure(WireRequests.Kind kind, int connections, List<Contender> all) throws IOException {
        List<Contender> contenders =
                all.stream().filter(each -> each.takesPartIn(kind)).toList();
        contenders.forEach(Contender::forget);
        for (int round = -1; round < rounds; round++) {
            byte[][] prepared = requests.prepare(kind, millis);
            for (Contender contender : contenders) {
                contender.turn(kind, prepared, connections, millis, round >= 0);
            }
        }
        out.printf(
                Locale.ROOT,
                "%s, %d connections; the client takes %.1f µs a request%n",
                kind.label(),
                connections,
                contenders.get(0).clientMicros());
        for (Contender contender : contenders) {
            print(kind, connections, contenders.get(0), contender);
        }
    }

    private void print(WireRequests.Kind kind, int connections, Contender trestle, Contender contender) {
        String line = String.format(
                Locale.ROOT,
                "  %-24s %,9.0f/s  p50 %7.3f ms  p99 %7.3f ms  %6.1f µs of CPU a request",
                contender.name(),
                contender.rate(),
                contender.millisAt(50),
                contender.millisAt(99),
                contender.cpuMicros());
        if (contender == trestle) {
            out.println(line);
            return;
        }
        List<Double> ratios = IntStream.range(0, rounds)
                .mapToObj(
                        round -> trestle.rates().get(round) / contender.rates().get(round))
                .toList();
        double ratio = trestle.rate() / contender.rate();
        StringBuilder verdicts = new StringBuilder();
        for (WireFloor floor : WireFloor.ALL) {
            if (floor.isFor(kind, connections, contender.name())) {
                verdicts.append("  ").append(floor.verdict(ratio));
                if (!floor.isMet(ratio)) {
                    missed.add(kind.label() + ", " + connections + " connections: " + Duel.percent(ratio) + " of "
                            + contender.name() + ", the floor is " + Duel.percent(floor.least()));
                }
            }
        }
        out.printf(
                "%s  Trestle is %7s of it (rounds %s .. %s)%s%n",
                line,
                Duel.percent(ratio),
                Duel.percent(Collections.min(ratios)),
                Duel.percent(Collections.max(ratios)),
                verdicts);
    }

    private void weigh(Contender trestle) throws IOException {
        long resident = trestle.server().residentBytes();
        boolean met = resident < RESIDENT_BYTES_MAX;
        out.printf(
                "resident memory of Trestle after all that: %d MB  floor %d MB  %s%n",
                resident / MIB, RESIDENT_BYTES_MAX / MIB, met ? "met" : "MISSED");
        if (!met) {
            missed.add("resident memory after the load: " + resident / MIB + " MB");
        }
    }
}
