package dev.trestle.model.evolution;

import dev.trestle.model.DeployedModel;
import dev.trestle.model.Entity;
import dev.trestle.model.Scoping;
import dev.trestle.model.Support;
import dev.trestle.model.error.ModelException;
import dev.trestle.model.evolution.Change.Effect;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;

/**
 * Compares a model with the one that stored items were written by, which the support table remembers. A change that stored items do
 * not fit is refused with what it would break; one that they fit is recorded, and so is any change of an entity that has no items.
 */
public final class Evolution {
    private static final String FINGERPRINT = "fingerprint";

    private final Deployment deployment;
    private final Entity<DeployedModel> entity;
    private final Description now;

    public Evolution(Deployment deployment) {
        this.deployment = deployment;
        this.entity = Support.entity(deployment.support(), DeployedModel.class);
        this.now = Describe.model(deployment.model());
    }

    /** What of the model matters to stored items. */
    public Description description() {
        return now;
    }

    /** The model that stored items were written by; empty if none was recorded yet. */
    public Optional<DeployedModel> deployed() {
        DeployedModel key = record();
        GetItemResponse response = deployment
                .client()
                .getItem(request -> request.tableName(deployment.nameOf(entity))
                        .key(entity.keyOf(key, Scoping.NONE))
                        .consistentRead(true));
        return response.hasItem() ? Optional.of(entity.toRecord(response.item(), Scoping.NONE)) : Optional.empty();
    }

    /** What this model means for stored items; nothing if none was recorded yet. */
    public List<Change> diff() {
        return changesFrom(deployed());
    }

    private List<Change> changesFrom(Optional<DeployedModel> deployed) {
        if (deployed.isEmpty()) {
            return List.of();
        }
        Description former = Description.parse(deployed.get().description());
        return new EmptyEntities(deployment, former).settle(Changes.between(former, now));
    }

    /**
     * Lets a model in that stored items fit, and remembers it: to be called before anything is written.
     *
     * @throws IncompatibleModelException if they do not fit
     */
    public List<Change> admit() {
        Optional<DeployedModel> former = deployed();
        List<Change> changes = changesFrom(former);
        List<Change> unfit = changes.stream()
                .filter(change -> change.effect() != Effect.COMPATIBLE)
                .toList();
        if (!unfit.isEmpty()) {
            throw new IncompatibleModelException(deployment.model().system(), unfit, remedy(unfit));
        }
        record(former);
        return changes;
    }

    private String remedy(List<Change> unfit) {
        String system = deployment.model().system();
        if (unfit.stream().anyMatch(change -> change.effect() == Effect.REFUSED)) {
            return "take back what is refused, or keep it beside the new";
        }
        return unfit.stream().anyMatch(change -> change.effect() == Effect.MIGRATE)
                ? "./trestle model migrate " + system
                : "./trestle model repair " + system;
    }

    /** Remembers this model in place of the former, unless somebody else was faster. */
    void record(Optional<DeployedModel> former) {
        String fingerprint = now.fingerprint();
        if (former.map(DeployedModel::fingerprint).filter(fingerprint::equals).isPresent()) {
            return;
        }
        PutItemRequest.Builder request = PutItemRequest.builder()
                .tableName(deployment.nameOf(entity))
                .item(entity.toItem(record(), Scoping.NONE));
        if (former.isEmpty()) {
            request.conditionExpression("attribute_not_exists(#f)");
        } else {
            request.conditionExpression("#f = :former")
                    .expressionAttributeValues(
                            Map.of(":former", AttributeValue.fromS(former.get().fingerprint())));
        }
        try {
            deployment
                    .client()
                    .putItem(request.expressionAttributeNames(Map.of("#f", FINGERPRINT))
                            .build());
        } catch (ConditionalCheckFailedException e) {
            if (deployed()
                    .map(DeployedModel::fingerprint)
                    .filter(fingerprint::equals)
                    .isEmpty()) {
                throw new ModelException(
                        "another model was recorded at the same time: start again",
                        ModelException.facts("model", deployment.model().system()),
                        e);
            }
        }
    }

    private DeployedModel record() {
        return new DeployedModel(
                deployment.model().system(),
                now.fingerprint(),
                now.text(),
                deployment.clock().instant().truncatedTo(ChronoUnit.MILLIS));
    }
}
