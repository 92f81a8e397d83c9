package dev.trestle.systems.docstore;

import java.nio.file.Path;
import java.time.Clock;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.s3.S3Client;

/** A process that dies at a point of its own saves, as if the power had gone. Prints where it listens. */
final class CrashingServer {
    private CrashingServer() {}

    /** Arguments: the directory; the point, such as "before transactWriteItems"; at which passage of it. */
    public static void main(String[] args) throws InterruptedException {
        String point = args[1];
        AtomicInteger left = new AtomicInteger(Integer.parseInt(args[2]));
        Faults.Hook before = call -> die("before " + call, point, left);
        Faults.Hook after = call -> die("after " + call, point, left);
        LocalServer server = new LocalServer(
                Path.of(args[0]),
                Clock.systemUTC(),
                items -> Faults.around(DynamoDbClient.class, items, before, after),
                objects -> Faults.around(S3Client.class, objects, before, after));
        System.out.println("listening " + server.server.url());
        new CountDownLatch(1).await();
    }

    /** Without hooks, without closing anything. */
    private static void die(String here, String point, AtomicInteger left) {
        if (here.equals(point) && left.decrementAndGet() == 0) {
            Runtime.getRuntime().halt(137);
        }
    }
}
