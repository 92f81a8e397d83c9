package dev.trestle.bench;

import java.io.IOException;
import java.lang.reflect.Method;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * DynamoDB Local in this process and in memory, from a directory to which whoever runs the comparison has fetched it. Its classes are
 * found by name: nothing of Trestle is compiled against it.
 */
final class LocalPeer implements AutoCloseable {
    private static final String EMBEDDED = "software.amazon.dynamodb.services.local.embedded.DynamoDBEmbedded";

    private final URLClassLoader loader;
    private final Object local;
    private final DynamoDbClient client;

    private LocalPeer(URLClassLoader loader) throws ReflectiveOperationException {
        this.loader = loader;
        this.local = loader.loadClass(EMBEDDED)
                .getMethod("create", Boolean.class)
                .invoke(null, Boolean.FALSE); // without its delays
        this.client = (DynamoDbClient) call(local, "dynamoDbClient");
    }

    static LocalPeer open(Path directory) throws IOException, ReflectiveOperationException {
        List<URL> jars = new ArrayList<>();
        try (Stream<Path> files = Files.walk(directory, 2)) {
            for (Path jar :
                    files.filter(file -> file.toString().endsWith(".jar")).toList()) {
                jars.add(url(jar));
            }
        }
        System.setProperty(
                "sqlite4java.library.path", nativeLibraries(directory).toString());
        // The SDK's classes come from our side, so that both clients are of one interface.
        return new LocalPeer(new URLClassLoader(jars.toArray(URL[]::new), LocalPeer.class.getClassLoader()));
    }

    private static URL url(Path jar) throws MalformedURLException {
        return jar.toUri().toURL();
    }

    private static Path nativeLibraries(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory, 3)) {
            return files.filter(file -> file.getFileName().toString().matches("libsqlite4java-linux-amd64.*"))
                    .map(Path::getParent)
                    .findFirst()
                    .orElseThrow(() -> new IOException("no native library of DynamoDB Local in " + directory));
        }
    }

    DynamoDbClient client() {
        return client;
    }

    private static Object call(Object target, String method) throws ReflectiveOperationException {
        for (Class<?> type = target.getClass(); type != null; type = type.getSuperclass()) {
            for (Class<?> face : type.getInterfaces()) {
                for (Method candidate : face.getMethods()) {
                    if (candidate.getName().equals(method) && candidate.getParameterCount() == 0) {
                        return candidate.invoke(target);
                    }
                }
            }
        }
        throw new NoSuchMethodException(target.getClass() + "." + method);
    }

    @Override
    public void close() throws IOException {
        try {
            call(local, "shutdownNow");
        } catch (ReflectiveOperationException e) {
            throw new IOException("DynamoDB Local did not stop", e);
        } finally {
            loader.close();
        }
    }
}
