package dev.trestle.engine.partiql;

import dev.trestle.engine.api.ExecuteStatement;
import dev.trestle.engine.api.Page;
import dev.trestle.engine.check.Required;
import dev.trestle.engine.item.StoredItem;
import dev.trestle.engine.read.QueryReader;
import dev.trestle.engine.read.ScanReader;
import dev.trestle.engine.table.Catalog;
import dev.trestle.engine.value.Value;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads one page of a SELECT: up to a megabyte or the request's limit, over as many partitions as that takes. */
final class SelectReader {
    private static final long PAGE_BYTES_MAX = 1024 * 1024;

    private final Catalog catalog;
    private final QueryReader queries;
    private final ScanReader scans;

    SelectReader(Catalog catalog, QueryReader queries, ScanReader scans) {
        this.catalog = catalog;
        this.queries = queries;
        this.scans = scans;
    }

    ExecuteStatement.Result read(Statement.Select select, ExecuteStatement request) {
        String text = Required.of(request.statement());
        List<Value> parameters = request.parameters() == null ? List.of() : request.parameters();
        NextToken start = request.nextToken() == null
                ? new NextToken(0, null)
                : NextToken.decode(request.nextToken(), text, parameters);
        Shape shape = new Shape(select.paths());
        SelectPlan plan = new SelectPlan(select, catalog.require(select.table()));
        if (start.partition() < 0 || start.partition() > Math.max(0, plan.partitions() - 1)) {
            throw NextToken.invalid();
        }
        List<StoredItem> items = new ArrayList<>();
        NextToken next = plan.isQuery() ? query(plan, start, request, items) : scan(plan, start, request, items);
        List<StoredItem> shaped = items.stream().map(shape::apply).toList();
        return next == null
                ? new ExecuteStatement.Result(shaped, null, null)
                : new ExecuteStatement.Result(shaped, next.encode(text, parameters), next.lastKey());
    }

    private @Nullable NextToken scan(
            SelectPlan plan, NextToken start, ExecuteStatement request, List<StoredItem> items) {
        Page page = scans.scan(
                plan.scan(new SelectPlan.ReadOptions(request.limit(), request.consistentRead(), start.startKey())));
        items.addAll(Required.of(page.items()));
        return page.lastEvaluatedKey() == null ? null : new NextToken(0, page.lastEvaluatedKey());
    }

    private @Nullable NextToken query(
            SelectPlan plan, NextToken start, ExecuteStatement request, List<StoredItem> items) {
        NextToken at = start;
        Integer left = request.limit();
        long bytes = 0;
        while (true) {
            Page page = queries.select(plan.query(
                    at.partition(), new SelectPlan.ReadOptions(left, request.consistentRead(), at.startKey())));
            for (StoredItem item : Required.of(page.items())) {
                items.add(item);
                bytes += item.size();
            }
            if (page.lastEvaluatedKey() != null) {
                return new NextToken(at.partition(), page.lastEvaluatedKey());
            }
            if (at.partition() + 1 == plan.partitions()) {
                return null;
            }
            at = new NextToken(at.partition() + 1, null);
            left = left == null ? null : left - page.scannedCount();
            if (bytes >= PAGE_BYTES_MAX) {
                return at;
            }
        }
    }
}
