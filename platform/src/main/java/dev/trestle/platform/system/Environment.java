package dev.trestle.platform.system;

import dev.trestle.model.evolution.Deployment;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.platform.api.Api;
import dev.trestle.platform.api.Call;
import dev.trestle.platform.api.Shape;
import dev.trestle.platform.identity.Identity;
import dev.trestle.platform.jobs.Jobs;
import dev.trestle.platform.mail.Outbox;
import dev.trestle.platform.notices.Notices;
import dev.trestle.platform.operation.Changes;
import dev.trestle.platform.operation.Operations;
import dev.trestle.platform.outgoing.OutgoingHttp;
import dev.trestle.platform.settings.SharedSettings;
import dev.trestle.platform.time.Ids;
import dev.trestle.platform.time.Times;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/**
 * What a system runs on. It is not told what is behind the clients.
 *
 * @param settings as they are configured
 * @param shared what is configured once for all systems
 * @param region of AWS's services, unless a setting names another
 * @param store of its model
 * @param deployment its model, where it is deployed
 * @param hasImmediateStreams whether a stream has a change as soon as it is made, and may be read at any time
 * @param buckets its buckets, by what the system calls them
 * @param identity the people of the built-in issuer
 * @param outgoing for requests to addresses that people give
 * @param outbox for mails
 * @param notices tells people what happened
 * @param directory of its own on this machine, for what can be made again: indexes, temporary files. It may be missing yet
 * @param jobsPaused whether jobs wait: while sample data is loaded, the loader does those that it enqueues
 */
public record Environment<S extends Record>(
        S settings,
        SharedSettings shared,
        String region,
        ItemStore store,
        Deployment deployment,
        DynamoDbStreamsClient streams,
        boolean hasImmediateStreams,
        Map<String, Bucket> buckets,
        Identity identity,
        OutgoingHttp outgoing,
        Outbox outbox,
        Notices notices,
        Path directory,
        BooleanSupplier jobsPaused) {
    public Environment {
        buckets = Map.copyOf(buckets);
    }

    /** With the defaults of all settings, streams that are immediate, no buckets, and no requests to others. */
    public static <S extends Record> Environment<S> of(
            SystemDefinition<S> system,
            ItemStore store,
            Deployment deployment,
            DynamoDbStreamsClient streams,
            Identity identity) {
        OutgoingHttp.Connector none = (address, request) -> {
            throw new IOException("Nothing is sent from here.");
        };
        return new Environment<>(
                system.settings().defaults(),
                SharedSettings.GROUP.defaults(),
                "us-east-1",
                store,
                deployment,
                streams,
                true,
                Map.of(),
                identity,
                new OutgoingHttp(OutgoingHttp.Resolver.ofThisMachine(), none, Set.of()),
                Outbox.none(),
                Notices.none(system.name()),
                Path.of(System.getProperty("java.io.tmpdir"), "trestle-" + system.name()),
                () -> false);
    }

    public Environment<S> withSettings(S others) {
        return new Environment<>(
                others,
                shared,
                region,
                store,
                deployment,
                streams,
                hasImmediateStreams,
                buckets,
                identity,
                outgoing,
                outbox,
                notices,
                directory,
                jobsPaused);
    }

    public Environment<S> withBuckets(Map<String, Bucket> others) {
        return new Environment<>(
                settings,
                shared,
                region,
                store,
                deployment,
                streams,
                hasImmediateStreams,
                others,
                identity,
                outgoing,
                outbox,
                notices,
                directory,
                jobsPaused);
    }

    public Environment<S> withShared(SharedSettings others) {
        return new Environment<>(
                settings,
                others,
                region,
                store,
                deployment,
                streams,
                hasImmediateStreams,
                buckets,
                identity,
                outgoing,
                outbox,
                notices,
                directory,
                jobsPaused);
    }

    public Environment<S> withDirectory(Path other) {
        return new Environment<>(
                settings,
                shared,
                region,
                store,
                deployment,
                streams,
                hasImmediateStreams,
                buckets,
                identity,
                outgoing,
                outbox,
                notices,
                other,
                jobsPaused);
    }

    public Environment<S> withOutgoing(OutgoingHttp others) {
        return new Environment<>(
                settings,
                shared,
                region,
                store,
                deployment,
                streams,
                hasImmediateStreams,
                buckets,
                identity,
                others,
                outbox,
                notices,
                directory,
                jobsPaused);
    }

    public Environment<S> withOutbox(Outbox other) {
        return new Environment<>(
                settings,
                shared,
                region,
                store,
                deployment,
                streams,
                hasImmediateStreams,
                buckets,
                identity,
                outgoing,
                other,
                notices,
                directory,
                jobsPaused);
    }

    /** The same at another time: sample worlds are made in the past. */
    public Environment<S> at(Clock clock) {
        return new Environment<>(
                settings,
                shared,
                region,
                store,
                new Deployment(deployment.model(), deployment.client(), deployment.names(), clock),
                streams,
                hasImmediateStreams,
                buckets,
                identity,
                outgoing,
                outbox,
                notices,
                directory,
                jobsPaused);
    }

    public Clock clock() {
        return deployment.clock();
    }

    public Times times() {
        return new Times(clock());
    }

    /** A bucket that the definition declares. */
    public Bucket bucket(String name) {
        Bucket known = buckets.get(name);
        if (known == null) {
            throw new IllegalArgumentException(deployment.model().system() + " declares no bucket " + name + ".");
        }
        return known;
    }

    public Jobs jobs(Jobs.Declaration declared) {
        return new Jobs(store, declared, clock(), jobsPaused);
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
        return operations(about, shape, callers, stores, jobs, null);
    }

    /** The same, with somebody who attends every decision. */
    public <C> Operations<C> operations(
            Api.About about,
            Shape shape,
            Function<Call, C> callers,
            Function<C, ItemStore> stores,
            @Nullable Jobs jobs,
            Changes.@Nullable Witness witness) {
        SecureRandom random = new SecureRandom();
        Changes changes = new Changes(jobs, random);
        return new Operations<>(
                Api.declared(deployment.model().system(), about, shape),
                new Operations.Setting<>(
                        callers,
                        stores,
                        witness == null ? changes : changes.attendedBy(witness),
                        times(),
                        new Ids(random)));
    }
}
