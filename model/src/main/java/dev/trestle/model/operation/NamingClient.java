package dev.trestle.model.operation;

import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** A client that wants to be told what a store asks it for, such as one that counts by access pattern. */
public interface NamingClient extends DynamoDbClient {
    /**
     * The same client, for requests of one purpose. Called for each request, so that it has to be quick.
     *
     * @param system of the model
     * @param purpose an access pattern's name, those of several that one request serves, or {@link #write} of an entity
     */
    DynamoDbClient named(String system, String purpose);

    /** The purpose of requests that write an entity's items, and that read them in order to. */
    static String write(String entity) {
        return "Write " + entity;
    }
}
