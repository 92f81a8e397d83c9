package dev.trestle.platform.uploads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.model.operation.WriteRefusedException;
import dev.trestle.model.verify.Report;
import dev.trestle.model.verify.Severity;
import dev.trestle.model.verify.Verifier;
import dev.trestle.platform.LoopbackS3;
import dev.trestle.platform.api.Problem.Kind;
import dev.trestle.platform.things.ThingsTable;
import dev.trestle.platform.things.ThingsTable.Attachment;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.sync.RequestBody;

/** Uploads in one piece, from their announcement to their confirmation. */
class UploadsTest extends UploadTest {
    @Test
    void confirm_sent_movesTheBytesAndCommitsWithTheSystem() throws Exception {
        Ticket ticket = sent("a/1", "hello");
        assertThat(keys()).containsExactly("staging/" + ticket.uploadId());

        assertThat(confirm(ticket)).isTrue();
        assertThat(keys()).containsExactly("a/1");
        assertThat(text("a/1")).isEqualTo("hello");
        assertThat(s3.client
                        .headObject(r -> r.bucket(LoopbackS3.BUCKET).key("a/1"))
                        .contentType())
                .isEqualTo("text/plain");
        assertThat(store.get(ThingsTable.ATTACHMENT_BY_KEY.of("a/1"))).contains(new Attachment("a/1", "acme", 5));
    }

    @Test
    void confirm_again_isToldOfTheFirst() throws Exception {
        Ticket ticket = sent("a/1", "hello");
        assertThat(confirm(ticket)).isTrue();

        assertThat(confirm(ticket)).isFalse();
        try (Confirmation again = another().confirm(ANN, ticket.uploadId())) {
            assertThat(again.isRepeated()).isTrue();
            assertThat(again.key()).isEqualTo("a/1");
            assertThat(again.length()).isEqualTo(5);
            assertThat(again.etag())
                    .isEqualTo(s3.client
                            .headObject(r -> r.bucket(LoopbackS3.BUCKET).key("a/1"))
                            .eTag());
            assertThatThrownBy(() -> again.commit(store.transaction())).isInstanceOf(IllegalStateException.class);
        }
    }

    @Test
    @Tag("once")
    void confirm_manyAtATime_isDoneOnce() throws Exception {
        Ticket ticket = sent("a/1", "hello");
        ExecutorService pool = Executors.newFixedThreadPool(8);
        List<CompletableFuture<Boolean>> all = IntStream.range(0, 8)
                .mapToObj(i -> CompletableFuture.supplyAsync(() -> confirm(ticket), pool)
                        .exceptionally(refused -> false))
                .toList();

        assertThat(all.stream().map(CompletableFuture::join).filter(done -> done))
                .hasSize(1);
        pool.shutdown();
        assertThat(confirm(ticket)).isFalse();
        assertThat(text("a/1")).isEqualTo("hello");
    }

    @Test
    void oldAddress_afterTheConfirmation_changesNothing() throws Exception {
        Ticket ticket = sent("a/1", "hello");
        confirm(ticket);

        assertThat(put(ticket.puts().get(0), "HELLO")).isEqualTo(200);
        assertThat(text("a/1")).isEqualTo("hello");
        assertThat(confirm(ticket)).as("a second confirmation looks at nothing").isFalse();
        assertThat(text("a/1")).isEqualTo("hello");
        sweepAfter(Duration.ofHours(3));
        assertThat(keys()).containsExactly("a/1");
    }

    @Test
    void address_otherLengthTypeOrKey_isRefusedByTheStore() throws Exception {
        Ticket.Put put = begin("a/1", "hello").puts().get(0);
        Map<String, String> otherType = new HashMap<>(put.headers());
        otherType.replaceAll((name, value) -> name.equalsIgnoreCase("content-type") ? "text/html" : value);

        assertThat(put(put, "hello!")).isEqualTo(403);
        assertThat(put(put, "hell")).isEqualTo(403);
        assertThat(put(put, otherType, BodyPublishers.ofString("hello"))).isEqualTo(403);
        assertThat(put(put, Map.of(), BodyPublishers.ofString("hello"))).isEqualTo(403);
        Ticket.Put moved = new Ticket.Put(1, put.url().replace("/staging/", "/a/"), put.headers(), put.length());
        assertThat(put(moved, "hello")).isEqualTo(403);
        assertThat(keys()).isEmpty();
        assertThat(put(put, "hello")).isEqualTo(200);
    }

    @Test
    void address_afterItsTime_isRefusedByTheStore() throws Exception {
        Ticket.Put put = begin("a/1", "hello").puts().get(0);
        ahead.set(Duration.ofMinutes(61));

        assertThat(put(put, "hello")).isEqualTo(403);
        ahead.set(Duration.ZERO);
        assertThat(keys()).isEmpty();
    }

    @Test
    void checksum_promised_isHeld() throws Exception {
        byte[] digest = MessageDigest.getInstance("SHA-256").digest("hello".getBytes(StandardCharsets.UTF_8));
        Checksum checksum =
                new Checksum(Checksum.Algorithm.SHA256, Base64.getEncoder().encodeToString(digest));
        Ticket ticket = uploads.begin(ANN, new Intent("a/1", "text/plain", 5L, checksum), LIMITS);

        assertThat(put(ticket.puts().get(0), "HELLO")).isEqualTo(400);
        assertThat(put(ticket.puts().get(0), "hello")).isEqualTo(200);
        assertThat(confirm(ticket)).isTrue();
        assertRefused(Kind.INVALID, () -> new Checksum(Checksum.Algorithm.SHA256, "AAAA"));
        assertRefused(Kind.INVALID, () -> new Checksum(Checksum.Algorithm.CRC64NVME, "not base64"));
    }

    /** Whoever has the store's own keys can put anything under the staging key. */
    @Test
    void confirm_otherBytesThanAnnounced_isRefusedAndMovesNothing() throws Exception {
        Ticket longer = begin("a/1", "hello");
        stage(longer, "text/plain", "hello!");
        assertRefused(Kind.UNPROCESSABLE, () -> confirm(longer));
        stage(longer, "text/html", "hello");
        assertRefused(Kind.UNPROCESSABLE, () -> confirm(longer));
        stage(longer, "text/plain", "hello");
        assertThat(confirm(longer)).isTrue();

        Ticket page = begin("a/2", "<script>alert(1)</script>");
        stage(page, "text/plain", "<script>alert(1)</script>");
        assertRefused(Kind.UNPROCESSABLE, () -> confirm(page));
        Ticket picture = uploads.begin(ANN, Intent.of("a/3", "image/png", 5), LIMITS);
        stage(picture, "image/png", "hello");
        assertRefused(Kind.UNPROCESSABLE, () -> confirm(picture));
        assertThat(keys()).doesNotContain("a/2", "a/3");
    }

    private void stage(Ticket ticket, String type, String body) {
        s3.client.putObject(
                r -> r.bucket(LoopbackS3.BUCKET)
                        .key("staging/" + ticket.uploadId())
                        .contentType(type),
                RequestBody.fromString(body));
    }

    @Test
    void confirm_nothingSent_isRefusedAndMayBeTriedAgain() throws Exception {
        Ticket ticket = begin("a/1", "hello");
        assertRefused(Kind.CONFLICT, () -> confirm(ticket));

        assertThat(put(ticket.puts().get(0), "hello")).isEqualTo(200);
        assertThat(confirm(ticket)).isTrue();
    }

    @Test
    void length_notAnnounced_isComparedWithTheLimitOnArrival() throws Exception {
        UploadLimits five = UploadLimits.of(5, "text/plain");
        Ticket ticket = uploads.begin(ANN, Intent.unsized("a/1", "text/plain"), five);
        assertThat(ticket.puts().get(0).length()).isNull();
        assertThat(put(ticket.puts().get(0), Map.of("content-type", "text/html"), BodyPublishers.ofString("hello")))
                .isEqualTo(403);
        assertThat(put(ticket.puts().get(0), "too long")).isEqualTo(200);

        assertRefused(Kind.UNPROCESSABLE, () -> confirm(ticket));
        assertThat(keys()).isEmpty(); // what nobody takes is dropped
        assertRefused(Kind.CONFLICT, () -> confirm(ticket));
        assertThat(put(ticket.puts().get(0), "four")).isEqualTo(200);
        assertThat(confirm(ticket)).isTrue();
        assertThat(store.get(ThingsTable.ATTACHMENT_BY_KEY.of("a/1"))).contains(new Attachment("a/1", "acme", 4));
    }

    @Test
    void confirm_emptyFile_isAFile() throws Exception {
        assertThat(confirm(sent("a/1", ""))).isTrue();
        assertThat(text("a/1")).isEmpty();
    }

    @Test
    void confirm_bySomebodyElse_findsNothing() throws Exception {
        Ticket ticket = sent("a/1", "hello");

        assertRefused(Kind.NOT_FOUND, () -> confirm(uploads, of("ann", "other"), ticket.uploadId()));
        assertRefused(Kind.NOT_FOUND, () -> confirm(uploads, of("ann", null), ticket.uploadId()));
        assertRefused(Kind.NOT_FOUND, () -> confirm(uploads, of("bob", "acme"), ticket.uploadId()));
        assertRefused(Kind.NOT_FOUND, () -> uploads.parts(of("bob", "acme"), ticket.uploadId(), 1));
        assertRefused(Kind.NOT_FOUND, () -> confirm(uploads, ANN, "../" + ticket.uploadId()));
        assertRefused(Kind.NOT_FOUND, () -> confirm(uploads, ANN, "OPEN#x"));
        assertThat(confirm(ticket)).isTrue();
        assertRefused(Kind.NOT_FOUND, () -> confirm(uploads, of("ann", "other"), ticket.uploadId()));
    }

    @Test
    void confirm_afterItsTime_isTooLate() throws Exception {
        Ticket ticket = sent("a/1", "hello");
        clock.advance(Duration.ofMinutes(61));

        assertRefused(Kind.GONE, () -> confirm(ticket));
        assertRefused(Kind.GONE, () -> uploads.parts(ANN, ticket.uploadId(), 1));
        assertThat(keys()).doesNotContain("a/1");
    }

    @Test
    void begin_beyondTheLimits_isRefused() {
        assertRefused(Kind.INVALID, () -> uploads.begin(ANN, Intent.of("a", "text/plain", 100_000_001), LIMITS));
        assertRefused(Kind.INVALID, () -> uploads.begin(ANN, Intent.of("a", "text/plain", -1), LIMITS));
        for (String type :
                List.of("text/html", "image", "image/png\r\nx: y", "text/plain; charset=x", "", "IMAGE/PNG")) {
            assertRefused(Kind.INVALID, () -> uploads.begin(ANN, Intent.of("a", type, 1), LIMITS));
        }
        assertThatThrownBy(() -> uploads.begin(ANN, Intent.of("staging/x", "text/plain", 1), LIMITS))
                .isInstanceOf(IllegalArgumentException.class);
        UploadLimits two = LIMITS.withOpen(2);
        uploads.begin(ANN, Intent.of("a", "image/gif", 1), two);
        uploads.begin(ANN, Intent.of("b", "image/gif", 1), two);
        assertRefused(Kind.RATE_LIMITED, () -> uploads.begin(ANN, Intent.of("c", "image/gif", 1), two));
        uploads.begin(of("bob", "acme"), Intent.of("c", "image/gif", 1), two);
    }

    @Test
    void begin_confirmedOnes_doNotCount() throws Exception {
        for (int i = 0; i < 3; i++) {
            Ticket ticket = uploads.begin(ANN, Intent.of("a/" + i, "text/plain", 1), LIMITS.withOpen(1));
            put(ticket.puts().get(0), "x");
            assertThat(confirm(ticket)).isTrue();
        }
    }

    @Test
    @Tag("once")
    void crash_betweenCopyAndCommit_isDoneAgain() throws Exception {
        Ticket ticket = sent("a/1", "hello");
        uploads.confirm(ANN, ticket.uploadId()); // and then its process is gone
        assertThat(keys()).contains("a/1", "staging/" + ticket.uploadId());

        assertRefused(Kind.CONFLICT, () -> confirm(another(), ANN, ticket.uploadId()));
        clock.advance(Duration.ofSeconds(61));
        assertThat(confirm(another(), ANN, ticket.uploadId())).isTrue();
        assertThat(keys()).containsExactly("a/1");
    }

    @Test
    void commit_afterAnotherHasConfirmed_writesNothing() throws Exception {
        Ticket ticket = sent("a/1", "hello");
        Confirmation slow = uploads.confirm(ANN, ticket.uploadId());
        clock.advance(Duration.ofSeconds(61));
        assertThat(confirm(another(), ANN, ticket.uploadId())).isTrue();

        assertThat(slow.commit(store.transaction().put(ThingsTable.ATTACHMENT, new Attachment("a/other", "acme", 5))))
                .isFalse();
        assertThat(store.get(ThingsTable.ATTACHMENT_BY_KEY.of("a/other"))).isEmpty();
    }

    @Test
    void commit_refusedByTheSystem_leavesTheUploadOpen() throws Exception {
        Ticket ticket = sent("a/1", "hello");
        store.put(ThingsTable.ATTACHMENT, new Attachment("a/1", "acme", 0));

        assertThatThrownBy(() -> confirm(ticket)).isInstanceOf(WriteRefusedException.class);
        store.delete(ThingsTable.ATTACHMENT, new Attachment("a/1", "acme", 0));
        assertThat(confirm(ticket)).isTrue();
    }

    @Test
    void model_withUploads_isSound() {
        Report report = Verifier.verify(ThingsTable.MODEL);
        assertThat(report.open(Severity.ERROR)).isEmpty();
        assertThat(report.open(Severity.WARNING)).isEmpty();
    }

    @Test
    void ticket_asText_hasNoAddress() {
        assertThat(begin("a/1", "hello").toString()).doesNotContain("http", "Signature");
    }
}
