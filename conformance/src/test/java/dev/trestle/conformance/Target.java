package dev.trestle.conformance;

import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/** One implementation of the service that the suite is held against. */
record Target(String name, DynamoDbClient client, DynamoDbStreamsClient streams) {

    boolean isDynamoDbLocal() {
        return name.equals(Targets.DYNAMODB_LOCAL);
    }

    @Override
    public String toString() {
        return name;
    }
}
