package dev.trestle.server.systems;

import dev.trestle.model.operation.ItemStore;
import dev.trestle.systems.unisync.model.UniSyncModel;
import dev.trestle.systems.unisync.sample.SampleWorld;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.s3.S3Client;

/** UniSync's sample world: forty ShowSets, and somebody of each role. */
final class UniSyncDemo implements Demo {
    @Override
    public List<Account> accounts() {
        return SampleWorld.people().stream()
                .map(person -> new Account(person.email(), person.name(), List.of(), Map.of()))
                .toList();
    }

    @Override
    public void load(DynamoDbClient items, S3Client objects) {
        SampleWorld.load(ItemStore.builder(items, UniSyncModel.MODEL).build(), Instant.now());
    }
}
