package dev.trestle.server.systems;

import dev.trestle.model.UnreadableItem;
import dev.trestle.platform.identity.Identity;
import dev.trestle.server.config.Configuration;
import java.time.Clock;
import java.util.List;
import java.util.function.Supplier;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.presigner.S3Presigner;

/**
 * What a system gets to run on. What is behind these clients it is not told.
 *
 * @param objects made when they are first asked for
 * @param presigner signs URLs that browsers can reach
 * @param pageOrigins the origins of pages for which the objects are at another one
 * @param cursorKey authenticates the system's cursors; the same at every start
 * @param unreadable is told of stored items that do not fit their records
 * @param identity the people of the built-in issuer, for systems that make accounts
 * @param configuration what each system has keys of its own in
 */
public record Resources(
        DynamoDbClient items,
        DynamoDbStreamsClient streams,
        Supplier<S3Client> objects,
        Supplier<S3Presigner> presigner,
        List<String> pageOrigins,
        byte[] cursorKey,
        UnreadableItem.Listener unreadable,
        Identity identity,
        Clock clock,
        Configuration configuration) {
    public Resources {
        pageOrigins = List.copyOf(pageOrigins);
        cursorKey = cursorKey.clone();
    }

    /** Without the key. */
    @Override
    public String toString() {
        return "Resources";
    }
}
