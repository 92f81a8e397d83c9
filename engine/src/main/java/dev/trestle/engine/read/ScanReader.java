package dev.trestle.engine.read;

import dev.trestle.engine.EngineException;
import dev.trestle.engine.api.LegacyRead;
import dev.trestle.engine.api.Page;
import dev.trestle.engine.api.Scan;
import dev.trestle.engine.check.Constraints;
import dev.trestle.engine.check.Expressions;
import dev.trestle.engine.check.Required;
import dev.trestle.engine.expression.Condition;
import dev.trestle.engine.expression.ExpressionScope;
import dev.trestle.engine.expression.Projection;
import dev.trestle.engine.legacy.LegacyConditions;
import dev.trestle.engine.legacy.LegacyConstraints;
import dev.trestle.engine.legacy.ParameterKinds;
import dev.trestle.engine.store.ItemCache;
import dev.trestle.engine.store.Store;
import dev.trestle.engine.table.Catalog;
import dev.trestle.engine.table.Keys;
import dev.trestle.engine.value.Canonical;
import dev.trestle.engine.value.Value;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Scan: one page of a table or index, or of one of its segments, in the order of the partitions' hashes. */
public final class ScanReader {
    private static final int SEGMENTS_MAX = 1_000_000;
    private static final long HASHES = 1L << 32;
    private static final String MISFIT =
            "The provided starting key is invalid: The provided key element does not match the schema";

    private final Catalog catalog;
    private final PageReader pages;

    public ScanReader(Catalog catalog, Store store, ItemCache cache) {
        this.catalog = catalog;
        this.pages = new PageReader(store, cache);
    }

    public Page scan(Scan request) {
        LegacyRead legacy = request.legacy();
        Constraints constraints = new Constraints()
                .returnConsumedCapacity(request.returnConsumedCapacity())
                .tableName(request.tableName())
                .length("indexName", request.indexName(), 3, 255)
                .oneOf("select", request.select(), Selection.SELECT)
                .atLeast("limit", request.limit(), 1)
                .atLeast("segment", request.segment(), 0)
                .atMost("segment", request.segment(), SEGMENTS_MAX - 1)
                .atLeast("totalSegments", request.totalSegments(), 1)
                .atMost("totalSegments", request.totalSegments(), SEGMENTS_MAX);
        LegacyConstraints.add(constraints, legacy, "scanFilter");
        constraints.check();
        checkUnmixed(request, legacy);
        Selection.checkParameters(request.select(), request.projectionExpression(), legacy, request.indexName());
        checkSegments(request.segment(), request.totalSegments());
        ExpressionScope scope = Expressions.scope(request.attributes());
        if (request.filterExpression() == null) {
            if (request.projectionExpression() == null) {
                scope.checkNoneGiven("FilterExpression", "ProjectionExpression");
            } else {
                scope.checkNoValuesGiven("FilterExpression");
            }
        }
        Projection projection = QueryReader.legacyProjection(legacy);
        Condition filter = request.filterExpression() == null
                ? LegacyConditions.filter(legacy)
                : scope.filter(request.filterExpression(), Set.of());
        if (request.projectionExpression() != null) {
            projection = scope.projection(request.projectionExpression());
        }
        scope.checkAllUsed();
        Map<String, Value> start =
                request.exclusiveStartKey() == null ? null : Canonical.item(request.exclusiveStartKey());

        Source source = Source.of(
                catalog.require(Required.of(request.tableName())), request.indexName(), request.consistentRead());
        Selection selection = Selection.of(source, request.select(), projection);
        Range range = segment(source.id(), request.segment(), request.totalSegments());
        if (start != null) {
            byte[] position = Range.position(source, source.checkStartKey(start, MISFIT));
            if (!range.contains(position)) {
                throw EngineException.validation(
                        "The provided Exclusive start key does not map to the provided Segment and TotalSegments values.");
            }
            range = range.behind(position, true);
        }
        int limit = request.limit() == null ? Integer.MAX_VALUE : request.limit();
        PageReader.Charge charge =
                PageReader.Charge.of(request.returnConsumedCapacity(), request.tableName(), request.consistentRead());
        return pages.read(new PageReader.Plan(source, range, true, limit, filter, selection, false, charge));
    }

    private static void checkUnmixed(Scan request, @Nullable LegacyRead legacy) {
        if (legacy != null) {
            new ParameterKinds()
                    .legacy("AttributesToGet", legacy.attributesToGet())
                    .legacy("ScanFilter", legacy.filter())
                    .legacy("ConditionalOperator", legacy.conditionalOperator())
                    .expression("ProjectionExpression", request.projectionExpression())
                    .expression("FilterExpression", request.filterExpression())
                    .checkUnmixed();
        }
    }

    private static void checkSegments(@Nullable Integer segment, @Nullable Integer total) {
        if (segment == null && total != null) {
            throw EngineException.validation(
                    "The Segment parameter is required but was not present in the request when parameter TotalSegments is"
                            + " present");
        }
        if (segment != null && total == null) {
            throw EngineException.validation(
                    "The TotalSegments parameter is required but was not present in the request when Segment parameter is"
                            + " present");
        }
        if (segment != null && total != null && segment >= total) {
            throw EngineException.validation(
                    "The Segment parameter is zero-based and must be less than parameter TotalSegments: Segment: "
                            + segment + " is not less than TotalSegments: " + total);
        }
    }

    private static Range segment(int id, @Nullable Integer segment, @Nullable Integer total) {
        if (segment == null || total == null) {
            return new Range(Keys.start(id), Keys.start(id + 1));
        }
        long from = HASHES * segment / total;
        long to = HASHES * (segment + 1L) / total;
        return new Range(Keys.start(id, from), Keys.start(id, to));
    }
}
