package dev.trestle.model.evolution;

import dev.trestle.model.DeployedModel;
import dev.trestle.model.Entity;
import dev.trestle.model.Table;
import dev.trestle.model.WorkProgress;
import dev.trestle.model.evolution.Change.Effect;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Rewrites stored items that a changed model would not find, while others read and write them.
 *
 * <p>Each item is told by the keys that the former model gave it, and written as today's model would, with all attributes that the
 * model does not know. A write holds only if the item is still what was read; otherwise it is read again. Where an item has to move to
 * another key, putting and deleting are one transaction, and an item that is there already is never overwritten: that is a conflict.
 * The guards of its unique values go with it.
 * How far it is stands in the support table, by the fingerprints of both models, so that it goes on there after an interruption. When
 * all is rewritten without a conflict, and what has to stand beside the items is there, the new model is recorded.
 */
public final class Migration {
    private static final int CONFLICTS_LISTED_MAX = 1000;

    private final Deployment deployment;
    private final Evolution evolution;
    private final Walk walk;
    private final List<Conflict> conflicts = new ArrayList<>();

    public Migration(Deployment deployment) {
        this.deployment = deployment;
        this.evolution = new Evolution(deployment);
        this.walk = new Walk(deployment);
    }

    /**
     * Rewrites what the change of the model asks for, or what is left of it.
     *
     * @throws IncompatibleModelException if the change is one that rewriting cannot help
     */
    public Outcome run(Consumer<WorkProgress> onPage) {
        Optional<DeployedModel> deployed = evolution.deployed();
        List<Change> changes = evolution.diff();
        List<Change> refused = changes.stream()
                .filter(change -> change.effect() == Effect.REFUSED)
                .toList();
        if (!refused.isEmpty()) {
            throw new IncompatibleModelException(
                    deployment.model().system(), refused, "take back what is refused, or keep it beside the new");
        }
        if (deployed.isEmpty()) {
            evolution.record(deployed);
            return new Outcome(0, 0, 0, List.of());
        }
        Description former = Description.parse(deployed.get().description());
        String work = "migrate/" + deployed.get().fingerprint() + "/"
                + evolution.description().fingerprint();
        Set<Table> tables = tablesOf(changes);
        Outcome outcome = rewrite(tables, former, work, onPage);
        boolean repair = changes.stream().anyMatch(change -> change.effect() == Effect.REPAIR);
        if (outcome.isClean() && repair) {
            outcome = outcome.and(new Repair(deployment).rebuild(onPage));
        }
        if (outcome.isClean()) {
            evolution.record(deployed);
        }
        // After a conflict all begins again, to find what was settled meanwhile; what was rewritten is passed over
        // then.
        tables.forEach(table -> walk.forget(table, work));
        return outcome;
    }

    /** The tables whose items are concerned. */
    private Set<Table> tablesOf(List<Change> changes) {
        Set<Table> tables = new LinkedHashSet<>();
        for (Table table : deployment.model().allTables()) {
            String path = Describe.pathOf(table) + " / ";
            boolean concerned = changes.stream()
                    .anyMatch(change ->
                            change.effect() == Effect.MIGRATE && change.path().startsWith(path));
            if (concerned) {
                tables.add(table);
            }
        }
        return tables;
    }

    private Outcome rewrite(Set<Table> tables, Description former, String work, Consumer<WorkProgress> onPage) {
        long done = 0;
        long changed = 0;
        long conflicting = 0;
        for (Table table : tables) {
            List<FormerEntity<?>> entities = formerEntities(table, former);
            WorkProgress end = walk.over(table, work, (item, tally) -> rewrite(table, entities, item, tally), onPage);
            done += end.done();
            changed += end.changed();
            conflicting += end.conflicts();
        }
        return new Outcome(done, changed, conflicting, List.copyOf(conflicts));
    }

    private List<FormerEntity<?>> formerEntities(Table table, Description former) {
        List<FormerEntity<?>> entities = new ArrayList<>();
        for (Entity<?> entity : table.entities()) {
            String path = Describe.pathOf(entity);
            if (former.get(path) == null) {
                continue;
            }
            try {
                entities.add(new FormerEntity<>(entity, former));
            } catch (IllegalArgumentException e) {
                String reason = String.valueOf(e.getMessage());
                throw new IncompatibleModelException(
                        deployment.model().system(),
                        List.of(new Change(Effect.REFUSED, path, reason, "stored items cannot be told any more")),
                        "keep the attributes that former keys name until their items are rewritten");
            }
        }
        return entities;
    }

    private void rewrite(
            Table table, List<FormerEntity<?>> entities, Map<String, AttributeValue> item, Walk.Tally tally) {
        List<FormerEntity<?>> owners =
                entities.stream().filter(entity -> entity.owns(item)).toList();
        if (owners.isEmpty()) {
            return; // another program's, or moved already
        }
        String problem = null;
        if (owners.size() > 1) {
            problem = "it may be of "
                    + owners.stream().map(owner -> owner.entity().name()).toList();
        } else {
            Rewrite.Result result = new Rewrite<>(deployment, owners.get(0)).of(item);
            if (result.changed()) {
                tally.changed();
            }
            problem = result.problem();
        }
        if (problem != null) {
            tally.conflict();
            if (conflicts.size() < CONFLICTS_LISTED_MAX) {
                conflicts.add(new Items(deployment, table).conflict(item, problem));
            }
        }
    }
}
