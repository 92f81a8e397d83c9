package dev.trestle.testing;

import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/** Something that speaks DynamoDB, by name. */
public record Target(String name, DynamoDbClient client, DynamoDbStreamsClient streams) {
    @Override
    public String toString() {
        return name;
    }
}
