package dev.trestle.platform.system;

import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.s3.S3Client;

/** A system's sample world, and the demo accounts that show it. */
public interface Demo {
    /**
     * Somebody to sign in as.
     *
     * @param groups in every tenant
     * @param tenants the person's groups in each of their tenants
     */
    record Account(String email, String name, List<String> groups, Map<String, List<String>> tenants) {}

    /**
     * Where the world is put.
     *
     * @param buckets the names that the system's buckets have here
     * @param subjects how tokens name the person of an address
     */
    record Place(DynamoDbClient items, S3Client objects, Map<String, String> buckets, UnaryOperator<String> subjects) {}

    /** Those whom this world needs beside those whom every demo has. */
    List<Account> accounts();

    /** Fills the system's tables, which are there and empty. Called once for a data directory. */
    void load(Place place);
}
