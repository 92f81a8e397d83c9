package dev.trestle.conformance.s3;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.conformance.Alone;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.sync.RequestBody;

/** Many clients at once. */
@Tag("once")
@Alone
class S3LoadTest extends S3Test {
    private static final int CLIENTS = 200;
    private static final int ROUNDS = 5;

    @Test
    void clients_twoHundredAtOnce_eachGetTheirOwn() throws Exception {
        String bucket = newBucket();
        ExecutorService threads = Executors.newFixedThreadPool(CLIENTS);
        try {
            List<Future<?>> running = new ArrayList<>();
            for (int client = 0; client < CLIENTS; client++) {
                int number = client;
                running.add(threads.submit(() -> work(bucket, number)));
            }
            for (Future<?> client : running) {
                client.get();
            }
        } finally {
            threads.shutdownNow();
        }
        assertThat(s3.listObjectsV2(r -> r.bucket(bucket)).contents()).hasSize(CLIENTS);
        assertThat(server.store().verify(true).problems()).isEmpty();
    }

    private void work(String bucket, int client) {
        Random random = new Random(client);
        String key = "client-" + client;
        for (int round = 0; round < ROUNDS; round++) {
            byte[] content = bytes(random.nextInt(random.nextInt(4) == 0 ? 1_000_000 : 20_000), random.nextLong());
            s3.putObject(r -> r.bucket(bucket).key(key), RequestBody.fromBytes(content));
            assertThat(s3.getObjectAsBytes(r -> r.bucket(bucket).key(key)).asByteArray())
                    .isEqualTo(content);
        }
    }
}
