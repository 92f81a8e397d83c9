package dev.trestle.model.docs;

import static dev.trestle.model.docs.MarkdownTable.code;
import static dev.trestle.model.docs.MarkdownTable.plain;

import dev.trestle.model.Entity;
import dev.trestle.model.mapping.Component;
import dev.trestle.model.mapping.RecordMapping;
import dev.trestle.model.time.TimeFormat;
import dev.trestle.model.value.WireNames;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The attributes of one table's entities, and of the records inside of them, as tables in Markdown. */
final class AttributeTables {
    private static final List<String> TITLES = List.of("Attribute", "Type", "Required");

    private final StringBuilder out;
    private final TimeFormat times;
    /** Records inside of others, in the order in which they were met. */
    private final Set<Class<?>> nested = new LinkedHashSet<>();

    AttributeTables(StringBuilder out, TimeFormat times) {
        this.out = out;
        this.times = times;
    }

    void writeEntity(Entity<?> entity) {
        out.append("\n### ").append(entity.name()).append("\n\n");
        if (!entity.about().isEmpty()) {
            out.append(entity.about()).append("\n\n");
        }
        MarkdownTable table = new MarkdownTable(out, TITLES);
        new TreeMap<>(entity.constants())
                .forEach((name, value) ->
                        table.row(List.of(code(name), "String: " + code(String.valueOf(value.s())), "Yes")));
        writeComponents(entity.mapping(), table);
        entity.uniques()
                .forEach(unique ->
                        out.append("\nUnique: ").append(code(unique.name())).append('\n'));
    }

    /** The records inside of those that were written, each of them once. */
    void writeNested() {
        Set<Class<?>> written = new LinkedHashSet<>();
        while (written.size() < nested.size()) {
            for (Class<?> type : List.copyOf(nested)) {
                if (written.add(type)) {
                    out.append(written.size() == 1 ? "\n### Nested objects\n" : "")
                            .append("\n#### ")
                            .append(type.getSimpleName())
                            .append("\n\n");
                    writeComponents(
                            RecordMapping.of(type.asSubclass(Record.class), times), new MarkdownTable(out, TITLES));
                }
            }
        }
    }

    private void writeComponents(RecordMapping<?> mapping, MarkdownTable table) {
        for (Component component : mapping.components()) {
            boolean prefixed = component.kind() == Component.Kind.PREFIXED;
            boolean inKey = component.kind() == Component.Kind.KEY_ONLY;
            String name = code(component.attribute() + (prefixed ? "…" : ""));
            table.row(List.of(
                    inKey ? name + " (in the key only)" : name,
                    typeOf(component, mapping.elementOf(component)),
                    required(component, prefixed)));
        }
    }

    private static String required(Component component, boolean prefixed) {
        if (component.orNull()) {
            return "Yes, or NULL";
        }
        return component.nullable() || prefixed ? "No" : "Yes";
    }

    private String typeOf(Component component, @Nullable Class<?> element) {
        String name = plain(component.typeName());
        if (element == null) {
            return name;
        }
        if (element.isEnum()) {
            return name + ": " + code(String.join(" | ", WireNames.of(element).all()));
        }
        if (element.isRecord()) {
            nested.add(element);
        } else if (element.isSealed()) {
            List<Class<?>> variants = Arrays.asList(element.getPermittedSubclasses());
            nested.addAll(variants);
            return variants.stream().map(Class::getSimpleName).collect(Collectors.joining(", ", "One of ", ""))
                    + (component.toldBy() == null ? "" : ", as " + code(component.toldBy()) + " tells");
        }
        return name;
    }
}
