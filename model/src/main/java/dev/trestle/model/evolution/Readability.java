package dev.trestle.model.evolution;

import dev.trestle.model.Entity;
import dev.trestle.model.UnreadableItem;
import dev.trestle.model.error.UnreadableItemException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Tells of stored items whether they fit their records, and keeps the first of those that do not. */
final class Readability {
    private static final int LISTED_MAX = 1000;

    private final Deployment deployment;
    private final List<UnreadableItem> unreadable = new ArrayList<>();

    Readability(Deployment deployment) {
        this.deployment = deployment;
    }

    /** Whether an item fits its record, or is none of the model's. */
    boolean isReadable(Owners owners, Owners.@Nullable Owner owner, Map<String, AttributeValue> item) {
        if (owner == null) {
            Owners.Owner meant = owners.ofKey(item);
            return meant == null || report(meant.entity(), item, withoutConstant(meant.entity(), item));
        }
        try {
            owner.entity().toRecord(item, owner.scoping());
            return true;
        } catch (UnreadableItemException e) {
            return report(owner.entity(), item, e);
        }
    }

    private static UnreadableItemException withoutConstant(Entity<?> entity, Map<String, AttributeValue> item) {
        for (Map.Entry<String, AttributeValue> constant : entity.constants().entrySet()) {
            if (!constant.getValue().equals(item.get(constant.getKey()))) {
                return new UnreadableItemException(
                        "a stored attribute is not " + constant.getValue().s(),
                        entity.name(),
                        constant.getKey(),
                        item.containsKey(constant.getKey()) ? "another value" : "nothing");
            }
        }
        throw new IllegalStateException("an item has its key and constants, and is not its entity's");
    }

    private boolean report(Entity<?> entity, Map<String, AttributeValue> item, UnreadableItemException failure) {
        if (unreadable.size() < LISTED_MAX) {
            unreadable.add(UnreadableItem.of(deployment.model(), entity, item, failure));
        }
        return false;
    }

    List<UnreadableItem> found() {
        return List.copyOf(unreadable);
    }
}
