package dev.trestle.platform.uploads;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.platform.operation.Changes;
import dev.trestle.platform.operation.Decision;
import dev.trestle.platform.things.ThingsTable;
import dev.trestle.platform.things.ThingsTable.Attachment;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Uploads that a decision closes. */
class ConfirmationTest extends UploadTest {
    private final Changes changes = new Changes(jobs, new Random(7));

    private String decided(Confirmation stored, String key) {
        return changes.run(
                store,
                () -> stored.isConfirmedMeanwhile()
                        ? Decision.of("done by another")
                        : stored.closedBy(
                                Decision.of("done").create(ThingsTable.ATTACHMENT, new Attachment(key, "acme", 5))));
    }

    @Test
    void decision_thatClosesAnUpload_isCommittedWithIt() throws Exception {
        Ticket ticket = sent("a/1", "hello");
        try (Confirmation stored = uploads.confirm(ANN, ticket.uploadId())) {
            assertThat(decided(stored, "a/1")).isEqualTo("done");
        }

        assertThat(keys()).containsExactly("a/1");
        assertThat(store.get(ThingsTable.ATTACHMENT_BY_KEY.of("a/1"))).isPresent();
        assertThat(uploads.confirm(ANN, ticket.uploadId()).isRepeated()).isTrue();
    }

    @Test
    void decision_afterAnotherHasConfirmed_writesNothing() throws Exception {
        Ticket ticket = sent("a/1", "hello");
        Confirmation slow = uploads.confirm(ANN, ticket.uploadId());
        clock.advance(Duration.ofSeconds(61));
        try (Confirmation other = another().confirm(ANN, ticket.uploadId())) {
            assertThat(decided(other, "a/1")).isEqualTo("done");
        }

        assertThat(decided(slow, "a/other")).isEqualTo("done by another");
        assertThat(store.get(ThingsTable.ATTACHMENT_BY_KEY.of("a/other"))).isEmpty();
    }
}
