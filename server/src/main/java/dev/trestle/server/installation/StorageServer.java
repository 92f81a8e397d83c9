package dev.trestle.server.installation;

import dev.trestle.server.config.ConfigException;
import dev.trestle.server.config.Configuration;
import dev.trestle.server.config.Keys;
import dev.trestle.server.systems.Reserved;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.List;
import java.util.Optional;

/**
 * The ports of DynamoDB and S3 and nothing else: a store for other programs, such as a Trestle server elsewhere. Nothing in it is this
 * process's own, so that nothing is reserved.
 */
public final class StorageServer implements AutoCloseable {
    private static final int SECRET_BYTES = 32;

    private final Storage storage;

    private StorageServer(Storage storage) {
        this.storage = storage;
    }

    public static StorageServer open(Configuration configuration) {
        if (configuration.get(Keys.STORAGE) != Keys.Storage.EMBEDDED
                && configuration.get(Keys.OBJECTS) != Keys.Objects.LOCAL) {
            throw new ConfigException(
                    List.of("storage-only serves what is kept on this machine, and neither storage nor"
                            + " objects is: say storage = embedded, objects = local, or both."));
        }
        Path data = Path.of(configuration.get(Keys.DATA));
        Path secret = SecretFile.of(configuration);
        if (Files.exists(secret)) {
            throw new ConfigException(List.of("storage-only would serve the accounts in " + data
                    + " to every access key: this is the configuration of a whole server, whose secret is " + secret
                    + ". Name another data directory with --data; or, if another server is to use these tables, move that"
                    + " file there and name it as its identity.secret-file."));
        }
        return new StorageServer(
                Storage.open(new PortAccess.Plan(configuration, false, Reserved.NOTHING), StorageServer::random));
    }

    /** Nobody signs with the key of this process. */
    private static byte[] random() {
        byte[] bytes = new byte[SECRET_BYTES];
        new SecureRandom().nextBytes(bytes);
        return bytes;
    }

    public Optional<String> dynamoDbUrl() {
        return storage.dynamoDbUrl();
    }

    public Optional<String> s3Url() {
        return storage.s3Url();
    }

    /** Whether the ports take any signature. */
    public boolean isOpen() {
        return storage.isOpen();
    }

    /** The access key that was made because none is configured. */
    public Optional<MadeKey> madeKey() {
        return storage.madeKey();
    }

    @Override
    public void close() {
        storage.close();
    }
}
