package dev.trestle.engine.read;

import dev.trestle.engine.EngineException;
import dev.trestle.engine.api.Page;
import dev.trestle.engine.api.Query;
import dev.trestle.engine.check.Constraints;
import dev.trestle.engine.check.Expressions;
import dev.trestle.engine.check.Required;
import dev.trestle.engine.expression.Condition;
import dev.trestle.engine.expression.ExpressionScope;
import dev.trestle.engine.expression.KeyCondition;
import dev.trestle.engine.expression.Projection;
import dev.trestle.engine.store.ItemCache;
import dev.trestle.engine.store.Store;
import dev.trestle.engine.table.Catalog;
import dev.trestle.engine.value.Canonical;
import dev.trestle.engine.value.Value;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/** Query: one page of one partition, in the order of its sort key. */
public final class QueryReader {
    private final Catalog catalog;
    private final PageReader pages;

    public QueryReader(Catalog catalog, Store store, ItemCache cache) {
        this.catalog = catalog;
        this.pages = new PageReader(store, cache);
    }

    public Page query(Query request) {
        new Constraints()
                .tableName(request.tableName())
                .length("indexName", request.indexName(), 3, 255)
                .oneOf("select", request.select(), Selection.SELECT)
                .atLeast("limit", request.limit(), 1)
                .check();
        Selection.checkParameters(request.select(), request.projectionExpression(), request.indexName());
        if (request.keyConditionExpression() == null) {
            throw EngineException.validation(
                    "Either the KeyConditions or KeyConditionExpression parameter must be specified in the request.");
        }
        ExpressionScope scope = Expressions.scope(request.attributes());
        String filterText = request.filterExpression();
        Condition filter = filterText == null ? null : scope.filter(filterText, Set.of());
        Projection projection =
                request.projectionExpression() == null ? null : scope.projection(request.projectionExpression());
        KeyCondition keyCondition = scope.keyCondition(request.keyConditionExpression());
        scope.checkAllUsed();
        Map<String, Value> start =
                request.exclusiveStartKey() == null ? null : Canonical.item(request.exclusiveStartKey());

        Source source = Source.of(
                catalog.require(Required.of(request.tableName())), request.indexName(), request.consistentRead());
        KeyRange keys = KeyRange.of(source, keyCondition);
        if (filterText != null) {
            filter = scope.filter(filterText, new LinkedHashSet<>(source.key().names()));
            Selection.checkFilter(source, scope, filterText);
        }
        Selection selection = Selection.of(source, request.select(), projection);
        Range range = start == null ? keys.selected() : continueFrom(source, keys, start, request.scanIndexForward());
        int limit = request.limit() == null ? Integer.MAX_VALUE : request.limit();
        return pages.read(
                new PageReader.Plan(source, range, request.scanIndexForward(), limit, filter, selection, true));
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
