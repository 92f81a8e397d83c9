package dev.trestle.testing;

import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Something that speaks DynamoDB, by name. */
public record Target(String name, DynamoDbClient client) {
    @Override
    public String toString() {
        return name;
    }
}
