package dev.trestle.model.evolution;

import dev.trestle.model.BoundTemplate;
import dev.trestle.model.Entity;
import dev.trestle.model.EntityKey;
import dev.trestle.model.Index;
import dev.trestle.model.Model;
import dev.trestle.model.Scope;
import dev.trestle.model.Table;
import dev.trestle.model.mapping.Component;
import dev.trestle.model.template.KeyCodec;
import dev.trestle.model.value.WireNames;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Writes down what of a model matters to stored items. */
final class Describe {
    /** Between the templates of a key, and before its condition; no template holds it. */
    static final String TAB = "\t";

    private final Map<String, String> lines = new TreeMap<>();

    private Describe() {}

    static Description model(Model model) {
        Describe describe = new Describe();
        model.allTables().forEach(describe::table);
        return new Description(describe.lines);
    }

    static String pathOf(Table table) {
        return "table " + table.name();
    }

    static String pathOf(Entity<?> entity) {
        return pathOf(entity.table()) + " / entity " + entity.name();
    }

    private void table(Table table) {
        String path = pathOf(table);
        lines.put(path, table.partition() + (table.sort() == null ? "" : ", " + table.sort()));
        if (table.expiry() != null) {
            lines.put(path + " / expiry", table.expiry());
        }
        Scope scope = table.scope();
        if (scope != null) {
            lines.put(path + " / scope", scope.field() + TAB + scope.delimiter() + TAB + scope.leftOut());
        }
        for (Index index : table.indexes()) {
            lines.put(
                    path + " / index " + index.name(),
                    index.partition()
                            + (index.sort() == null ? "" : ", " + index.sort())
                            + (index.local() ? " (local)" : ""));
        }
        table.entities().forEach(this::entity);
    }

    private void entity(Entity<?> entity) {
        String path = pathOf(entity);
        lines.put(path, entity.scoped() ? "scoped" : "unscoped");
        keys(path + " / key ", entity.keys());
        for (Index index : entity.table().indexes()) {
            keys(
                    path + " / index " + index.name() + " ",
                    entity.indexKeys().stream()
                            .filter(key -> index.equals(key.index()))
                            .toList());
        }
        entity.constants().forEach((name, value) -> lines.put(path + " / constant " + name, String.valueOf(value.s())));
        entity.uniques().forEach(unique -> lines.put(path + " / unique " + unique.name(), "guarded"));
        entity.twins()
                .forEach(twin ->
                        lines.put(path + " / second " + twin.entity().table().name() + "/" + twin.entity(), "written"));
        String version = entity.version();
        if (version != null) {
            lines.put(path + " / version", version);
        }
        new DescribeRecord(entity.table().times(), path + " / attribute ", lines).record("", entity.type());
    }

    private void keys(String path, List<EntityKey> keys) {
        for (int i = 0; i < keys.size(); i++) {
            EntityKey key = keys.get(i);
            String condition = key.when().toString();
            lines.put(
                    path + (i + 1),
                    key.partition()
                            + TAB
                            + (key.sort() == null ? "" : key.sort())
                            + (condition.isEmpty() ? "" : TAB + condition));
            refusals(path + (i + 1) + " refuses ", key.partition());
            refusals(path + (i + 1) + " refuses ", key.sort());
        }
    }

    /** What parts refuse beyond what ends them: it tells keys apart that are alike otherwise. */
    private void refusals(String path, @Nullable BoundTemplate template) {
        if (template == null) {
            return;
        }
        KeyCodec codec = template.codec();
        for (int i = 0; i < codec.parts(); i++) {
            boolean ended = !codec.template().literals().get(i + 1).isEmpty();
            String beyond = codec.refused(i).substring(ended ? 1 : 0);
            if (!beyond.isEmpty()) {
                lines.put(path + template.fields().get(i), beyond);
            }
        }
    }

    /** The type of a component, and whether every item has it. */
    static String typeOf(Component component, @Nullable Class<?> element) {
        String type = component.type().isRecord() ? "Object" : component.typeName();
        if (element != null && element.isRecord()) {
            type = type.replace(element.getSimpleName(), "Object");
        }
        boolean optional = component.nullable()
                || component.kind() == Component.Kind.PREFIXED
                || component.kind() == Component.Kind.KEY_ONLY
                || type.startsWith("Set");
        return type + (component.orNull() ? " or NULL" : "") + (optional ? ", optional" : ", required");
    }

    static String valuesOf(Class<?> enumeration) {
        return String.join(" | ", WireNames.of(enumeration).all());
    }
}
