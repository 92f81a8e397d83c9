package dev.trestle.conformance;

import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** One implementation of the service that the suite is held against. */
record Target(String name, DynamoDbClient client) {

    boolean isDynamoDbLocal() {
        return name.equals(Targets.DYNAMODB_LOCAL);
    }

    @Override
    public String toString() {
        return name;
    }
}
