package dev.trestle.server.admin;

import dev.trestle.server.metrics.Amounts;
import dev.trestle.server.metrics.Prices;
import dev.trestle.server.metrics.Series;
import dev.trestle.server.metrics.Usage;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What was read and written, and what AWS would charge for it. */
final class MetricsDesk {
    /** Series whose single steps are told: the busiest. */
    private static final int PLOTTED_MAX = 40;

    private static final int STEPS_A_MINUTE = 60 / Usage.STEP_SECONDS;

    private final Usage usage;
    private final Prices prices;

    MetricsDesk(Usage usage, Prices prices) {
        this.usage = usage;
        this.prices = prices;
    }

    record GetMetrics(int minutes) {}

    record PricesView(BigDecimal readMillion, BigDecimal writeMillion, String currency, String region) {}

    /** Amounts and what they would cost. */
    record Sum(
            long reads,
            long writes,
            double readUnits,
            double writeUnits,
            long readBytes,
            long writtenBytes,
            double cost) {}

    /** One number for each step. */
    record Steps(List<Double> readUnits, List<Double> writeUnits, List<Long> bytes) {}

    /**
     * A table, an index or an access pattern.
     *
     * @param total since the server started
     * @param window in the minutes that were asked for
     * @param steps null if it is not among the busiest
     */
    record SeriesView(
            Series.Kind kind,
            @Nullable String table,
            @Nullable String index,
            @Nullable String system,
            @Nullable String pattern,
            Sum total,
            Sum window,
            @Nullable Steps steps) {}

    record MetricsView(
            Instant since,
            int stepSeconds,
            List<Instant> at,
            PricesView prices,
            Sum total,
            Sum window,
            Steps steps,
            List<SeriesView> series) {}

    void addTo(Desk desk) {
        desk.look("getMetrics", GetMetrics.class, (call, q) -> metrics(q.minutes()));
    }

    private MetricsView metrics(int minutes) {
        List<Usage.Step> steps = usage.steps(minutes * STEPS_A_MINUTE);
        Map<Series, Amounts> totals = usage.totals();
        Map<Series, Amounts> window = new HashMap<>();
        steps.forEach(
                step -> step.amounts().forEach((series, amounts) -> window.merge(series, amounts, Amounts::plus)));
        List<Series> order = totals.keySet().stream()
                .sorted(Comparator.comparingDouble((Series each) -> -prices.of(window.getOrDefault(each, Amounts.NONE)))
                        .thenComparing(Series::toString))
                .toList();
        List<SeriesView> views = new ArrayList<>();
        int plotted = 0;
        for (Series series : order) {
            Amounts inWindow = window.get(series);
            boolean plot = inWindow != null && plotted < PLOTTED_MAX;
            plotted += plot ? 1 : 0;
            views.add(view(
                    series,
                    totals.getOrDefault(series, Amounts.NONE),
                    inWindow == null ? Amounts.NONE : inWindow,
                    plot ? steps(steps, series) : null));
        }
        return new MetricsView(
                usage.since(),
                Usage.STEP_SECONDS,
                steps.stream().map(Usage.Step::at).toList(),
                new PricesView(prices.readMillion(), prices.writeMillion(), "USD", prices.region()),
                sum(all(totals)),
                sum(all(window)),
                steps(steps, null),
                views);
    }

    private SeriesView view(Series series, Amounts total, Amounts window, @Nullable Steps steps) {
        boolean pattern = series.kind() == Series.Kind.PATTERN;
        return new SeriesView(
                series.kind(),
                pattern ? null : series.owner(),
                series.kind() == Series.Kind.INDEX ? series.name() : null,
                pattern ? series.owner() : null,
                pattern ? series.name() : null,
                sum(total),
                sum(window),
                steps);
    }

    /** Tables and indexes; patterns are the same requests once more. */
    private static Amounts all(Map<Series, Amounts> amounts) {
        return amounts.entrySet().stream()
                .filter(entry -> entry.getKey().kind() != Series.Kind.PATTERN)
                .map(Map.Entry::getValue)
                .reduce(Amounts.NONE, Amounts::plus);
    }

    private static Steps steps(List<Usage.Step> steps, @Nullable Series series) {
        List<Double> reads = new ArrayList<>();
        List<Double> writes = new ArrayList<>();
        List<Long> bytes = new ArrayList<>();
        for (Usage.Step step : steps) {
            Amounts amounts =
                    series == null ? all(step.amounts()) : step.amounts().getOrDefault(series, Amounts.NONE);
            reads.add(amounts.readUnits());
            writes.add(amounts.writeUnits());
            bytes.add(amounts.readBytes() + amounts.writtenBytes());
        }
        return new Steps(reads, writes, bytes);
    }

    private Sum sum(Amounts amounts) {
        return new Sum(
                amounts.reads(),
                amounts.writes(),
                amounts.readUnits(),
                amounts.writeUnits(),
                amounts.readBytes(),
                amounts.writtenBytes(),
                prices.of(amounts));
    }
}
