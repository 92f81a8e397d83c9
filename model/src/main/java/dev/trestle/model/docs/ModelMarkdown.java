package dev.trestle.model.docs;

import static dev.trestle.model.docs.MarkdownTable.code;
import static dev.trestle.model.docs.MarkdownTable.plain;

import dev.trestle.model.Entity;
import dev.trestle.model.EntityKey;
import dev.trestle.model.Index;
import dev.trestle.model.Model;
import dev.trestle.model.Pattern;
import dev.trestle.model.Relation;
import dev.trestle.model.Scope;
import dev.trestle.model.Table;
import dev.trestle.model.mapping.Component;
import dev.trestle.model.value.WireNames;
import dev.trestle.model.verify.Finding;
import dev.trestle.model.verify.Verifier;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** A model as a page of Markdown, laid out as design documents are: tables, keys, attributes, access patterns, a diagram. */
public final class ModelMarkdown {
    private final Model model;
    private final StringBuilder out = new StringBuilder();

    private ModelMarkdown(Model model) {
        this.model = model;
    }

    /** The page of a model. */
    public static String of(Model model) {
        return new ModelMarkdown(model).write();
    }

    private String write() {
        out.append("# ").append(model.system()).append(": data model\n\n## Tables\n\n");
        MarkdownTable overview = new MarkdownTable(out, List.of("Table", "Description", "TTL"));
        for (Table table : model.allTables()) {
            String expiry = table.expiry();
            overview.row(List.of(code(table.name()), plain(table.about()), expiry == null ? "No" : code(expiry)));
        }
        model.allTables().forEach(this::writeTable);
        writeDiagram();
        writeAccepted();
        return out.toString();
    }

    private void writeTable(Table table) {
        out.append("\n## `").append(table.name()).append("`\n\n");
        Scope scope = table.scope();
        if (scope != null) {
            out.append("Tenants are separated by `").append(scope.field()).append('`');
            out.append(scope.isPrefix() ? ", which stands before partition keys" : ", which stands in the keys");
            out.append(scope.leftOut() == null ? ".\n\n" : "; that of `" + scope.leftOut() + "` is left out.\n\n");
        }
        writeKeys(table);
        table.entities().forEach(this::writeAttributes);
        writePatterns(table);
    }

    private void writeKeys(Table table) {
        Set<String> columns = new LinkedHashSet<>();
        add(columns, table.partition(), table.sort());
        table.indexes().forEach(index -> add(columns, index.partition(), index.sort()));
        List<String> titles = new ArrayList<>(List.of("Entity"));
        titles.addAll(columns);
        MarkdownTable keys = new MarkdownTable(out, titles);
        for (Entity<?> entity : table.entities()) {
            for (EntityKey shape : entity.keys()) {
                Map<String, String> cells = new LinkedHashMap<>();
                put(cells, shape, table.partition(), table.sort(), table);
                for (EntityKey key : entity.indexKeys()) {
                    Index index = Objects.requireNonNull(key.index());
                    put(cells, key, index.partition(), index.sort(), table);
                }
                List<String> row = new ArrayList<>(List.of(entity.name()));
                columns.forEach(column -> row.add(cells.getOrDefault(column, "-")));
                keys.row(row);
            }
        }
        if (!table.indexes().isEmpty()) {
            out.append('\n');
            MarkdownTable indexes = new MarkdownTable(out, List.of("Index", "Partition key", "Sort key", "Kind"));
            for (Index index : table.indexes()) {
                String sort = index.sort();
                indexes.row(List.of(
                        code(index.name()),
                        code(index.partition()),
                        sort == null ? "-" : code(sort),
                        index.local() ? "local" : "global"));
            }
        }
    }

    private static void add(Set<String> columns, String partition, @Nullable String sort) {
        columns.add(partition);
        if (sort != null) {
            columns.add(sort);
        }
    }

    private static void put(
            Map<String, String> cells, EntityKey key, String partition, @Nullable String sort, Table table) {
        String condition = key.when().toString();
        String suffix = condition.isEmpty() ? "" : " (if " + plain(condition) + ")";
        join(cells, partition, code(KeyConditionText.partition(table, key)) + suffix);
        if (sort != null && key.sort() != null) {
            join(cells, sort, code(key.sort().toString()) + suffix);
        }
    }

    /** Several keys of one index stand one after the other; one that stands there already is not said again. */
    private static void join(Map<String, String> cells, String attribute, String text) {
        cells.merge(attribute, text, (before, more) -> before.contains(more) ? before : before + " or " + more);
    }

    private void writeAttributes(Entity<?> entity) {
        out.append("\n### ").append(entity.name()).append("\n\n");
        if (!entity.about().isEmpty()) {
            out.append(entity.about()).append("\n\n");
        }
        MarkdownTable table = new MarkdownTable(out, List.of("Attribute", "Type", "Required"));
        new TreeMap<>(entity.constants())
                .forEach((name, value) ->
                        table.row(List.of(code(name), "String: " + code(String.valueOf(value.s())), "Yes")));
        for (Component component : entity.attributes()) {
            boolean prefixed = component.kind() == Component.Kind.PREFIXED;
            boolean inKey = component.kind() == Component.Kind.KEY_ONLY;
            String name = code(component.attribute() + (prefixed ? "…" : ""));
            String type = plain(component.typeName()) + values(component.type());
            table.row(List.of(
                    inKey ? name + " (in the key only)" : name, type, component.nullable() || prefixed ? "No" : "Yes"));
        }
        entity.uniques()
                .forEach(unique ->
                        out.append("\nUnique: ").append(code(unique.name())).append('\n'));
    }

    private static String values(Class<?> type) {
        return type.isEnum() ? ": " + code(String.join(" | ", WireNames.of(type).all())) : "";
    }

    private void writePatterns(Table table) {
        if (table.patterns().isEmpty()) {
            return;
        }
        out.append("\n### Access patterns\n\n");
        MarkdownTable patterns = new MarkdownTable(out, List.of("Pattern", "Index", "Keys used", "Query"));
        for (Pattern<?> pattern : table.patterns()) {
            Index index = pattern.index();
            patterns.row(List.of(
                    plain(pattern.name()),
                    index == null ? "Table" : code(index.name()),
                    KeyConditionText.keysUsed(pattern),
                    code(KeyConditionText.of(pattern)) + KeyConditionText.remarks(pattern)));
        }
    }

    private void writeDiagram() {
        Set<String> lines = new TreeSet<>();
        for (Table table : model.allTables()) {
            for (Entity<?> entity : table.entities()) {
                for (Relation relation : entity.relations()) {
                    lines.add("    " + diagramName(relation.owner()) + (relation.many() ? " ||--o{ " : " ||--o| ")
                            + diagramName(entity) + " : \"" + relation.verb() + "\"\n");
                }
            }
        }
        if (!lines.isEmpty()) {
            out.append("\n## Entities\n\n```mermaid\nerDiagram\n");
            lines.forEach(out::append);
            out.append("```\n");
        }
    }

    private static String diagramName(Entity<?> entity) {
        return entity.name().replaceAll("[^A-Za-z0-9]", "_").toUpperCase(Locale.ROOT);
    }

    private void writeAccepted() {
        List<Finding> accepted = Verifier.verify(model).accepted();
        if (!accepted.isEmpty()) {
            out.append("\n## Findings that are accepted\n\n");
            MarkdownTable table = new MarkdownTable(out, List.of("Finding", "Where", "Why it is accepted"));
            accepted.forEach(finding -> table.row(
                    List.of(finding.code().name(), plain(finding.place()), plain(String.valueOf(finding.accepted())))));
        }
    }
}
