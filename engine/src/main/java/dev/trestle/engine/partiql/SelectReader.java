package dev.trestle.engine.partiql;

import dev.trestle.engine.api.ConsumedCapacity;
import dev.trestle.engine.api.ExecuteStatement;
import dev.trestle.engine.api.Page;
import dev.trestle.engine.capacity.Consumption;
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
        Found found = new Found(new ArrayList<>(), new Consumption());
        NextToken next = plan.isQuery() ? query(plan, start, request, found) : scan(plan, start, request, found);
        List<StoredItem> shaped = found.items.stream().map(shape::apply).toList();
        ConsumedCapacity consumed = found.consumption.ofOne();
        return next == null
                ? new ExecuteStatement.Result(shaped, null, null, consumed)
                : new ExecuteStatement.Result(shaped, next.encode(text, parameters), next.lastKey(), consumed);
    }

    /** What the pages that are read give together. */
    private record Found(List<StoredItem> items, Consumption consumption) {
        void add(Page page) {
            items.addAll(Required.of(page.items()));
            consumption.add(page.consumedCapacity());
        }
    }

    private static SelectPlan.ReadOptions options(ExecuteStatement request, @Nullable Integer limit, NextToken at) {
        return new SelectPlan.ReadOptions(
                limit, request.consistentRead(), at.startKey(), request.returnConsumedCapacity());
    }

    private @Nullable NextToken scan(SelectPlan plan, NextToken start, ExecuteStatement request, Found found) {
        Page page = scans.scan(plan.scan(options(request, request.limit(), start)));
        found.add(page);
        return page.lastEvaluatedKey() == null ? null : new NextToken(0, page.lastEvaluatedKey());
    }

    private @Nullable NextToken query(SelectPlan plan, NextToken start, ExecuteStatement request, Found found) {
        NextToken at = start;
        Integer left = request.limit();
        long bytes = 0;
        while (true) {
            Page page = queries.select(plan.query(at.partition(), options(request, left, at)));
            found.add(page);
            for (StoredItem item : Required.of(page.items())) {
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
