package dev.trestle.server.admin;

import dev.trestle.platform.identity.Identity;
import dev.trestle.server.metrics.Prices;
import dev.trestle.server.metrics.Usage;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * What is administrated.
 *
 * @param items the client whose tables they are
 * @param jobs of the systems that have any, by the systems' names
 * @param local what is on this machine, if anything is
 * @param hosted what the systems use of the storage
 */
public record Administration(
        Identity identity,
        DynamoDbClient items,
        Map<String, SystemJobs> jobs,
        Optional<LocalStore> local,
        Usage usage,
        Prices prices,
        Tasks tasks,
        HostedSystems hosted) {}
