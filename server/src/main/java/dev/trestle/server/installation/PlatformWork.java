package dev.trestle.server.installation;

import dev.trestle.mail.SmtpMailer;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.platform.jobs.JobRunner;
import dev.trestle.platform.jobs.Jobs;
import dev.trestle.platform.mail.Outbox;
import dev.trestle.platform.settings.SharedSettings.Smtp;
import dev.trestle.platform.table.PlatformTable;
import java.time.Clock;
import java.util.Random;

/** The platform's own jobs: mails. */
final class PlatformWork implements AutoCloseable {
    private final Jobs jobs;
    private final Outbox outbox;
    private final JobRunner runner;

    /** {@code secret} is what mails are encrypted with while they wait. */
    PlatformWork(ItemStore store, Smtp smtp, byte[] secret, Clock clock) {
        this.jobs = new Jobs(store, PlatformTable.JOBS, clock);
        this.runner = new JobRunner(jobs, JobRunner.Options.standard(), new Random());
        this.outbox = smtp.isConfigured() ? Outbox.of(jobs, secret) : Outbox.none();
        if (smtp.isConfigured()) {
            runner.handle(Outbox.JOB, Outbox.RETRIES, outbox.handler(new SmtpMailer(smtp, clock)));
        }
    }

    Jobs jobs() {
        return jobs;
    }

    Outbox outbox() {
        return outbox;
    }

    /** Begins, once everything that its jobs need is open. */
    void start() {
        runner.start();
    }

    @Override
    public void close() {
        runner.close();
    }
}
