package dev.trestle.model.verify;

import dev.trestle.model.Index;
import dev.trestle.model.Model;
import dev.trestle.model.Table;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.Projection;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.StreamViewType;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.dynamodb.model.TimeToLiveDescription;
import software.amazon.awssdk.services.dynamodb.model.TimeToLiveStatus;

/** Compares live tables with the model: keys and their types, indexes and what they hold, expiry, streams. */
public final class LiveTables {
    private final Model model;
    private final DynamoDbClient client;
    private final Function<Table, String> names;

    private LiveTables(Model model, DynamoDbClient client, Function<Table, String> names) {
        this.model = model;
        this.client = client;
        this.names = names;
    }

    /**
     * Looks at a model's tables as they are.
     *
     * @param names the name that each table has there
     */
    public static Report compare(Model model, DynamoDbClient client, Function<Table, String> names) {
        return new LiveTables(model, client, names).compare();
    }

    private Report compare() {
        Findings findings = new Findings(model);
        List<Finding> all = new ArrayList<>();
        for (Table table : model.allTables()) {
            compare(table, findings);
        }
        // What the model accepts of its own design is none of the live tables' business.
        findings.settle().stream()
                .filter(finding -> finding.code() != Code.UNUSED_ACCEPT)
                .forEach(all::add);
        return new Report(model.system() + " (live tables)", all);
    }

    private void compare(Table table, Findings findings) {
        String name = names.apply(table);
        Findings.Draft draft = findings.at(table);
        TableDescription live;
        try {
            live = client.describeTable(request -> request.tableName(name)).table();
        } catch (ResourceNotFoundException e) {
            draft.error(
                    Code.LIVE_MISSING,
                    "There is no table \"" + name + "\"",
                    "create it with createTables() or by `./trestle model cloudformation`, or name the right one");
            return;
        }
        Map<String, ScalarAttributeType> types = live.attributeDefinitions().stream()
                .collect(Collectors.toMap(AttributeDefinition::attributeName, AttributeDefinition::attributeType));
        String wanted = shown(table.partition(), table.sort());
        String found = shown(live.keySchema(), types);
        if (!wanted.equals(found)) {
            draft.error(
                    Code.LIVE_KEY,
                    "Its key is " + found + ", not " + wanted,
                    "a table's key cannot be changed: make a new table and copy the items");
        }
        compareIndexes(table, live, types, draft);
        compareExpiry(table, name, draft);
        boolean streams = live.streamSpecification() != null
                && Boolean.TRUE.equals(live.streamSpecification().streamEnabled())
                && live.streamSpecification().streamViewType() == StreamViewType.NEW_AND_OLD_IMAGES;
        if (!streams) {
            draft.note(
                    Code.LIVE_STREAM,
                    "No stream carries its old and new images, so that nobody can follow its changes",
                    "enable a stream of NEW_AND_OLD_IMAGES where something follows them");
        }
    }

    private static void compareIndexes(
            Table table, TableDescription live, Map<String, ScalarAttributeType> types, Findings.Draft draft) {
        Set<String> seen = new HashSet<>();
        live.globalSecondaryIndexes().forEach(index -> {
            seen.add(index.indexName());
            compareIndex(table, index.indexName(), false, shown(index.keySchema(), types), index.projection(), draft);
        });
        live.localSecondaryIndexes().forEach(index -> {
            seen.add(index.indexName());
            compareIndex(table, index.indexName(), true, shown(index.keySchema(), types), index.projection(), draft);
        });
        for (Index index : table.indexes()) {
            if (!seen.contains(index.name())) {
                draft.in("index " + index.name())
                        .error(
                                Code.LIVE_INDEX,
                                "It is not there",
                                index.local()
                                        ? "a local index is made with its table: make a new table and copy the items"
                                        : "add it with UpdateTable");
            }
        }
    }

    private static void compareIndex(
            Table table, String name, boolean local, String found, Projection projection, Findings.Draft of) {
        Findings.Draft draft = of.in("index " + name);
        Index index = table.findIndex(name);
        if (index == null) {
            draft.note(
                    Code.LIVE_INDEX, "The model does not know it, and each write pays for it", "declare or delete it");
            return;
        }
        String wanted = shown(index.partition(), index.sort());
        if (!wanted.equals(found) || index.local() != local) {
            draft.error(
                    Code.LIVE_INDEX,
                    "It is a " + (local ? "local" : "global") + " one keyed by " + found + ", not a "
                            + (index.local() ? "local" : "global") + " one keyed by " + wanted,
                    "delete it and make it anew");
        }
        if (projection != null && projection.projectionType() != ProjectionType.ALL) {
            draft.error(
                    Code.LIVE_PROJECTION,
                    "It holds " + projection.projectionType() + " only, so that records cannot be read from it",
                    "make it anew with the projection ALL");
        }
    }

    private void compareExpiry(Table table, String name, Findings.Draft draft) {
        TimeToLiveDescription live =
                client.describeTimeToLive(request -> request.tableName(name)).timeToLiveDescription();
        boolean on = live != null
                && (live.timeToLiveStatus() == TimeToLiveStatus.ENABLED
                        || live.timeToLiveStatus() == TimeToLiveStatus.ENABLING);
        String found = on && live != null ? live.attributeName() : null;
        if (!Objects.equals(found, table.expiry())) {
            draft.add(
                    Code.LIVE_EXPIRY,
                    table.expiry() == null ? Severity.ERROR : Severity.WARNING,
                    table.expiry() == null
                            ? "Items vanish by the attribute " + found + ", of which the model knows nothing"
                            : "Items expire " + (found == null ? "never" : "by " + found) + ", not by "
                                    + table.expiry(),
                    "set it with UpdateTimeToLive");
        }
    }

    private static String shown(String partition, @Nullable String sort) {
        return partition + " (S)" + (sort == null ? "" : ", " + sort + " (S)");
    }

    private static String shown(List<KeySchemaElement> schema, Map<String, ScalarAttributeType> types) {
        return schema.stream()
                .sorted((one, other) -> Boolean.compare(other.keyType() == KeyType.HASH, one.keyType() == KeyType.HASH))
                .map(key -> key.attributeName() + " (" + types.get(key.attributeName()) + ")")
                .collect(Collectors.joining(", "));
    }
}
