package dev.trestle.server.systems;

import dev.trestle.model.operation.ItemStore;
import dev.trestle.systems.docstore.model.DocstoreModel;
import dev.trestle.systems.docstore.sample.SampleWorld;
import java.time.Instant;
import java.util.List;
import java.util.function.UnaryOperator;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.s3.S3Client;

/** The Document Store's sample world: a dozen documents of two tenants, with history and sharing. */
final class DocstoreDemo implements Demo {
    @Override
    public List<Account> accounts() {
        return SampleWorld.people().stream()
                .map(person -> new Account(person.email(), person.name(), List.of(), person.tenants()))
                .toList();
    }

    /** Documents of people who are called by their addresses, and whom no token names. */
    @Override
    public void load(DynamoDbClient items, S3Client objects) {
        load(items, objects, UnaryOperator.identity());
    }

    @Override
    public void load(DynamoDbClient items, S3Client objects, UnaryOperator<String> subjects) {
        ItemStore store = ItemStore.builder(items, DocstoreModel.MODEL).build();
        SampleWorld.load(store, objects, subjects, Instant.now());
    }
}
