package dev.trestle.wire;

import dev.trestle.engine.Engine;
import dev.trestle.objects.ObjectStore;
import java.util.function.Function;

/**
 * A port, and what is served there. What is served stays its owner's: it is to be closed after the server.
 *
 * @param port to listen on, 0 for any that is free
 */
public record Endpoint(int port, Service service) {

    /** What a server makes a protocol of. */
    public sealed interface Service {}

    record DynamoDb(Engine engine) implements Service {}

    record S3(ObjectStore store) implements Service {}

    record Own(ObjectStore store, String about) implements Service {}

    public static Endpoint dynamoDb(int port, Engine engine) {
        return new Endpoint(port, new DynamoDb(engine));
    }

    public static Endpoint s3(int port, ObjectStore store) {
        return new Endpoint(port, new S3(store));
    }

    /** The server's own port: a page that says {@code about}, {@code /health}, and S3 under {@code /s3}. */
    public static Endpoint own(int port, ObjectStore store, String about) {
        return new Endpoint(port, new Own(store, about));
    }

    /** {@code s3} gives the one protocol that all ports which serve a store share. */
    Protocol protocol(WireOptions options, Function<ObjectStore, S3Protocol> s3) {
        if (service instanceof DynamoDb dynamoDb) {
            return new DynamoDbProtocol(dynamoDb.engine(), options);
        }
        if (service instanceof Own own) {
            return new OwnProtocol(s3.apply(own.store()), own.about());
        }
        return s3.apply(((S3) service).store());
    }
}
