package dev.trestle.server.systems;

import dev.trestle.model.operation.ItemStore;
import dev.trestle.systems.unisync.Options;
import dev.trestle.systems.unisync.model.UniSyncModel;
import dev.trestle.systems.unisync.sample.SampleWorld;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.core.sync.RequestBody;
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
        if (objects.listBuckets().buckets().stream()
                .noneMatch(each -> each.name().equals(Options.BUCKET))) {
            objects.createBucket(request -> request.bucket(Options.BUCKET));
        }
        SampleWorld.load(
                ItemStore.builder(items, UniSyncModel.MODEL).build(),
                (key, type, bytes) -> objects.putObject(
                        request -> request.bucket(Options.BUCKET).key(key).contentType(type),
                        RequestBody.fromBytes(bytes)),
                Instant.now());
    }
}
