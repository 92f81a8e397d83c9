package dev.trestle.server.metrics;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** The totals as lines for Prometheus. */
public final class PrometheusText {
    private static final Comparator<Map.Entry<Series, Amounts>> ORDER =
            Comparator.comparing(entry -> entry.getKey().kind() + "\n"
                    + entry.getKey().owner() + "\n" + entry.getKey().name());

    private PrometheusText() {}

    private record Figure(String name, String help, ToDoubleFunction<Amounts> value) {}

    private static final List<Figure> FIGURES = List.of(
            new Figure("reads", "Requests that read", Amounts::reads),
            new Figure("writes", "Requests that write", Amounts::writes),
            new Figure("read_units", "Read request units", Amounts::readUnits),
            new Figure("write_units", "Write request units", Amounts::writeUnits),
            new Figure("read_bytes", "Bytes of items that were read", Amounts::readBytes),
            new Figure("written_bytes", "Bytes that were sent to be written", Amounts::writtenBytes));

    private static final String UNREADABLE = "trestle_items_unreadable_total";

    public static String of(Usage usage, UnreadableItems unreadable) {
        List<Map.Entry<Series, Amounts>> totals =
                usage.totals().entrySet().stream().sorted(ORDER).toList();
        StringBuilder text = new StringBuilder();
        for (Series.Kind kind : Series.Kind.values()) {
            for (Figure figure : FIGURES) {
                add(text, kind, figure, totals);
            }
        }
        addUnreadable(text, unreadable);
        return text.toString();
    }

    private static void addUnreadable(StringBuilder text, UnreadableItems unreadable) {
        text.append("# HELP ").append(UNREADABLE).append(" Reads of stored items that do not fit their records\n");
        text.append("# TYPE ").append(UNREADABLE).append(" counter\n");
        unreadable.counts().entrySet().stream()
                .map(count -> UNREADABLE + "{system=\"" + escaped(count.getKey().system()) + "\",entity=\""
                        + escaped(count.getKey().entity()) + "\"} " + count.getValue() + "\n")
                .sorted()
                .forEach(text::append);
    }

    private static void add(
            StringBuilder text, Series.Kind kind, Figure figure, List<Map.Entry<Series, Amounts>> totals) {
        String name = "trestle_" + kind.name().toLowerCase(Locale.ROOT) + "_" + figure.name() + "_total";
        text.append("# HELP ").append(name).append(' ').append(figure.help()).append('\n');
        text.append("# TYPE ").append(name).append(" counter\n");
        for (Map.Entry<Series, Amounts> entry : totals) {
            if (entry.getKey().kind() == kind) {
                text.append(name).append(labels(entry.getKey())).append(' ');
                text.append(figure.value().applyAsDouble(entry.getValue())).append('\n');
            }
        }
    }

    private static String labels(Series series) {
        return switch (series.kind()) {
            case TABLE -> "{table=\"" + escaped(series.owner()) + "\"}";
            case INDEX -> "{table=\"" + escaped(series.owner()) + "\",index=\"" + escaped(series.name()) + "\"}";
            case PATTERN -> "{system=\"" + escaped(series.owner()) + "\",pattern=\"" + escaped(series.name()) + "\"}";
        };
    }

    private static String escaped(String text) {
        return text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
    }
}
