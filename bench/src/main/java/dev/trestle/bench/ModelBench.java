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
    private static final int COUNTED = 20_000;

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
                    random -> orders.enhancedGet(random >>> 8, random));
            compare(
                    "Put of a record",
                    random -> orders.modelPut(random >>> 8, random),
                    random -> orders.enhancedPut(random >>> 8, random));
            compare("Query of 20 records", orders::modelQuery, orders::enhancedQuery);
        }
        return missed;
    }

    private void compare(String name, LongUnaryOperator ours, LongUnaryOperator theirs) {
        duel.run(name, 1, ours, theirs, FLOOR);
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

    /** Bytes that one operation allocates, on average. */
    private static long bytes(LongUnaryOperator operation) {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long consumed = 0;
        long before = threads.getCurrentThreadAllocatedBytes();
        for (int i = 0; i < COUNTED; i++) {
            consumed += operation.applyAsLong(i);
        }
        long allocated = threads.getCurrentThreadAllocatedBytes() - before;
        if (consumed == 0) {
            throw new IllegalStateException("nothing was read");
        }
        return allocated / COUNTED;
    }
}
