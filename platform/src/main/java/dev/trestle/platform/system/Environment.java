package dev.trestle.platform.system;

import dev.trestle.model.evolution.Deployment;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.platform.api.Api;
import dev.trestle.platform.api.Call;
import dev.trestle.platform.api.Shape;
import dev.trestle.platform.identity.Identity;
import dev.trestle.platform.jobs.Jobs;
import dev.trestle.platform.operation.Changes;
import dev.trestle.platform.operation.Operations;
import dev.trestle.platform.time.Ids;
import dev.trestle.platform.time.Times;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.presigner.S3Presigner;

/**
 * What a system runs on. It is not told what is behind the clients.
 *
 * @param settings as they are configured
 * @param buckets the names that its buckets have here
 * @param store of its model
 * @param deployment its model, where it is deployed
 * @param objects made when they are first asked for
 * @param presigner signs URLs that browsers can reach
 * @param pageOrigins the origins of pages for which the objects are at another one
 * @param identity the people of the built-in issuer
 * @param hasImmediateStreams whether a stream has a change as soon as it is made, and may be read at any time
 */
public record Environment<S extends Record>(
        S settings,
        Map<String, String> buckets,
        ItemStore store,
        Deployment deployment,
        DynamoDbStreamsClient streams,
        Supplier<S3Client> objects,
        Supplier<S3Presigner> presigner,
        List<String> pageOrigins,
        Identity identity,
        boolean hasImmediateStreams) {
    public Environment {
        buckets = Map.copyOf(buckets);
        pageOrigins = List.copyOf(pageOrigins);
    }

    public Clock clock() {
        return deployment.clock();
    }

    public Times times() {
        return new Times(clock());
    }

    /** The name that a bucket has here. */
    public String bucket(String name) {
        String known = buckets.get(name);
        if (known == null) {
            throw new IllegalArgumentException(deployment.model().system() + " declares no bucket " + name + ".");
        }
        return known;
    }

    public Jobs jobs(Jobs.Declaration declared) {
        return new Jobs(store, declared, clock());
    }

    /**
     * Begins the system's API.
     *
     * @param callers who calls, as the system knows them; refuses those whom it does not
     * @param stores the items that a caller can reach
     * @param jobs null for a system without jobs
     */
    public <C> Operations<C> operations(
            Api.About about,
            Shape shape,
            Function<Call, C> callers,
            Function<C, ItemStore> stores,
            @Nullable Jobs jobs) {
        SecureRandom random = new SecureRandom();
        return new Operations<>(
                Api.declared(deployment.model().system(), about, shape),
                new Operations.Setting<>(callers, stores, new Changes(jobs, random), times(), new Ids(random)));
    }
}
