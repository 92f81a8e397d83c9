package dev.trestle.model.verify;

import dev.trestle.model.Entity;
import dev.trestle.model.EntityKey;
import dev.trestle.model.Index;
import dev.trestle.model.Model;
import dev.trestle.model.Table;
import dev.trestle.model.mapping.Component;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Every attribute has one meaning, and a name that DynamoDB takes. */
final class AttributeRules implements Rule {
    private static final int KEY_NAME_BYTES_MAX = 255;
    private static final int NAME_BYTES_MAX = 65_535;
    private static final String RESERVED = "aws:";

    @Override
    public void check(Model model, Findings findings) {
        for (Table table : model.allTables()) {
            table.entities().forEach(entity -> check(entity, findings));
        }
    }

    private static void check(Entity<?> entity, Findings findings) {
        Map<String, String> keys = keyAttributes(entity);
        keys.keySet().forEach(name -> checkName(name, KEY_NAME_BYTES_MAX, findings.at(entity)));
        for (Component component : entity.attributes()) {
            if (component.kind() == Component.Kind.KEY_ONLY) {
                continue;
            }
            String name = component.attribute();
            checkName(name, NAME_BYTES_MAX, findings.at(entity));
            String key = keys.get(name);
            if (key != null && !key.equals("{" + name + "}")) {
                clash(entity, name, "is a component of the record, and the key `" + key + "` as well", findings);
            }
            if (entity.constants().containsKey(name)) {
                clash(entity, name, "is a component of the record, and a constant as well", findings);
            }
            if (component.kind() == Component.Kind.PREFIXED) {
                checkPrefix(entity, component, keys, findings);
            }
        }
        for (String constant : entity.constants().keySet()) {
            if (keys.containsKey(constant)) {
                clash(entity, constant, "is a constant, and the key `" + keys.get(constant) + "` as well", findings);
            }
        }
    }

    /** The attributes that hold keys, with the templates that they hold. */
    private static Map<String, String> keyAttributes(Entity<?> entity) {
        Table table = entity.table();
        Map<String, String> keys = new LinkedHashMap<>();
        for (EntityKey key : entity.keys()) {
            put(keys, table.partition(), key.partition().toString());
            put(keys, table.sort(), String.valueOf(key.sort()));
        }
        for (EntityKey key : entity.indexKeys()) {
            Index index = key.index();
            if (index != null) {
                put(keys, index.partition(), key.partition().toString());
                put(keys, index.sort(), String.valueOf(key.sort()));
            }
        }
        return keys;
    }

    private static void put(Map<String, String> keys, @Nullable String attribute, String template) {
        if (attribute != null) {
            keys.putIfAbsent(attribute, template);
        }
    }

    /** A map whose entries are attributes must not make one that is something else. */
    private static void checkPrefix(Entity<?> entity, Component prefixed, Map<String, String> keys, Findings findings) {
        String prefix = prefixed.attribute();
        for (Component other : entity.attributes()) {
            if (other != prefixed && other.attribute().startsWith(prefix)) {
                clash(entity, other.attribute(), "can also be an entry of the map " + prefixed.name(), findings);
            }
        }
        for (String key : keys.keySet()) {
            if (key.startsWith(prefix)) {
                clash(entity, key, "is a key, and can also be an entry of the map " + prefixed.name(), findings);
            }
        }
    }

    private static void clash(Entity<?> entity, String attribute, String how, Findings findings) {
        findings.at(entity)
                .in("attribute " + attribute)
                .error(
                        Code.ATTRIBUTE_CLASH,
                        "It " + how + ": one of them is lost when an item is written",
                        "give one of them another name, with @Name or another prefix");
    }

    private static void checkName(String name, int bytesMax, Findings.Draft draft) {
        int bytes = name.getBytes(StandardCharsets.UTF_8).length;
        if (bytes > bytesMax) {
            draft.error(
                    Code.ATTRIBUTE_CLASH,
                    "The attribute name \"" + name.substring(0, 40) + "…\" has " + bytes + " bytes, and DynamoDB takes "
                            + bytesMax,
                    "shorten it");
        } else if (name.isEmpty() || name.startsWith(RESERVED)) {
            draft.error(
                    Code.ATTRIBUTE_CLASH,
                    "The attribute name \"" + name + "\" is DynamoDB's own, or empty",
                    "give the attribute a name of yours");
        }
    }
}
