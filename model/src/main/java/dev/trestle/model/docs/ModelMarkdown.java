package dev.trestle.model.docs;

import static dev.trestle.model.docs.MarkdownTable.code;
import static dev.trestle.model.docs.MarkdownTable.plain;

import dev.trestle.model.Entity;
import dev.trestle.model.EntityKey;
import dev.trestle.model.Index;
import dev.trestle.model.Model;
import dev.trestle.model.Pattern;
import dev.trestle.model.Scope;
import dev.trestle.model.Table;
import dev.trestle.model.verify.Finding;
import dev.trestle.model.verify.Verifier;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
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
        out.append("\n## Entities\n\n");
        EntityDiagram.write(model, out);
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
        AttributeTables attributes = new AttributeTables(out, table.times());
        table.entities().forEach(attributes::writeEntity);
        attributes.writeNested();
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
