package dev.trestle.platform.uploads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.platform.Faults;
import dev.trestle.platform.LoopbackS3;
import dev.trestle.platform.api.Problem.Kind;
import dev.trestle.platform.things.ThingsTable;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.HeadObjectResponse;

/** Uploads of files that are sent in parts. */
class PartsTest extends UploadTest {
    private static final int MIB = 1 << 20;
    private static final int PART = 5 * MIB;
    private static final UploadLimits PARTS =
            UploadLimits.of(2_000_000_000, "text/plain").withParts(PART, PART);

    private Ticket begin(long length) {
        return uploads.begin(ANN, Intent.of("big", "text/plain", length), PARTS);
    }

    private void send(Ticket ticket) throws Exception {
        for (Ticket.Put part : ticket.puts()) {
            assertThat(put(part, "x".repeat(Math.toIntExact(part.length())))).isEqualTo(200);
        }
    }

    @Test
    void confirm_allParts_makesOneObject() throws Exception {
        Ticket ticket = begin(2 * PART + 7);
        assertThat(ticket.parts()).isEqualTo(3);
        send(ticket);

        assertThat(confirm(ticket)).isTrue();
        HeadObjectResponse stored =
                s3.client.headObject(r -> r.bucket(LoopbackS3.BUCKET).key("big"));
        assertThat(stored.contentLength()).isEqualTo(2 * PART + 7);
        assertThat(stored.contentType()).isEqualTo("text/plain");
        assertThat(keys()).containsExactly("big");
        assertThat(multiparts()).isEmpty();
        assertThat(put(ticket.puts().get(2), "y".repeat(7)))
                .as("an old address")
                .isEqualTo(404);
        assertThat(confirm(ticket)).isFalse();
    }

    @Test
    void begin_whileTheObjectStoreRefuses_countsAsNoUpload() {
        Faults faults = new Faults();
        Uploads throttled = new Uploads(
                store,
                ThingsTable.UPLOADS,
                jobs,
                faults.in(S3Client.class, s3.client),
                s3.presigner,
                Uploads.Place.in(LoopbackS3.BUCKET),
                clock);
        Intent intent = Intent.of("big", "text/plain", 2 * PART);
        faults.fail(request -> true);
        assertThatThrownBy(() -> throttled.begin(ANN, intent, PARTS.withOpen(1)))
                .hasMessageContaining("throttled");
        faults.stop();

        assertThat(throttled.begin(ANN, intent, PARTS.withOpen(1)).parts()).isEqualTo(2);
    }

    @Test
    void confirm_aPartMissing_isRefusedUntilItIsSent() throws Exception {
        Ticket ticket = begin(2 * PART + 7);
        put(ticket.puts().get(0), "x".repeat(PART));
        put(ticket.puts().get(2), "x".repeat(7));
        assertRefused(Kind.CONFLICT, () -> confirm(ticket));
        assertThat(put(ticket.puts().get(2), "x".repeat(8)))
                .as("longer than was signed")
                .isEqualTo(403);

        assertThat(put(uploads.parts(ANN, ticket.uploadId(), 2).puts().get(0), "x".repeat(PART)))
                .isEqualTo(200);
        assertThat(confirm(ticket)).isTrue();
    }

    @Test
    @Tag("once")
    void confirm_afterACrashBehindTheJoin_isDoneAgain() throws Exception {
        Ticket ticket = begin(PART + 1);
        send(ticket);
        uploads.confirm(ANN, ticket.uploadId());
        clock.advance(Duration.ofSeconds(70));

        assertThat(confirm(another(), ANN, ticket.uploadId())).isTrue();
        assertThat(keys()).containsExactly("big");
    }

    @Test
    void checksum_ofTheWhole_isHeld() throws Exception {
        Checksum wrong = new Checksum(Checksum.Algorithm.CRC64NVME, "AAAAAAAAAAA=");
        Ticket ticket = uploads.begin(ANN, new Intent("big", "text/plain", PART + 1L, wrong), PARTS);
        send(ticket);
        assertRefused(Kind.UNPROCESSABLE, () -> confirm(ticket));
        String right = s3.client
                .headObject(r -> r.bucket(LoopbackS3.BUCKET)
                        .key("staging/" + ticket.uploadId())
                        .checksumMode("ENABLED"))
                .checksumCRC64NVME();
        Ticket second = uploads.begin(
                ANN,
                new Intent("big", "text/plain", PART + 1L, new Checksum(Checksum.Algorithm.CRC64NVME, right)),
                PARTS);
        send(second);

        assertThat(confirm(second)).isTrue();
        Checksum sha = new Checksum(Checksum.Algorithm.SHA256, "A".repeat(43) + "=");
        assertRefused(Kind.INVALID, () -> uploads.begin(ANN, new Intent("big", "text/plain", PART + 1L, sha), PARTS));
    }

    @Test
    void parts_manyOfThem_comeInPages() {
        Ticket ticket = begin(250L * PART);
        assertThat(ticket.parts()).isEqualTo(250);
        assertThat(ticket.puts()).hasSize(100);

        assertThat(uploads.parts(ANN, ticket.uploadId(), 201).puts()).hasSize(50);
        assertRefused(Kind.INVALID, () -> uploads.parts(ANN, ticket.uploadId(), 251));
        assertRefused(Kind.INVALID, () -> uploads.parts(ANN, ticket.uploadId(), 0));
    }

    @Test
    @Tag("slow")
    void confirm_someHundredMegabytes_takesNoMemory() throws Exception {
        long length = 400L * MIB;
        Ticket ticket = uploads.begin(ANN, Intent.of("big", "text/plain", length), PARTS.withParts(PART, 16 * MIB));
        for (Ticket.Put part : ticket.puts()) {
            assertThat(put(
                            part,
                            part.headers(),
                            BodyPublishers.fromPublisher(
                                    BodyPublishers.ofInputStream(() -> new Letters(part.length())), part.length())))
                    .isEqualTo(200);
        }
        var threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadAllocatedBytes();

        assertThat(confirm(ticket)).isTrue();
        assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(32L * MIB);
        assertThat(s3.client
                        .headObject(r -> r.bucket(LoopbackS3.BUCKET).key("big"))
                        .contentLength())
                .isEqualTo(length);
    }

    /** So many letters, none of them kept. */
    private static final class Letters extends InputStream {
        private long left;

        Letters(long count) {
            left = count;
        }

        @Override
        public int read() {
            return left-- > 0 ? 'x' : -1;
        }

        @Override
        public int read(byte[] into, int from, int count) {
            int given = (int) Math.min(count, left);
            java.util.Arrays.fill(into, from, from + given, (byte) 'x');
            left -= given;
            return given == 0 ? -1 : given;
        }
    }
}
