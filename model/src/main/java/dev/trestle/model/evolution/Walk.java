package dev.trestle.model.evolution;

import dev.trestle.model.Entity;
import dev.trestle.model.Scoping;
import dev.trestle.model.Support;
import dev.trestle.model.Table;
import dev.trestle.model.WorkProgress;
import dev.trestle.model.error.UnreadableItemException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;

/**
 * Goes through all items of a table, page by page, and keeps in the support table how far it is. Whoever is interrupted, in any way,
 * goes on with the page that was not finished: what is done to an item has to bear being done twice.
 */
final class Walk {
    /** Small enough that little is done twice. */
    private static final int PAGE_ITEMS = 100;

    private final Deployment deployment;
    private final Entity<WorkProgress> entity;

    Walk(Deployment deployment) {
        this.deployment = deployment;
        this.entity = Support.entity(deployment.support(), WorkProgress.class);
    }

    /** What is done to one item. */
    @FunctionalInterface
    interface Step {
        void at(Map<String, AttributeValue> item, Tally tally);
    }

    /** Counts while a work goes on. */
    static final class Tally {
        private long done;
        private long changed;
        private long conflicts;
        private long unreadable;

        void changed() {
            changed++;
        }

        void conflict() {
            conflicts++;
        }

        void unreadable() {
            unreadable++;
        }
    }

    /**
     * Does a work over a table, from where it was left.
     *
     * @param onPage told of each page that is finished
     */
    WorkProgress over(Table table, String work, Step step, Consumer<WorkProgress> onPage) {
        String name = work + "/" + table.name();
        WorkProgress begun = read(name);
        Tally tally = new Tally();
        Map<String, String> cursor = Map.of();
        if (begun != null) {
            tally.done = begun.done();
            tally.changed = begun.changed();
            tally.conflicts = begun.conflicts();
            tally.unreadable = begun.unreadable() == null ? 0 : begun.unreadable();
            cursor = begun.cursor();
            if (cursor.isEmpty()) {
                return begun;
            }
        }
        while (true) {
            ScanResponse page = deployment.client().scan(request(table, cursor));
            for (Map<String, AttributeValue> item : page.items()) {
                step.at(item, tally);
                tally.done++;
            }
            cursor = page.hasLastEvaluatedKey() ? texts(page.lastEvaluatedKey()) : Map.of();
            WorkProgress progress =
                    new WorkProgress(name, cursor, tally.done, tally.changed, tally.conflicts, tally.unreadable);
            write(progress);
            onPage.accept(progress);
            if (cursor.isEmpty()) {
                return progress;
            }
        }
    }

    private ScanRequest request(Table table, Map<String, String> cursor) {
        ScanRequest.Builder request = ScanRequest.builder()
                .tableName(deployment.nameOf(table))
                .limit(PAGE_ITEMS)
                .consistentRead(true);
        if (!cursor.isEmpty()) {
            Map<String, AttributeValue> start = new HashMap<>();
            cursor.forEach((attribute, text) -> start.put(attribute, AttributeValue.fromS(text)));
            request.exclusiveStartKey(start);
        }
        return request.build();
    }

    private static Map<String, String> texts(Map<String, AttributeValue> key) {
        Map<String, String> texts = new LinkedHashMap<>();
        key.forEach((attribute, value) -> texts.put(attribute, value.s()));
        return texts;
    }

    private @Nullable WorkProgress read(String work) {
        GetItemResponse response = deployment
                .client()
                .getItem(request -> request.tableName(deployment.nameOf(entity))
                        .key(keyOf(work))
                        .consistentRead(true));
        try {
            return response.hasItem() ? entity.toRecord(response.item(), Scoping.NONE) : null;
        } catch (UnreadableItemException e) {
            return null; // it begins anew, which does no harm
        }
    }

    private void write(WorkProgress progress) {
        deployment
                .client()
                .putItem(request ->
                        request.tableName(deployment.nameOf(entity)).item(entity.toItem(progress, Scoping.NONE)));
    }

    /** Whether a work over a table has begun and is not forgotten. */
    boolean isBegun(Table table, String work) {
        return read(work + "/" + table.name()) != null;
    }

    /** Forgets a work, so that it begins anew. */
    void forget(Table table, String work) {
        deployment
                .client()
                .deleteItem(
                        request -> request.tableName(deployment.nameOf(entity)).key(keyOf(work + "/" + table.name())));
    }

    private Map<String, AttributeValue> keyOf(String work) {
        return entity.keyOf(new WorkProgress(work, Map.of(), 0, 0, 0, null), Scoping.NONE);
    }
}
