package dev.trestle.platform.uploads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.model.operation.WriteRefusedException;
import dev.trestle.platform.LoopbackS3;
import dev.trestle.platform.api.Problem.Kind;
import dev.trestle.platform.jobs.Job;
import dev.trestle.platform.things.ThingsTable;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** What is left behind by uploads, and goes. */
@Tag("once")
class SweepTest extends UploadTest {
    private static final Duration OVER = Duration.ofHours(3);

    private long records() {
        return db.client()
                .scan(r -> r.tableName(ThingsTable.SUPPORT.name())
                        .filterExpression("begins_with(PK, :uploads)")
                        .expressionAttributeValues(Map.of(":uploads", AttributeValue.fromS("UPLOADS#"))))
                .count();
    }

    @Test
    void upload_neverConfirmed_isRemovedWithItsRecord() throws Exception {
        Ticket ticket = sent("a/1", "hello");
        begin("a/2", "never sent");
        sweepAfter(Duration.ofMinutes(90));
        assertThat(keys()).as("not before its time").hasSize(1);

        sweepAfter(OVER);
        assertThat(keys()).isEmpty();
        assertThat(records()).isZero();
        assertThat(jobs.list(Job.State.DONE, 10, null).items()).hasSize(2);
        assertRefused(Kind.NOT_FOUND, () -> confirm(ticket));
    }

    @Test
    void upload_confirmed_staysWhileItsRecordGoes() throws Exception {
        Ticket ticket = sent("a/1", "hello");
        confirm(ticket);
        sweepAfter(OVER);

        assertThat(keys()).containsExactly("a/1");
        assertThat(records()).isZero();
    }

    @Test
    void upload_movedButNeverCommitted_isRemovedFromItsKey() throws Exception {
        uploads.confirm(ANN, sent("a/1", "hello").uploadId());
        assertThat(keys()).contains("a/1");

        sweepAfter(OVER);
        assertThat(keys()).isEmpty();
    }

    @Test
    void upload_movedOverSomethingElse_isNotRemovedFromThere() throws Exception {
        s3.client.putObject(r -> r.bucket(LoopbackS3.BUCKET).key("a/1"), RequestBody.fromString("older"));
        uploads.confirm(ANN, sent("a/1", "hello").uploadId());

        sweepAfter(OVER);
        assertThat(keys()).containsExactly("a/1");
    }

    @Test
    void upload_whoseKeyWasTakenByALaterOne_leavesThatAlone() throws Exception {
        uploads.confirm(ANN, sent("a/1", "hello").uploadId());
        clock.advance(Duration.ofMinutes(30));
        assertThat(confirm(sent("a/1", "later"))).isTrue();

        sweepAfter(OVER);
        assertThat(text("a/1")).isEqualTo("later");
    }

    @Test
    void upload_confirmedInTimeAndCommittedAfterIt_stays() throws Exception {
        Ticket ticket = sent("a/1", "hello");
        clock.advance(Duration.ofMinutes(59));
        Confirmation late = uploads.confirm(ANN, ticket.uploadId());
        sweepAfter(Duration.ofMinutes(2));

        assertThat(late.commit(store.transaction())).isTrue();
        sweepAfter(OVER);
        assertThat(keys()).containsExactly("a/1");
    }

    @Test
    void commit_afterTheSweep_writesNothing() throws Exception {
        Confirmation forgotten = uploads.confirm(ANN, sent("a/1", "hello").uploadId());
        sweepAfter(OVER);

        assertThatThrownBy(() -> forgotten.commit(store.transaction())).isInstanceOf(WriteRefusedException.class);
        assertThat(keys()).isEmpty();
    }

    @Test
    void parts_neverConfirmed_areAborted() throws Exception {
        UploadLimits parts = LIMITS.withParts(5 << 20, 5 << 20);
        Ticket ticket = uploads.begin(ANN, Intent.of("a/1", "text/plain", 12 << 20), parts);
        assertThat(put(ticket.puts().get(0), "x".repeat(5 << 20))).isEqualTo(200);
        assertThat(multiparts()).hasSize(1);

        sweepAfter(OVER);
        assertThat(multiparts()).isEmpty();
        assertThat(put(ticket.puts().get(1), "x".repeat(5 << 20))).isEqualTo(404);
        assertThat(keys()).isEmpty();
    }
}
