package dev.trestle.engine.read;

import dev.trestle.engine.EngineException;
import dev.trestle.engine.EngineException.CancellationReason;
import dev.trestle.engine.api.ExpressionAttributes;
import dev.trestle.engine.api.GetItem;
import dev.trestle.engine.api.TransactGetItems;
import dev.trestle.engine.capacity.Consistency;
import dev.trestle.engine.capacity.Meter;
import dev.trestle.engine.check.Constraints;
import dev.trestle.engine.check.Expressions;
import dev.trestle.engine.check.Required;
import dev.trestle.engine.expression.ExpressionScope;
import dev.trestle.engine.expression.Projection;
import dev.trestle.engine.item.StoredItem;
import dev.trestle.engine.legacy.LegacyConstraints;
import dev.trestle.engine.legacy.LegacyProjections;
import dev.trestle.engine.legacy.ParameterKinds;
import dev.trestle.engine.store.Family;
import dev.trestle.engine.store.Items;
import dev.trestle.engine.store.Snapshot;
import dev.trestle.engine.store.Store;
import dev.trestle.engine.table.Catalog;
import dev.trestle.engine.table.KeyRules;
import dev.trestle.engine.table.Keys;
import dev.trestle.engine.table.TableDef;
import dev.trestle.engine.value.Bytes;
import dev.trestle.engine.value.Canonical;
import dev.trestle.engine.value.Value;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** GetItem and TransactGetItems. Every read sees all writes that were acknowledged before it. */
public final class ItemReader {
    private static final int TRANSACTION_MAX = 100;
    private static final long TRANSACTION_BYTES_MAX = 4L * 1024 * 1024;

    private final Catalog catalog;
    private final Store store;
    private final Items items;

    public ItemReader(Catalog catalog, Store store, Items items) {
        this.catalog = catalog;
        this.store = store;
        this.items = items;
    }

    public GetItem.Result get(GetItem request) {
        List<String> attributesToGet = request.attributesToGet();
        if (request.key() == null
                || attributesToGet != null
                || request.returnConsumedCapacity() != null
                || !catalog.isName(request.tableName())) {
            Constraints constraints = new Constraints()
                    .returnConsumedCapacity(request.returnConsumedCapacity())
                    .tableName(request.tableName())
                    .required("key", request.key());
            LegacyConstraints.attributesToGet(constraints, attributesToGet);
            constraints.check();
        }
        checkUnmixed(request.projectionExpression(), attributesToGet);
        Map<String, Value> key = Canonical.item(Required.of(request.key()));
        Projection projection = projection(request.projectionExpression(), request.attributes(), attributesToGet);
        String tableName = Required.of(request.tableName());
        StoredItem item = items.read(key(catalog.require(tableName), key));
        Meter meter = Meter.of(request.returnConsumedCapacity());
        if (meter != null) {
            meter.readItem(tableName, item, Consistency.of(request.consistentRead()));
        }
        return new GetItem.Result(project(item, projection), Meter.consumedOfOne(meter));
    }

    /** The answer to a plain request if its item is in memory; else null, also if there is none. Never waits. */
    public GetItem.@Nullable Result getFromMemory(GetItem request) {
        Map<String, Value> given = request.key();
        String tableName = request.tableName();
        boolean plain = request.projectionExpression() == null
                && request.attributes().equals(ExpressionAttributes.NONE)
                && request.attributesToGet() == null
                && request.returnConsumedCapacity() == null;
        if (!plain || given == null || tableName == null || !catalog.isName(tableName)) {
            return null;
        }
        StoredItem item = items.readFromMemory(key(catalog.require(tableName), Canonical.item(given)));
        return item == null ? null : new GetItem.Result(item, null);
    }

    public TransactGetItems.Result transactGet(TransactGetItems request) {
        checkConstraints(request);
        List<GetItem> gets = Required.of(request.transactItems());
        List<Map<String, Value>> keys = new ArrayList<>();
        List<@Nullable Projection> projections = new ArrayList<>();
        for (GetItem get : gets) {
            keys.add(Canonical.item(Required.of(get.key())));
            projections.add(projection(get.projectionExpression(), get.attributes(), null));
        }
        List<Bytes> bound = bind(gets, keys);
        if (new HashSet<>(bound).size() < bound.size()) {
            throw EngineException.validation("Transaction request cannot include multiple operations on one item");
        }
        List<@Nullable StoredItem> found = readTogether(bound);
        Meter meter = Meter.ofTransactionalReads(request.returnConsumedCapacity());
        List<@Nullable StoredItem> projected = new ArrayList<>();
        for (int i = 0; i < found.size(); i++) {
            if (meter != null) {
                String table = Required.of(gets.get(i).tableName());
                meter.readItem(table, found.get(i), Consistency.TRANSACTIONAL);
            }
            projected.add(project(found.get(i), projections.get(i)));
        }
        return new TransactGetItems.Result(projected, Meter.consumed(meter));
    }

    private static void checkConstraints(TransactGetItems request) {
        List<GetItem> gets = request.transactItems();
        Constraints constraints = new Constraints()
                .required("transactItems", gets)
                .length("transactItems", gets, 1, TRANSACTION_MAX)
                .returnConsumedCapacity(request.returnConsumedCapacity());
        for (int i = 0; gets != null && i < Math.min(gets.size(), TRANSACTION_MAX); i++) {
            String path = "transactItems." + (i + 1) + ".member.get.";
            constraints
                    .tableName(path + "tableName", gets.get(i).tableName())
                    .required(path + "key", gets.get(i).key());
        }
        constraints.check();
    }

    private List<Bytes> bind(List<GetItem> gets, List<Map<String, Value>> keys) {
        List<TableDef> tables = new ArrayList<>();
        List<CancellationReason> reasons = new ArrayList<>();
        for (int i = 0; i < keys.size(); i++) {
            TableDef table = catalog.require(Required.of(gets.get(i).tableName()));
            tables.add(table);
            reasons.add(CancellationReason.ofMisfit(KeyRules.keyMisfit(table, keys.get(i))));
        }
        CancellationReason.throwIfAny(reasons);
        List<Bytes> bound = new ArrayList<>();
        for (int i = 0; i < keys.size(); i++) {
            bound.add(key(tables.get(i), keys.get(i)));
        }
        return bound;
    }

    private List<@Nullable StoredItem> readTogether(List<Bytes> keys) {
        List<@Nullable StoredItem> found = new ArrayList<>();
        long bytes = 0;
        try (Snapshot snapshot = store.snapshot()) {
            for (Bytes key : keys) {
                byte[] stored = snapshot.get(Family.ITEMS, key.array());
                StoredItem item = stored == null ? null : StoredItem.ofBytes(stored);
                bytes += item == null ? 0 : item.size();
                if (bytes > TRANSACTION_BYTES_MAX) {
                    throw EngineException.validation(
                            "Too many bytes read in one transaction: the items of TransactGetItems may have 4 MB together");
                }
                found.add(item);
            }
        }
        return found;
    }

    static Bytes key(TableDef table, Map<String, Value> key) {
        KeyRules.checkKey(table, key);
        return Keys.item(table, key::get);
    }

    static void checkUnmixed(@Nullable String projectionExpression, @Nullable List<String> attributesToGet) {
        if (attributesToGet != null) {
            new ParameterKinds()
                    .legacy("AttributesToGet", attributesToGet)
                    .expression("ProjectionExpression", projectionExpression)
                    .checkUnmixed();
        }
    }

    static @Nullable Projection projection(
            @Nullable String text, ExpressionAttributes attributes, @Nullable List<String> attributesToGet) {
        if (text == null) {
            if (attributes.names() != null || attributes.values() != null) {
                Expressions.scope(attributes).checkNoneGiven("ProjectionExpression");
            }
            return attributesToGet == null ? null : LegacyProjections.projection(attributesToGet);
        }
        ExpressionScope scope = Expressions.scope(attributes);
        Projection projection = scope.projection(text);
        scope.checkAllUsed();
        return projection;
    }

    static @Nullable StoredItem project(@Nullable StoredItem item, @Nullable Projection projection) {
        return item == null || projection == null ? item : StoredItem.of(projection.apply(item::attribute));
    }
}
