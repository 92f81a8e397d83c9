package dev.trestle.engine.partiql;

import dev.trestle.engine.EngineException;
import dev.trestle.engine.table.KeyAttribute;
import dev.trestle.engine.table.KeyDef;
import dev.trestle.engine.value.Value;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The conditions of a WHERE clause that must all hold, and what they say of keys. */
final class Where {
    private final List<Expr> conjuncts = new ArrayList<>();

    Where(@Nullable Expr where) {
        if (where != null) {
            flatten(where);
        }
    }

    private void flatten(Expr expr) {
        if (expr instanceof Expr.Junction junction && junction.and()) {
            junction.parts().forEach(this::flatten);
        } else {
            conjuncts.add(expr);
        }
    }

    List<Expr> conjuncts() {
        return conjuncts;
    }

    /** The conditions as one, of one or more. */
    static Expr joined(List<Expr> conjuncts) {
        return conjuncts.size() == 1 ? conjuncts.get(0) : new Expr.Junction(true, conjuncts);
    }

    /** One item, by its whole key, and the conditions that it has to meet beside. */
    record Single(Map<String, Value> key, List<Expr> rest) {}

    /** The one item that the clause is about; null unless it has an equality on every attribute of the key. */
    @Nullable
    Single single(KeyDef keyDef) {
        List<Expr> rest = new ArrayList<>(conjuncts);
        Map<String, Value> key = new LinkedHashMap<>();
        for (KeyAttribute part : keyDef.all()) {
            for (Expr conjunct : conjuncts) {
                Value value = equalTo(conjunct, part.name());
                if (value != null) {
                    rest.remove(conjunct);
                    Value known = key.put(part.name(), value);
                    if (known != null && !known.equals(value)) {
                        throw EngineException.validation("Multiple conditions on same key " + part.name()
                                + ". Only single item Update/Insert/Delete are supported");
                    }
                }
            }
            Value value = key.get(part.name());
            if (value == null) {
                return null;
            }
            checkType(part, value);
        }
        return new Single(key, rest);
    }

    static void checkType(KeyAttribute part, Value value) {
        if (value.type() != part.type()) {
            throw EngineException.validation(
                    "Key attribute's data type should match its data type in table's schema: Key " + part.name());
        }
    }

    /** The value if the condition is {@code attribute = value}, either way round. */
    static @Nullable Value equalTo(Expr condition, String attribute) {
        if (!(condition instanceof Expr.Comparison comparison)
                || !comparison.operator().equals("=")) {
            return null;
        }
        if (isAttribute(comparison.left(), attribute) && comparison.right() instanceof Expr.Constant right) {
            return right.value();
        }
        return isAttribute(comparison.right(), attribute) && comparison.left() instanceof Expr.Constant left
                ? left.value()
                : null;
    }

    static boolean isAttribute(Expr expr, String attribute) {
        return expr instanceof Expr.Path path
                && path.isTopLevel()
                && path.attribute().equals(attribute);
    }

    /** The values if the condition is {@code attribute = value}, {@code attribute IN [values]}, or an OR of such. */
    static @Nullable List<Value> oneOf(Expr condition, String attribute) {
        Value equal = equalTo(condition, attribute);
        if (equal != null) {
            return List.of(equal);
        }
        List<Value> values = new ArrayList<>();
        if (condition instanceof Expr.In in && isAttribute(in.operand(), attribute)) {
            for (Expr candidate : in.candidates()) {
                if (!(candidate instanceof Expr.Constant constant)) {
                    return null;
                }
                values.add(constant.value());
            }
            return values;
        }
        if (condition instanceof Expr.Junction junction && !junction.and()) {
            for (Expr part : junction.parts()) {
                List<Value> some = oneOf(part, attribute);
                if (some == null) {
                    return null;
                }
                values.addAll(some);
            }
            return values;
        }
        return null;
    }
}
