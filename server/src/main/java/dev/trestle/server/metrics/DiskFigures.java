package dev.trestle.server.metrics;

import dev.trestle.engine.api.DiskSpace;
import java.util.Locale;

/** The room of the data directory's disk as lines for Prometheus. */
public final class DiskFigures {
    private DiskFigures() {}

    public static String of(DiskSpace space) {
        StringBuilder text = new StringBuilder();
        add(text, "trestle_disk_free_bytes", "Room of the data directory's disk", space.usableBytes());
        add(text, "trestle_disk_warn_bytes", "Below this there is a warning", space.lowBytes());
        add(text, "trestle_disk_stop_bytes", "Below this writes that take room are refused", space.floorBytes());
        String name = "trestle_disk_state";
        text.append("# HELP ").append(name).append(" 1 for the state that the disk is in\n");
        text.append("# TYPE ").append(name).append(" gauge\n");
        for (DiskSpace.State state : DiskSpace.State.values()) {
            text.append(name)
                    .append("{state=\"")
                    .append(state.name().toLowerCase(Locale.ROOT))
                    .append("\"} ")
                    .append(state == space.state() ? 1 : 0)
                    .append('\n');
        }
        return text.toString();
    }

    private static void add(StringBuilder text, String name, String help, long bytes) {
        text.append("# HELP ").append(name).append(' ').append(help).append('\n');
        text.append("# TYPE ").append(name).append(" gauge\n");
        text.append(name).append(' ').append(bytes).append('\n');
    }
}
