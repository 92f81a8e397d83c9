package dev.trestle.server.metrics;

import java.time.Clock;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What was read and written since the server started, and of the last hour in steps of ten seconds. */
public final class Usage implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Usage.class);

    /** How long a step is. */
    public static final int STEP_SECONDS = 10;

    /** How many steps are kept: an hour. */
    public static final int STEPS_MAX = 360;

    /** Names of tables come from whoever asks, and must not fill the memory. */
    private static final int SERIES_MAX = 500;

    private final Clock clock;
    private final Instant since;
    private final Map<Series, Counter> counters = new ConcurrentHashMap<>();
    private final Deque<Step> steps = new ArrayDeque<>();
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "trestle-usage");
        thread.setDaemon(true);
        return thread;
    });
    private Map<Series, Amounts> last = Map.of();

    /**
     * What happened in a step.
     *
     * @param at its end
     * @param amounts of those series only of which there were any
     */
    public record Step(Instant at, Map<Series, Amounts> amounts) {}

    public Usage(Clock clock) {
        this.clock = clock;
        this.since = clock.instant();
    }

    /** Begins to take steps. */
    public Usage start() {
        ScheduledFuture<?> unused =
                timer.scheduleAtFixedRate(this::stepQuietly, STEP_SECONDS, STEP_SECONDS, TimeUnit.SECONDS);
        return this;
    }

    private void stepQuietly() {
        try {
            step();
        } catch (RuntimeException e) {
            LOG.warn("the usage could not be sampled", e);
        }
    }

    /** Ends a step. */
    synchronized void step() {
        Map<Series, Amounts> now = totals();
        Map<Series, Amounts> differences = new HashMap<>();
        now.forEach((series, amounts) -> {
            Amounts difference = amounts.minus(last.getOrDefault(series, Amounts.NONE));
            if (!difference.isNothing()) {
                differences.put(series, difference);
            }
        });
        last = now;
        steps.addLast(new Step(clock.instant(), Map.copyOf(differences)));
        if (steps.size() > STEPS_MAX) {
            steps.removeFirst();
        }
    }

    Counter counter(Series series) {
        Counter known = counters.get(series);
        if (known != null) {
            return known;
        }
        Series counted = counters.size() < SERIES_MAX ? series : Series.OTHERS;
        return counters.computeIfAbsent(counted, each -> new Counter());
    }

    /** Since the server started. */
    public Map<Series, Amounts> totals() {
        Map<Series, Amounts> totals = new HashMap<>();
        counters.forEach((series, counter) -> totals.put(series, counter.amounts()));
        return totals;
    }

    /** The last steps, oldest first. */
    public synchronized List<Step> steps(int max) {
        return steps.stream().skip(Math.max(0, steps.size() - max)).toList();
    }

    public Instant since() {
        return since;
    }

    @Override
    public void close() {
        timer.shutdownNow();
    }
}
