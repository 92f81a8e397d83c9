package dev.trestle.server.console;

import dev.trestle.model.Entity;
import dev.trestle.model.Index;
import dev.trestle.model.Table;
import dev.trestle.model.mapping.Component;
import dev.trestle.platform.api.Csv;
import dev.trestle.platform.api.Json;
import dev.trestle.platform.system.SystemDefinition;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** All that a question finds, page by page into a stream, up to a limit that is said where it is met. */
final class Export {
    static final int ITEMS_MAX = 100_000;

    /** Pages: a filter may leave all of one out. */
    private static final int PAGES_MAX = 10_000;

    private static final int PAGE = 200;
    private static final String OTHERS = "other attributes";

    private final Reader reader;
    private final SystemDefinition<?> system;
    private final Question question;

    Export(Reader reader, SystemDefinition<?> system, Question question) {
        this.reader = reader;
        this.system = system;
        this.question = question;
    }

    private interface Sink {
        void add(Map<String, AttributeValue> item) throws IOException;
    }

    /** Whether it was all. */
    private boolean each(Reader.Answer first, Sink sink) throws IOException {
        Reader.Answer page = first;
        int given = 0;
        for (int pages = 1; ; pages++) {
            for (Map<String, AttributeValue> item : page.items()) {
                if (given++ == ITEMS_MAX) {
                    return false;
                }
                sink.add(item);
            }
            @Nullable String next = page.next();
            if (next == null || pages == PAGES_MAX) {
                return next == null;
            }
            page = reader.ask(system, question.from(next, PAGE));
        }
    }

    /** The first page, asked before anything is sent, so that a mistake is still answered as one. */
    Reader.Answer first() {
        return reader.ask(system, question.from(null, PAGE));
    }

    void json(Reader.Answer first, OutputStream out) throws IOException {
        write(out, "{\"items\":[");
        boolean[] begun = new boolean[1];
        boolean complete = each(first, item -> {
            write(out, (begun[0] ? ",\n" : "\n") + Json.text(DynamoJson.ofItem(item)));
            begun[0] = true;
        });
        write(out, "\n],\"complete\":" + complete + "}\n");
    }

    void csv(Reader.Answer first, OutputStream out) throws IOException {
        List<String> columns = columns(first.table());
        List<String> titles = new ArrayList<>(columns);
        titles.add(OTHERS);
        write(out, Csv.line(titles));
        boolean complete = each(first, item -> write(out, Csv.line(cells(columns, item))));
        if (!complete) {
            write(out, Csv.line(List.of("(cut off after " + ITEMS_MAX + " items)")));
        }
    }

    /** The keys, then what the model knows of the table's entities. */
    static List<String> columns(Table table) {
        Set<String> names = new LinkedHashSet<>(Items.keyAttributes(table));
        for (Index index : table.indexes()) {
            names.add(index.partition());
            String sort = index.sort();
            if (sort != null) {
                names.add(sort);
            }
        }
        for (Entity<?> entity : table.entities()) {
            entity.attributes().stream()
                    .filter(component -> component.kind() == Component.Kind.ATTRIBUTE)
                    .forEach(component -> names.add(component.attribute()));
        }
        return List.copyOf(names);
    }

    private static List<String> cells(List<String> columns, Map<String, AttributeValue> item) {
        List<String> cells = new ArrayList<>();
        Map<String, AttributeValue> others = new TreeMap<>(item);
        for (String column : columns) {
            AttributeValue value = others.remove(column);
            cells.add(value == null ? "" : text(value));
        }
        cells.add(others.isEmpty() ? "" : Json.text(DynamoJson.ofItem(others)));
        return cells;
    }

    private static String text(AttributeValue value) {
        if (value.s() != null) {
            return value.s();
        }
        if (value.n() != null) {
            return value.n();
        }
        return value.bool() != null ? value.bool().toString() : Json.text(DynamoJson.of(value));
    }

    private static void write(OutputStream out, String text) throws IOException {
        out.write(text.getBytes(StandardCharsets.UTF_8));
    }
}
