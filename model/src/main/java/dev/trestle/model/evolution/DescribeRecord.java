package dev.trestle.model.evolution;

import dev.trestle.model.mapping.Component;
import dev.trestle.model.mapping.RecordMapping;
import dev.trestle.model.time.TimeFormat;
import java.util.Map;

/** Writes down a record's attributes, and those of the records inside of it: {@code stages.screen.status}. */
final class DescribeRecord {
    private static final int DEPTH_MAX = 8;

    private final TimeFormat times;
    private final String path;
    private final Map<String, String> lines;

    DescribeRecord(TimeFormat times, String path, Map<String, String> lines) {
        this.times = times;
        this.path = path;
        this.lines = lines;
    }

    void record(String prefix, Class<?> type) {
        record(prefix, type, 0);
    }

    /** A record may hold records of its own type: what lies deeper is what was written down already. */
    private void record(String prefix, Class<?> type, int depth) {
        if (depth > DEPTH_MAX) {
            return;
        }
        RecordMapping<?> mapping = RecordMapping.of(type.asSubclass(Record.class), times);
        for (Component component : mapping.components()) {
            if (component.kind() == Component.Kind.KEY_ONLY) {
                continue;
            }
            String name = prefix + component.attribute();
            Class<?> element = mapping.elementOf(component);
            lines.put(path + name, Describe.typeOf(component, element));
            if (element != null && element.isEnum()) {
                lines.put(path + name + " values", Describe.valuesOf(element));
            } else if (element != null && element.isRecord()) {
                String inside = element == component.type() ? "." : "[].";
                record(name + inside, element, depth + 1);
            } else if (element != null && element.isSealed()) {
                for (Class<?> variant : element.getPermittedSubclasses()) {
                    record(name + "<" + variant.getSimpleName() + ">.", variant, depth + 1);
                }
            }
        }
    }
}
