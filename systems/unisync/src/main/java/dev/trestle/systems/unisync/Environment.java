package dev.trestle.systems.unisync;

import dev.trestle.model.evolution.Deployment;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.platform.identity.Identity;
import java.time.Clock;
import java.util.List;
import java.util.function.Supplier;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.presigner.S3Presigner;

/**
 * What UniSync runs on.
 *
 * @param deployment UniSync's model in its tables
 * @param store of the same tables
 * @param objects made when they are first asked for
 * @param presigner signs URLs that browsers can reach
 * @param pageOrigins the origins of pages for which the objects are at another one; a bucket without rules for pages gets one for them
 * @param identity makes the accounts of users
 * @param hasImmediateStreams whether a stream has a change as soon as it is made, and may be read at any time
 */
public record Environment(
        Deployment deployment,
        ItemStore store,
        DynamoDbStreamsClient streams,
        Supplier<S3Client> objects,
        Supplier<S3Presigner> presigner,
        List<String> pageOrigins,
        Identity identity,
        Clock clock,
        boolean hasImmediateStreams) {}
