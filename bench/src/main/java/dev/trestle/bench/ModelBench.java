package dev.trestle.bench;

import com.sun.management.ThreadMXBean;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.LongUnaryOperator;

/** What the modelling layer costs beside the AWS Enhanced Client: rates, and bytes allocated by the thread that asks. */
final class ModelBench {
    private static final double FLOOR = 1.5;
    private static final double CHANGED_FLOOR = 0.9;
    private static final int COUNTED = 20_000;
    private static final int ROUNDS = 10;

    private final PrintStream out;
    private final Duel duel;
    private final List<String> missed = new ArrayList<>();

    ModelBench(PrintStream out, Duel duel) {
        this.out = out;
        this.duel = duel;
    }

    /** Gives the floors that were missed and that the duel does not know of. */
    List<String> run() {
        out.println(
                "Records of ten attributes: the modelling layer beside the AWS Enhanced Client, one engine in memory");
        try (OrderStore orders = new OrderStore()) {
            compare(
                    "Get of a record",
                    random -> orders.modelGet(random >>> 8, random),
                    random -> orders.enhancedGet(random >>> 8, random),
                    random -> orders.handmadeGet(random >>> 8, random));
            // With nothing to write, the engine's share is smallest.
            compare(
                    "Put of a record as it is stored",
                    random -> orders.modelPut(random >>> 8, random, 0),
                    random -> orders.enhancedPut(random >>> 8, random, 0),
                    random -> orders.handmadePut(random >>> 8, random, 0));
            // Nine tenths of this is the engine's commit, which both wait for.
            duel.run(
                    "Put of a changed record",
                    1,
                    random -> orders.modelPut(random >>> 8, random, random),
                    random -> orders.enhancedPut(random >>> 8, random, random),
                    CHANGED_FLOOR);
            compare("Query of 20 records", orders::modelQuery, orders::enhancedQuery, orders::handmadeQuery);
        }
        return missed;
    }

    private void compare(String name, LongUnaryOperator ours, LongUnaryOperator theirs, LongUnaryOperator handmade) {
        duel.run(name, 1, ours, theirs, FLOOR);
        long ourTime = nanos(ours);
        long theirTime = nanos(theirs);
        out.println(String.format(
                Locale.ROOT,
                "%-34s %,14d ns     %,10d ns     %7s  mapped by hand %,d ns",
                "  processor time of each",
                ourTime,
                theirTime,
                Duel.percent((double) theirTime / ourTime),
                nanos(handmade)));
        long our = bytes(ours);
        long their = bytes(theirs);
        boolean met = our < their;
        out.println(String.format(
                Locale.ROOT,
                "%-34s %,14d bytes  %,10d bytes  %7s  floor fewer  %s",
                "  allocated by each",
                our,
                their,
                Duel.percent((double) our / their),
                met ? "met" : "MISSED"));
        if (!met) {
            missed.add(name + " allocates " + our + " bytes, the Enhanced Client " + their);
        }
    }

    /**
     * Processor time that the thread that asks needs for one operation, in its best round: what others do on the machine does not
     * count. Most of it is the client and the engine; a program that maps by hand shows how much no layer can save.
     */
    private static long nanos(LongUnaryOperator operation) {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long best = Long.MAX_VALUE;
        long consumed = 0;
        for (int round = 0; round < ROUNDS; round++) {
            long before = threads.getCurrentThreadCpuTime();
            for (int i = 0; i < COUNTED; i++) {
                consumed += operation.applyAsLong(i * 7919L);
            }
            best = Math.min(best, (threads.getCurrentThreadCpuTime() - before) / COUNTED);
        }
        checkConsumed(consumed);
        return best;
    }

    /** Bytes that one operation allocates, on average. */
    private static long bytes(LongUnaryOperator operation) {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long consumed = 0;
        long before = threads.getCurrentThreadAllocatedBytes();
        for (int i = 0; i < COUNTED; i++) {
            consumed += operation.applyAsLong(i);
        }
        long allocated = threads.getCurrentThreadAllocatedBytes() - before;
        checkConsumed(consumed);
        return allocated / COUNTED;
    }

    private static void checkConsumed(long consumed) {
        if (consumed == 0) {
            throw new IllegalStateException("nothing was read");
        }
    }
}
