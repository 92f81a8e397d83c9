package dev.trestle.conformance.soak;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.BucketAlreadyOwnedByYouException;
import software.amazon.awssdk.services.s3.model.NoSuchKeyException;

/** Objects over the S3 port: puts, copies over each other, deletes. An object's number says what all of its bytes are. */
final class ObjectsLoad implements Load {
    private static final String BUCKET = "soak";
    private static final int KEYS = 20;
    private static final int LENGTH_MAX = 300_000;

    private final String worker;
    private final Ledger ledger;
    private S3Client client;
    private long number;

    ObjectsLoad(String worker, AtomicInteger acknowledgements, Life life) {
        this.worker = worker;
        this.ledger = new Ledger(acknowledgements);
        this.client = Endpoints.s3(life.s3());
    }

    @Override
    public void connect(Life life) {
        client.close();
        client = Endpoints.s3(life.s3());
        try {
            client.createBucket(r -> r.bucket(BUCKET));
        } catch (BucketAlreadyOwnedByYouException there) {
            // Another worker made it, or another life.
        }
    }

    private static byte[] bytes(String value) {
        Random random = new Random(Long.parseLong(value));
        byte[] bytes = new byte[value.length() + 1 + random.nextInt(LENGTH_MAX)];
        random.nextBytes(bytes);
        byte[] head = (value + "\n").getBytes(StandardCharsets.US_ASCII);
        System.arraycopy(head, 0, bytes, 0, head.length);
        return bytes;
    }

    @Override
    public void step(Random random) throws Exception {
        String key = worker + "/" + random.nextInt(KEYS);
        String value = Long.toString(++number);
        if (random.nextInt(5) == 0) {
            ledger.write(
                    Set.of(key),
                    Ledger.ABSENT,
                    () -> client.deleteObject(r -> r.bucket(BUCKET).key(key)));
        } else {
            ledger.write(
                    Set.of(key),
                    value,
                    () -> client.putObject(r -> r.bucket(BUCKET).key(key), RequestBody.fromBytes(bytes(value))));
        }
    }

    @Override
    public void check(String where) throws Exception {
        ledger.check(where + ", objects of " + worker, key -> {
            try {
                byte[] found =
                        client.getObjectAsBytes(r -> r.bucket(BUCKET).key(key)).asByteArrayUnsafe();
                String text = new String(found, 0, Math.min(found.length, 20), StandardCharsets.ISO_8859_1);
                String value = text.substring(0, text.indexOf('\n'));
                assertThat(found).as(where + ": " + key).isEqualTo(bytes(value));
                return value;
            } catch (NoSuchKeyException absent) {
                return Ledger.ABSENT;
            }
        });
    }
}
