package dev.trestle.systems.docstore;

import java.nio.file.Path;
import java.time.Clock;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.s3.S3Client;

/** A process that says when it is at a point of its own saves, and waits there to be killed. Prints where it listens. */
final class CrashingServer {
    private CrashingServer() {}

    /** Arguments: the directory; the point, such as "before transactWriteItems"; at which passage of it. */
    public static void main(String[] args) throws InterruptedException {
        String point = args[1];
        AtomicInteger left = new AtomicInteger(Integer.parseInt(args[2]));
        Faults.Hook before = call -> stop("before " + call, point, left);
        Faults.Hook after = call -> stop("after " + call, point, left);
        LocalServer server = new LocalServer(
                Path.of(args[0]),
                Clock.systemUTC(),
                items -> Faults.around(DynamoDbClient.class, items, before, after),
                objects -> Faults.around(S3Client.class, objects, before, after));
        System.out.println("listening " + server.server.url());
        new CountDownLatch(1).await();
    }

    /** The save goes no further; whoever listens to this process kills it. */
    private static void stop(String here, String point, AtomicInteger left) {
        if (here.equals(point) && left.decrementAndGet() == 0) {
            System.out.println("reached " + point);
            LockSupport.park();
            throw new IllegalStateException("nobody killed this process");
        }
    }
}
