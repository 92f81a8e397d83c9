package dev.trestle.engine.legacy;

import dev.trestle.engine.EngineException;
import dev.trestle.engine.api.LegacyWrite;
import dev.trestle.engine.expression.AttributeUpdates;
import dev.trestle.engine.expression.Update;
import dev.trestle.engine.value.Canonical;
import dev.trestle.engine.value.Value;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Turns AttributeUpdates into what an UpdateExpression is turned into. Constraints were checked before. */
public final class LegacyUpdates {
    private static final String INVALID = "One or more parameter values were invalid: ";
    private static final Set<Value.Type> SETS = Set.of(Value.Type.SS, Value.Type.NS, Value.Type.BS);

    private LegacyUpdates() {}

    /** Null if the request changes nothing. */
    public static @Nullable Update update(@Nullable LegacyWrite legacy) {
        if (legacy == null || legacy.attributeUpdates() == null) {
            return null;
        }
        AttributeUpdates updates = new AttributeUpdates();
        legacy.attributeUpdates()
                .forEach((attribute, update) -> add(updates, Canonical.attributeName(attribute), update));
        return updates.build();
    }

    private static void add(AttributeUpdates updates, String attribute, LegacyWrite.AttributeUpdate update) {
        String action = update.action() == null ? "PUT" : update.action();
        if (update.value() == null) {
            if (!action.equals("DELETE")) {
                throw EngineException.validation(
                        INVALID + "Only DELETE action is allowed when no attribute value is specified");
            }
            updates.remove(attribute);
            return;
        }
        Value value = Canonical.value(update.value());
        Value.Type type = value.type();
        switch (action) {
            case "ADD" -> {
                if (type != Value.Type.N && type != Value.Type.L && !SETS.contains(type)) {
                    throw EngineException.validation(INVALID + "ADD action is not supported for the type " + type);
                }
                updates.add(attribute, value);
            }
            case "DELETE" -> {
                if (!SETS.contains(type)) {
                    throw EngineException.validation(
                            INVALID + "DELETE action with value is not supported for the type " + type);
                }
                updates.delete(attribute, value);
            }
            default -> updates.put(attribute, value);
        }
    }
}
