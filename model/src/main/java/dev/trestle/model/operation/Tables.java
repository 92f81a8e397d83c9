package dev.trestle.model.operation;

import dev.trestle.model.Table;
import dev.trestle.model.TableDefinitions;
import software.amazon.awssdk.services.dynamodb.model.ResourceInUseException;
import software.amazon.awssdk.services.dynamodb.model.TimeToLiveStatus;

/** Creates a model's tables. */
final class Tables {
    private final Settings settings;

    Tables(Settings settings) {
        this.settings = settings;
    }

    void create() {
        for (Table table : settings.model().allTables()) {
            String name = settings.nameOf(table);
            try {
                settings.client().createTable(TableDefinitions.createTable(table, name));
            } catch (ResourceInUseException alreadyThere) {
                // Another process was first; what follows holds for its table, too.
            }
            settings.client().waiter().waitUntilTableExists(request -> request.tableName(name));
            String expiry = table.expiry();
            if (expiry != null && !expires(name)) {
                settings.client()
                        .updateTimeToLive(request -> request.tableName(name)
                                .timeToLiveSpecification(
                                        ttl -> ttl.attributeName(expiry).enabled(true)));
            }
        }
    }

    private boolean expires(String name) {
        TimeToLiveStatus status = settings.client()
                .describeTimeToLive(request -> request.tableName(name))
                .timeToLiveDescription()
                .timeToLiveStatus();
        return status == TimeToLiveStatus.ENABLED || status == TimeToLiveStatus.ENABLING;
    }
}
