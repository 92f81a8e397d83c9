package dev.trestle.mail;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.ServerSetup;
import dev.trestle.engine.EngineOptions;
import dev.trestle.engine.SetClock;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Transaction;
import dev.trestle.model.operation.WriteRefusedException;
import dev.trestle.platform.jobs.Job;
import dev.trestle.platform.jobs.Job.State;
import dev.trestle.platform.jobs.JobRunner;
import dev.trestle.platform.jobs.Jobs;
import dev.trestle.platform.mail.Mail;
import dev.trestle.platform.mail.Mailer;
import dev.trestle.platform.mail.Outbox;
import dev.trestle.platform.settings.MailAddress;
import dev.trestle.platform.settings.Secret;
import dev.trestle.platform.settings.SharedSettings.Security;
import dev.trestle.platform.settings.SharedSettings.Smtp;
import dev.trestle.platform.table.Mark;
import dev.trestle.platform.table.PlatformTable;
import dev.trestle.sdk.TrestleDb;
import java.time.Duration;
import java.time.Instant;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Mails that wait, are tried again, and are neither lost nor sent without their change. */
@Tag("once")
class OutboxTest {
    private static final Mail MAIL = Mail.of("ann@example.org", "Your link", "token-in-the-mail", null);

    private final SetClock clock = new SetClock(Instant.parse("2026-05-01T12:00:00Z"));
    private final TrestleDb db = TrestleDb.open(EngineOptions.inMemory().withClock(clock));
    private final ItemStore store = store();
    private final Jobs jobs = new Jobs(store, PlatformTable.JOBS, clock);
    private final Outbox outbox = Outbox.of(jobs, new byte[32]);
    private final GreenMail server = new GreenMail(new ServerSetup(0, "localhost", ServerSetup.PROTOCOL_SMTP));

    private ItemStore store() {
        ItemStore made =
                ItemStore.builder(db.client(), PlatformTable.MODEL).clock(clock).build();
        made.createTables();
        return made;
    }

    @AfterEach
    void stop() {
        server.stop();
        db.close();
    }

    private Mailer smtp() {
        Smtp settings = new Smtp(
                "localhost",
                server.getSmtp().getPort(),
                Security.NONE,
                "",
                Secret.NONE,
                new MailAddress("trestle@example.org"));
        return new SmtpMailer(settings, clock);
    }

    private int runDue(Mailer mailer) {
        try (JobRunner runner = new JobRunner(jobs, JobRunner.Options.standard(), new Random(7))) {
            return runner.handle(Outbox.JOB, Outbox.RETRIES, outbox.handler(mailer))
                    .runDue();
        }
    }

    private Job only(State state) {
        assertThat(jobs.list(state, 10, null).items()).hasSize(1);
        return jobs.list(state, 10, null).items().get(0);
    }

    @Test
    void enqueue_inAChange_isSentWithItAndNotWithoutIt() throws Exception {
        server.start();
        Mark mark = new Mark("m", "v", clock.instant());
        Transaction change = store.transaction().create(PlatformTable.MARK, mark);
        outbox.enqueue(change, MAIL);
        change.commit();
        Transaction again = store.transaction().create(PlatformTable.MARK, mark);
        outbox.enqueue(again, MAIL);
        assertThatThrownBy(again::commit).isInstanceOf(WriteRefusedException.class);

        assertThat(runDue(smtp())).isEqualTo(1);
        assertThat(server.getReceivedMessages()).hasSize(1);
        assertThat(server.getReceivedMessages()[0].getContent()).isEqualTo("token-in-the-mail");
    }

    @Test
    void job_whileItWaitsAndAfterwards_showsTheRecipientAndNoText() {
        outbox.enqueue(store, MAIL);

        Job waiting = only(State.WAITING);
        assertThat(waiting.subject()).isEqualTo("ann@example.org");
        assertThat(waiting.toString()).doesNotContain("token-in-the-mail", "Your link");
        assertThatThrownBy(() -> {
                    Outbox foreign = Outbox.of(jobs, "another secret, of 32 bytes long".getBytes("UTF-8"));
                    try (JobRunner runner = new JobRunner(jobs, JobRunner.Options.standard(), new Random(7))) {
                        runner.handle(Outbox.JOB, foreign.handler((id, mail) -> {}))
                                .runDue();
                    }
                    throw new IllegalStateException(
                            only(State.PARKED).history().get(2).note());
                })
                .hasMessageContaining("another secret");
    }

    @Test
    void mail_serverDownThenUp_isSentOnceItIsUp() {
        server.start();
        int port = server.getSmtp().getPort();
        server.stop();
        Mailer mailer = new SmtpMailer(
                new Smtp("localhost", port, Security.NONE, "", Secret.NONE, new MailAddress("trestle@example.org")),
                clock);
        outbox.enqueue(store, MAIL);

        assertThat(runDue(mailer)).isEqualTo(1);
        Job failed = only(State.WAITING);
        assertThat(failed.nextAt()).isAfter(clock.instant().plusSeconds(30));
        assertThat(runDue(mailer)).as("not before its time").isZero();

        GreenMail back = new GreenMail(new ServerSetup(port, "localhost", ServerSetup.PROTOCOL_SMTP));
        back.start();
        try {
            clock.advance(Duration.ofMinutes(2));
            assertThat(runDue(mailer)).isEqualTo(1);
            assertThat(back.getReceivedMessages()).hasSize(1);
            assertThat(only(State.DONE).attempts()).isEqualTo(2);
        } finally {
            back.stop();
        }
    }

    @Test
    void mail_thatFailsFiveTimes_isParkedWithTheReason() {
        outbox.enqueue(store, MAIL);
        Mailer down = (id, mail) -> {
            throw new dev.trestle.platform.mail.MailException("The server is down.", false, new Exception());
        };
        for (int attempt = 1; attempt <= 5; attempt++) {
            assertThat(runDue(down)).as("attempt %s", attempt).isEqualTo(1);
            clock.advance(Duration.ofMinutes(15));
        }
        assertThat(runDue(down)).isZero();
        Job parked = only(State.PARKED);
        assertThat(parked.attempts()).isEqualTo(5);
        assertThat(parked.history().get(parked.history().size() - 1).note()).contains("The server is down.");
    }

    @Test
    void mail_sentWhenTheProcessDiesBeforeItSaysSo_isSentAgainUnderTheSameId() throws Exception {
        server.start();
        outbox.enqueue(store, MAIL);
        Mailer dying = (id, mail) -> {
            smtp().send(id, mail);
            throw new ProcessDies();
        };
        assertThatThrownBy(() -> runDue(dying)).isInstanceOf(ProcessDies.class);
        assertThat(only(State.RUNNING).attempts()).isEqualTo(1);
        assertThat(runDue(smtp())).as("its lease still holds").isZero();

        clock.advance(Duration.ofMinutes(2));
        assertThat(runDue(smtp())).isEqualTo(1);
        assertThat(server.getReceivedMessages()).hasSize(2);
        assertThat(server.getReceivedMessages()[0].getMessageID())
                .isEqualTo(server.getReceivedMessages()[1].getMessageID());
        assertThat(only(State.DONE).attempts()).isEqualTo(2);
    }

    /** No exception, so that nothing that handles exceptions handles it. */
    private static final class ProcessDies extends Error {}
}
