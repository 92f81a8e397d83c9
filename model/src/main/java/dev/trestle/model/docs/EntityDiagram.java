package dev.trestle.model.docs;

import dev.trestle.model.Entity;
import dev.trestle.model.EntityKey;
import dev.trestle.model.Index;
import dev.trestle.model.Model;
import dev.trestle.model.Relation;
import dev.trestle.model.Table;
import dev.trestle.model.mapping.Component;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** A model's entities, with their keys and attributes, and what belongs to what, as a diagram of Mermaid. */
final class EntityDiagram {
    private final Model model;
    private final StringBuilder out;

    private EntityDiagram(Model model, StringBuilder out) {
        this.model = model;
        this.out = out;
    }

    static void write(Model model, StringBuilder out) {
        new EntityDiagram(model, out).write();
    }

    private void write() {
        out.append("```mermaid\nerDiagram\n");
        Set<String> relations = new TreeSet<>();
        for (Table table : model.allTables()) {
            for (Entity<?> entity : table.entities()) {
                writeEntity(table, entity);
                for (Relation relation : entity.relations()) {
                    relations.add("    " + nameOf(relation.owner()) + (relation.many() ? " ||--o{ " : " ||--o| ")
                            + nameOf(entity) + " : \"" + relation.verb() + "\"\n");
                }
            }
        }
        relations.forEach(out::append);
        out.append("```\n");
    }

    private void writeEntity(Table table, Entity<?> entity) {
        out.append("    ").append(nameOf(entity)).append(" {\n");
        Map<String, String> keys = new LinkedHashMap<>();
        for (EntityKey key : entity.keys()) {
            add(keys, table, key, table.partition(), table.sort());
        }
        for (EntityKey key : entity.indexKeys()) {
            Index index = Objects.requireNonNull(key.index());
            add(keys, table, key, index.partition(), index.sort());
        }
        keys.forEach((attribute, template) -> line("string", attribute, template));
        new TreeSet<>(entity.constants().keySet()).forEach(name -> line("string", name, null));
        for (Component component : entity.attributes()) {
            if (component.kind() != Component.Kind.KEY_ONLY && !keys.containsKey(component.attribute())) {
                line(typeOf(component), component.attribute(), null);
            }
        }
        out.append("    }\n");
    }

    private static void add(
            Map<String, String> keys, Table table, EntityKey key, String partition, @Nullable String sort) {
        keys.merge(partition, KeyConditionText.partition(table, key), EntityDiagram::either);
        if (sort != null && key.sort() != null) {
            keys.merge(sort, key.sort().toString(), EntityDiagram::either);
        }
    }

    private static String either(String one, String other) {
        return one.equals(other) ? one : one + " or " + other;
    }

    private void line(String type, String attribute, @Nullable String template) {
        out.append("        ").append(type).append(' ').append(safe(attribute));
        if (template != null) {
            out.append(" \"").append(template.replace('"', '\'')).append('"');
        }
        out.append('\n');
    }

    private static String typeOf(Component component) {
        String name = component.typeName();
        for (String word : new String[] {"String", "Number", "Boolean", "Array"}) {
            if (name.startsWith(word)) {
                return word.toLowerCase(Locale.ROOT);
            }
        }
        return "object";
    }

    private static String nameOf(Entity<?> entity) {
        return safe(entity.name()).toUpperCase(Locale.ROOT);
    }

    /** Mermaid's names have letters, digits and underscores. */
    private static String safe(String name) {
        return name.replaceAll("[^A-Za-z0-9]", "_");
    }
}
