package dev.trestle.engine.partiql;

import dev.trestle.engine.EngineException;
import dev.trestle.engine.api.ExpressionAttributes;
import dev.trestle.engine.api.Query;
import dev.trestle.engine.api.Scan;
import dev.trestle.engine.check.Expressions;
import dev.trestle.engine.check.Required;
import dev.trestle.engine.table.IndexDef;
import dev.trestle.engine.table.KeyAttribute;
import dev.trestle.engine.table.KeyDef;
import dev.trestle.engine.table.TableDef;
import dev.trestle.engine.value.Numbers;
import dev.trestle.engine.value.Utf8;
import dev.trestle.engine.value.Value;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * How a SELECT is read: as one Query for each partition that its WHERE clause names, in order, or as a Scan if it names none.
 *
 * <p>The clause names partitions by an equality on the partition key, by IN, or by an OR of those. Of what else must hold, one condition
 * on each sort attribute goes into the key condition where it can, and the rest is the filter.
 */
final class SelectPlan {
    /** As many partitions as the service takes in an IN on the partition key. */
    private static final int PARTITIONS_MAX = 50;

    /** What each comparison becomes when its operands change places. */
    private static final Map<String, String> TURNED = Map.of("=", "=", "<", ">", "<=", ">=", ">", "<", ">=", "<=");

    private final Statement.Select select;
    private final KeyDef key;
    private final List<Expr> sortConditions = new ArrayList<>();
    private final List<Expr> filter;
    private final List<List<Expr>> partitions = new ArrayList<>();
    private boolean forward = true;

    SelectPlan(Statement.Select select, TableDef table) {
        this.select = select;
        IndexDef index = select.index() == null ? null : table.index(select.index());
        if (select.index() != null && index == null) {
            throw EngineException.validation("The table does not have the specified index: " + select.index());
        }
        this.key = index == null ? table.key() : index.key();
        this.filter = new ArrayList<>(new Where(select.where()).conjuncts());
        findPartitions();
        if (!partitions.isEmpty()) {
            findSortConditions();
        }
        order();
        checkPaths();
    }

    boolean isQuery() {
        return !partitions.isEmpty();
    }

    int partitions() {
        return partitions.size();
    }

    private void findPartitions() {
        List<Expr> found = new ArrayList<>();
        List<Expr> equalities = new ArrayList<>();
        boolean alone = key.partition().size() == 1;
        for (KeyAttribute part : key.partition()) {
            List<Value> values = null;
            for (Expr conjunct : filter) {
                List<Value> named = values == null ? Where.oneOf(conjunct, part.name()) : null;
                if (named != null && (alone || named.size() == 1)) {
                    found.add(conjunct);
                    values = named;
                }
            }
            if (values == null) {
                return;
            }
            values.forEach(value -> Where.checkType(part, value));
            equalities.add(equality(part, values.get(0)));
            if (alone) {
                checkCount(values.size());
                new LinkedHashSet<>(values).forEach(value -> partitions.add(List.of(equality(part, value))));
            }
        }
        if (!alone) {
            partitions.add(equalities);
        }
        filter.removeAll(found);
    }

    private static void checkCount(int values) {
        if (values > PARTITIONS_MAX) {
            throw EngineException.validation(
                    "The IN operator is provided with too many operands; number of operands: " + values);
        }
    }

    private static Expr equality(KeyAttribute part, Value value) {
        return new Expr.Comparison("=", new Expr.Path(List.of(new Expr.Field(part.name()))), new Expr.Constant(value));
    }

    /** Equalities from the first sort attribute on, and behind them at most one range. */
    private void findSortConditions() {
        for (KeyAttribute part : key.sort()) {
            Expr range = null;
            for (int i = 0; i < filter.size() && range == null; i++) {
                range = range(filter.get(i), part);
                if (range != null) {
                    filter.remove(i);
                }
            }
            if (range != null) {
                sortConditions.add(range);
            }
            if (range == null || Where.equalTo(range, part.name()) == null) {
                return;
            }
        }
    }

    /** The condition as a key condition has it, with the attribute first; null if it is none. */
    private static @Nullable Expr range(Expr expr, KeyAttribute part) {
        List<Expr> operands;
        Expr range = expr;
        if (expr instanceof Expr.Comparison comparison && TURNED.containsKey(comparison.operator())) {
            if (Where.isAttribute(comparison.right(), part.name())) {
                String operator = Required.of(TURNED.get(comparison.operator()));
                range = new Expr.Comparison(operator, comparison.right(), comparison.left());
                operands = List.of(comparison.right(), comparison.left());
            } else {
                operands = List.of(comparison.left(), comparison.right());
            }
        } else if (expr instanceof Expr.Between between) {
            operands = List.of(between.operand(), between.low(), between.high());
        } else if (expr instanceof Expr.Call call
                && call.function().equals("begins_with")
                && call.operands().size() == 2) {
            operands = call.operands();
        } else {
            return null;
        }
        List<Expr> bounds = operands.subList(1, operands.size());
        if (!Where.isAttribute(operands.get(0), part.name())
                || !bounds.stream().allMatch(Expr.Constant.class::isInstance)) {
            return null;
        }
        bounds.forEach(bound -> Where.checkType(part, ((Expr.Constant) bound).value()));
        return range;
    }

    private void order() {
        if (select.orderBy().isEmpty()) {
            return;
        }
        if (select.where() == null) {
            throw EngineException.validation("Must have WHERE clause in the statement when using ORDER BY clause.");
        }
        if (!isQuery()) {
            throw EngineException.validation(
                    "Must have at least one non-optional hash key condition in WHERE clause when using ORDER BY clause.");
        }
        List<String> sort = key.sort().stream().map(KeyAttribute::name).toList();
        for (Statement.Order order : select.orderBy()) {
            if (!key.names().contains(order.attribute())) {
                throw EngineException.validation("Variable reference " + order.attribute()
                        + " in ORDER BY clause must be part of the primary key");
            }
            if (sort.contains(order.attribute())) {
                forward = order.ascending();
            } else if (partitions.size() > 1) {
                partitions.sort((a, b) -> (order.ascending() ? 1 : -1) * compare(value(a), value(b)));
            }
        }
    }

    private static Value value(List<Expr> partition) {
        return ((Expr.Constant) ((Expr.Comparison) partition.get(0)).right()).value();
    }

    private static int compare(Value a, Value b) {
        if (a instanceof Value.S left && b instanceof Value.S right) {
            return Utf8.compare(left.value(), right.value());
        }
        if (a instanceof Value.N left && b instanceof Value.N right) {
            return Numbers.compare(left.text(), right.text());
        }
        return ((Value.B) a).value().compareTo(((Value.B) b).value());
    }

    /** Whole paths are looked at here: what is read are top-level attributes, of which {@link Shape} takes the parts. */
    private void checkPaths() {
        if (select.paths() != null) {
            ExpressionText text = new ExpressionText();
            String paths = select.paths().stream().map(text::path).collect(Collectors.joining(", "));
            Expressions.scope(text.attributes()).projection(paths);
        }
    }

    /** What a page is read with, beside the statement. */
    record ReadOptions(
            @Nullable Integer limit,
            boolean consistentRead,
            @Nullable Map<String, Value> startKey,
            @Nullable String returnConsumedCapacity) {}

    Query query(int partition, ReadOptions options) {
        ExpressionText text = new ExpressionText();
        ConditionText conditions = new ConditionText(text);
        List<Expr> keyConditions = new ArrayList<>(partitions.get(partition));
        keyConditions.addAll(sortConditions);
        String keyCondition = conditions.all(keyConditions);
        String filterText = conditions.all(filter);
        String projection = projection(text);
        ExpressionAttributes attributes = text.attributes();
        return new Query(
                select.table(),
                select.index(),
                keyCondition,
                filterText,
                projection,
                attributes,
                null,
                options.limit(),
                options.consistentRead(),
                forward,
                options.startKey(),
                null,
                options.returnConsumedCapacity());
    }

    Scan scan(ReadOptions options) {
        ExpressionText text = new ExpressionText();
        String filterText = new ConditionText(text).all(filter);
        String projection = projection(text);
        return new Scan(
                select.table(),
                select.index(),
                filterText,
                projection,
                text.attributes(),
                null,
                options.limit(),
                options.consistentRead(),
                null,
                null,
                options.startKey(),
                null,
                options.returnConsumedCapacity());
    }

    private @Nullable String projection(ExpressionText text) {
        if (select.paths() == null) {
            return null;
        }
        return select.paths().stream()
                .map(Expr.Path::attribute)
                .distinct()
                .map(text::name)
                .collect(Collectors.joining(", "));
    }
}
