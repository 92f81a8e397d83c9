package dev.trestle.bench;

import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * DynamoDB Local in this process and in memory. Whoever runs the comparison has fetched it; the launcher adds it to the class path, and
 * its classes are found by name: nothing of Trestle is compiled against it.
 */
final class LocalPeer implements AutoCloseable {
    private static final String EMBEDDED = "software.amazon.dynamodb.services.local.embedded.DynamoDBEmbedded";
    private static final String LOCAL = "software.amazon.dynamodb.services.local.shared.access.AmazonDynamoDBLocal";

    private final Object local;
    private final DynamoDbClient client;

    private LocalPeer() throws ReflectiveOperationException {
        Method create = Class.forName(EMBEDDED).getMethod("create", Boolean.class);
        this.local = create.invoke(null, Boolean.FALSE); // without the delays that it can imitate
        this.client = (DynamoDbClient)
                Class.forName(LOCAL).getMethod("dynamoDbClient").invoke(local);
    }

    /** {@code directory} is where it was fetched to. */
    static LocalPeer open(Path directory) throws IOException, ReflectiveOperationException {
        System.setProperty(
                "sqlite4java.library.path", nativeLibraries(directory).toString());
        return new LocalPeer();
    }

    static Path nativeLibraries(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory, 2)) {
            return files.filter(file -> file.getFileName().toString().startsWith("libsqlite4java-"))
                    .findFirst()
                    .map(Path::getParent)
                    .orElseThrow(() -> new IOException("no native library of DynamoDB Local in " + directory));
        }
    }

    DynamoDbClient client() {
        return client;
    }

    @Override
    public void close() throws IOException {
        try {
            Class.forName(LOCAL).getMethod("shutdownNow").invoke(local);
        } catch (ReflectiveOperationException e) {
            throw new IOException("DynamoDB Local did not stop", e);
        }
    }
}
