package dev.trestle.server.systems;

import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.s3.S3Client;

/** A system's sample world, and who can sign in to look at it. */
public interface Demo {
    /**
     * Somebody to sign in as.
     *
     * @param groups in every tenant
     * @param tenants the person's groups in each of their tenants
     */
    record Account(String email, String name, List<String> groups, Map<String, List<String>> tenants) {}

    /** Those whom this world needs beside those whom every demonstration has. */
    List<Account> accounts();

    /** Fills the system's tables, which are there and empty. Called once for a data directory. */
    void load(DynamoDbClient items, S3Client objects);

    /**
     * The same, for a world whose items name people as tokens do.
     *
     * @param subjects by the addresses of accounts
     */
    default void load(DynamoDbClient items, S3Client objects, UnaryOperator<String> subjects) {
        load(items, objects);
    }
}
