package dev.trestle.engine.read;

import dev.trestle.engine.EngineException;
import dev.trestle.engine.api.LegacyRead;
import dev.trestle.engine.api.Page;
import dev.trestle.engine.api.Query;
import dev.trestle.engine.check.Constraints;
import dev.trestle.engine.check.Expressions;
import dev.trestle.engine.check.Required;
import dev.trestle.engine.expression.Condition;
import dev.trestle.engine.expression.ExpressionScope;
import dev.trestle.engine.expression.KeyCondition;
import dev.trestle.engine.expression.Projection;
import dev.trestle.engine.legacy.LegacyConditions;
import dev.trestle.engine.legacy.LegacyConstraints;
import dev.trestle.engine.legacy.LegacyProjections;
import dev.trestle.engine.legacy.ParameterKinds;
import dev.trestle.engine.store.ItemCache;
import dev.trestle.engine.store.Store;
import dev.trestle.engine.table.Catalog;
import dev.trestle.engine.value.Canonical;
import dev.trestle.engine.value.Value;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Query: one page of one partition, in the order of its sort key. */
public final class QueryReader {
    private final Catalog catalog;
    private final PageReader pages;

    public QueryReader(Catalog catalog, Store store, ItemCache cache) {
        this.catalog = catalog;
        this.pages = new PageReader(store, cache);
    }

    public Page query(Query request) {
        return pages.read(plan(request, false));
    }

    /** The answer if all that it takes is in memory, and not much; else null. Never waits. */
    public @Nullable Page queryFromMemory(Query request) {
        return pages.readFromMemory(plan(request, false));
    }

    /** As {@link #query}, with a filter that may name key attributes: a WHERE clause says more of them than a key condition can. */
    public Page select(Query request) {
        return pages.read(plan(request, true));
    }

    private PageReader.Plan plan(Query request, boolean filterMayNameKeys) {
        LegacyRead legacy = request.legacy();
        Constraints constraints = new Constraints()
                .returnConsumedCapacity(request.returnConsumedCapacity())
                .tableName(request.tableName())
                .length("indexName", request.indexName(), 3, 255)
                .oneOf("select", request.select(), Selection.SELECT)
                .atLeastUnshown("Limit", request.limit(), 1);
        LegacyConstraints.add(constraints, legacy, "queryFilter");
        constraints.check();
        checkUnmixed(request, legacy);
        Selection.checkParameters(request.select(), request.projectionExpression(), legacy, request.indexName());
        if (request.keyConditionExpression() == null && (legacy == null || legacy.keyConditions() == null)) {
            throw EngineException.validation(
                    "Either the KeyConditions or KeyConditionExpression parameter must be specified in the request.");
        }
        ExpressionScope scope = Expressions.scope(request.attributes());
        checkPlaceholders(request, scope);
        String filterText = request.filterExpression();
        Projection projection = legacyProjection(legacy);
        Condition filter = filterText == null ? LegacyConditions.filter(legacy) : scope.filter(filterText, Set.of());
        if (request.projectionExpression() != null) {
            projection = scope.projection(request.projectionExpression());
        }
        KeyCondition keyCondition = request.keyConditionExpression() == null
                ? LegacyConditions.keyCondition(Required.of(Required.of(legacy).keyConditions()))
                : scope.keyCondition(request.keyConditionExpression());
        scope.checkAllUsed();
        Map<String, Value> start =
                request.exclusiveStartKey() == null ? null : Canonical.item(request.exclusiveStartKey());

        Source source = Source.of(
                catalog.require(Required.of(request.tableName())), request.indexName(), request.consistentRead());
        KeyRange keys = KeyRange.of(source, keyCondition);
        if (filterText != null && !filterMayNameKeys) {
            filter = scope.filter(filterText, new LinkedHashSet<>(source.key().names()));
        } else if (legacy != null && legacy.filter() != null) {
            LegacyConditions.checkNoKeys(legacy.filter(), source.key().names());
            Selection.checkFilter(source, new TreeSet<>(legacy.filter().keySet()));
        }
        if (filterText != null && request.indexName() != null) {
            Selection.checkFilter(source, scope.filterAttributes(filterText));
        }
        Selection selection = Selection.of(source, request.select(), projection);
        Range range = start == null ? keys.selected() : continueFrom(source, keys, start, request.scanIndexForward());
        int limit = request.limit() == null ? Integer.MAX_VALUE : request.limit();
        PageReader.Charge charge =
                PageReader.Charge.of(request.returnConsumedCapacity(), request.tableName(), request.consistentRead());
        return new PageReader.Plan(source, range, request.scanIndexForward(), limit, filter, selection, true, charge);
    }

    /** KeyConditions goes together with other expressions, unless there is a KeyConditionExpression too. */
    private static void checkUnmixed(Query request, @Nullable LegacyRead legacy) {
        if (legacy != null) {
            new ParameterKinds()
                    .legacy("AttributesToGet", legacy.attributesToGet())
                    .legacy("QueryFilter", legacy.filter())
                    .legacy("ConditionalOperator", legacy.conditionalOperator())
                    .legacy("KeyConditions", request.keyConditionExpression() == null ? null : legacy.keyConditions())
                    .expression("ProjectionExpression", request.projectionExpression())
                    .expression("FilterExpression", request.filterExpression())
                    .expression("KeyConditionExpression", request.keyConditionExpression())
                    .checkUnmixed();
        }
    }

    private static void checkPlaceholders(Query request, ExpressionScope scope) {
        if (request.keyConditionExpression() == null && request.filterExpression() == null) {
            if (request.projectionExpression() == null) {
                scope.checkNoneGiven("FilterExpression", "KeyConditionExpression");
            } else {
                scope.checkNoValuesGiven("FilterExpression", "KeyConditionExpression");
            }
        }
    }

    static @Nullable Projection legacyProjection(@Nullable LegacyRead legacy) {
        return legacy == null || legacy.attributesToGet() == null
                ? null
                : LegacyProjections.projection(legacy.attributesToGet());
    }

    private static Range continueFrom(Source source, KeyRange keys, Map<String, Value> start, boolean forward) {
        Map<String, Value> key = source.checkStartKey(start, "The provided starting key is invalid");
        byte[] position = Range.position(source, key);
        if (!keys.partition().contains(position)) {
            throw EngineException.validation(
                    "The provided starting key is outside query boundaries based on provided conditions");
        }
        if (!keys.selected().contains(position)) {
            throw EngineException.validation("The provided starting key does not match the range key predicate");
        }
        return keys.selected().behind(position, forward);
    }
}
