package dev.trestle.model.evolution;

import dev.trestle.model.Entity;
import dev.trestle.model.Table;
import dev.trestle.model.evolution.Change.Effect;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;

/**
 * Looks which entities have no item: however such an entity changes, nothing stored has to fit it. An item is of an entity that it lies
 * under a key of, the former or today's. In a table of more than {@value #ITEMS_MAX} items it gives up, and every change stays what it is.
 */
final class EmptyEntities {
    private static final int ITEMS_MAX = 200_000;
    private static final int PAGE_ITEMS = 1_000;

    private final Deployment deployment;
    private final Description former;

    EmptyEntities(Deployment deployment, Description former) {
        this.deployment = deployment;
        this.former = former;
    }

    /** The same changes; those of entities without items are compatible. */
    List<Change> settle(List<Change> changes) {
        List<Change> settled = new ArrayList<>(changes);
        for (Table table : deployment.model().allTables()) {
            List<FormerEntity<?>> unfit = unfit(table, changes);
            if (!unfit.isEmpty()) {
                removeStored(table, unfit);
                unfit.forEach(empty -> settled.replaceAll(change -> settled(empty.entity(), change)));
            }
        }
        return List.copyOf(settled);
    }

    private static Change settled(Entity<?> empty, Change change) {
        return isUnfit(change) && isOf(empty, change)
                ? new Change(Effect.COMPATIBLE, change.path(), change.what(), "nothing is stored of it")
                : change;
    }

    private static boolean isUnfit(Change change) {
        return change.effect() != Effect.COMPATIBLE;
    }

    private static boolean isOf(Entity<?> entity, Change change) {
        String path = Describe.pathOf(entity);
        return change.path().equals(path) || change.path().startsWith(path + " / ");
    }

    private List<FormerEntity<?>> unfit(Table table, List<Change> changes) {
        List<FormerEntity<?>> unfit = new ArrayList<>();
        for (Entity<?> entity : table.entities()) {
            if (changes.stream().anyMatch(change -> isUnfit(change) && isOf(entity, change))) {
                try {
                    unfit.add(new FormerEntity<>(entity, former));
                } catch (IllegalArgumentException e) {
                    // Its former keys name what the record has no longer: nobody can tell which items were its own.
                    continue;
                }
            }
        }
        return unfit;
    }

    /** Takes out what an item is found of; all, if there is too much to look through. */
    private void removeStored(Table table, List<FormerEntity<?>> unfit) {
        Owners owners = new Owners(table);
        Map<String, AttributeValue> start = Map.of();
        int seen = 0;
        do {
            ScanRequest.Builder request = ScanRequest.builder()
                    .tableName(deployment.nameOf(table))
                    .limit(PAGE_ITEMS)
                    .consistentRead(true);
            ScanResponse page = deployment
                    .client()
                    .scan(
                            start.isEmpty()
                                    ? request.build()
                                    : request.exclusiveStartKey(start).build());
            for (Map<String, AttributeValue> item : page.items()) {
                Owners.Owner owner = owners.ofKey(item);
                unfit.removeIf(each -> each.owns(item) || owner != null && owner.entity() == each.entity());
            }
            seen += page.count();
            start = page.hasLastEvaluatedKey() ? page.lastEvaluatedKey() : Map.of();
            if (seen > ITEMS_MAX) {
                unfit.clear();
            }
        } while (!start.isEmpty() && !unfit.isEmpty());
    }
}
