package dev.trestle.server.installation;

import dev.trestle.mail.SmtpMailer;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.platform.identity.Identity;
import dev.trestle.platform.identity.PasswordLinks;
import dev.trestle.platform.identity.TenantNotices;
import dev.trestle.platform.jobs.JobRunner;
import dev.trestle.platform.jobs.Jobs;
import dev.trestle.platform.mail.Outbox;
import dev.trestle.platform.settings.SharedSettings.Smtp;
import dev.trestle.platform.table.PlatformTable;
import java.time.Clock;
import java.util.Map;
import java.util.Random;

/** The platform's own jobs: mails, resets of passwords, and telling systems of tenants. */
final class PlatformWork implements AutoCloseable {
    private final Jobs jobs;
    private final Outbox outbox;
    private final JobRunner runner;

    /** {@code secret} is what mails are encrypted with while they wait. */
    PlatformWork(ItemStore store, Smtp smtp, byte[] secret, Clock clock) {
        this.jobs = new Jobs(store, PlatformTable.JOBS, clock);
        this.runner = new JobRunner(jobs, JobRunner.Options.standard(), new Random());
        if (smtp.isConfigured()) {
            SmtpMailer mailer = new SmtpMailer(smtp, clock);
            this.outbox = Outbox.of(jobs, secret).with(mailer);
            runner.handle(Outbox.JOB, Outbox.RETRIES, outbox.handler(mailer));
        } else {
            this.outbox = Outbox.none();
        }
    }

    Jobs jobs() {
        return jobs;
    }

    Outbox outbox() {
        return outbox;
    }

    /** Begins, once everything that its jobs need is open. */
    void start(Identity identity, Map<String, TenantNotices.Listener> listeners) {
        runner.handle(TenantNotices.JOB, identity.tenantNotices().handler(listeners))
                .handle(PasswordLinks.JOB, identity.links().handler())
                .start();
        identity.tenants().adopt(identity.people());
        identity.tenantNotices().catchUp(identity.tenants());
    }

    @Override
    public void close() {
        runner.close();
    }
}
