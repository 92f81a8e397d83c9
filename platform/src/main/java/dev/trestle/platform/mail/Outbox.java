package dev.trestle.platform.mail;

import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Transaction;
import dev.trestle.platform.api.Json;
import dev.trestle.platform.jobs.HopelessException;
import dev.trestle.platform.jobs.JobContext;
import dev.trestle.platform.jobs.JobHandler;
import dev.trestle.platform.jobs.JobRunner.Retries;
import dev.trestle.platform.jobs.Jobs;
import dev.trestle.platform.secret.Seal;
import java.io.IOException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Base64;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Mails that wait to be sent. A mail is enqueued in the transaction of the change that it tells of, so that there is neither one without
 * the other. Each is a job of the platform: it is tried {@value #ATTEMPTS} times and parked then, where an administrator sees it. A mail
 * may be sent twice, after a crash, and then has the same Message-ID; it is not lost.
 *
 * <pre>{@code
 * Transaction change = store.transaction().put(NOTE, note);
 * outbox.enqueue(change, Mail.of("ann@example.org", "A note for you", text, null));
 * change.commit();
 * outbox.committed();
 * }</pre>
 *
 * <p>{@code Decision.mail} does the same in a declared operation. Mails hold links that open accounts, so that they are encrypted while
 * they wait: the console and a backup show whom a mail is for, and nothing else of it. For any number of threads.
 */
public final class Outbox {
    /** The type of its jobs. */
    public static final String JOB = "mail";

    /** Within a quarter of an hour: a server that asks to come back later says so for minutes. */
    public static final Retries RETRIES = new Retries(Outbox.ATTEMPTS, Duration.ofMinutes(1));

    static final int ATTEMPTS = 5;

    private static final String PURPOSE = "mail";

    private final @Nullable Jobs jobs;
    private final @Nullable Seal seal;
    private final @Nullable Mailer mailer;

    /** A job's payload. */
    record Sealed(String sealed) {}

    private Outbox(@Nullable Jobs jobs, @Nullable Seal seal, @Nullable Mailer mailer) {
        this.jobs = jobs;
        this.seal = seal;
        this.mailer = mailer;
    }

    /**
     * Mails that wait among the platform's jobs.
     *
     * @param secret 32 bytes that mails are encrypted with
     */
    public static Outbox of(Jobs jobs, byte[] secret) {
        return new Outbox(jobs, new Seal(secret, new SecureRandom()), null);
    }

    /** Where no mail can be sent: what is enqueued is dropped. */
    public static Outbox none() {
        return new Outbox(null, null, null);
    }

    /** The same, with what sends mails at once. */
    public Outbox with(Mailer sender) {
        return new Outbox(jobs, seal, sender);
    }

    /** What sends a mail at once, for who has to know whether the server took it; empty where no mail can be sent. */
    public Optional<Mailer> mailer() {
        return Optional.ofNullable(mailer);
    }

    /** Whether mail can be sent. Without an SMTP server nothing is enqueued. */
    public boolean isConfigured() {
        return jobs != null;
    }

    /** Adds a mail to a transaction of any store that knows the platform's support table, as those of all hosted systems do. */
    public void enqueue(Transaction transaction, Mail mail) {
        Jobs known = jobs;
        Seal sealing = seal;
        if (known == null || sealing == null) {
            return;
        }
        byte[] sealed = sealing.close(Json.text(mail), PURPOSE);
        String unused = known.enqueue(
                transaction,
                JOB,
                String.join(", ", mail.recipients()),
                new Sealed(Base64.getEncoder().encodeToString(sealed)));
    }

    /** Enqueues a mail that belongs to no change. */
    public void enqueue(ItemStore store, Mail mail) {
        if (isConfigured()) {
            Transaction alone = store.transaction();
            enqueue(alone, mail);
            alone.commit();
            committed();
        }
    }

    /** Says that mails may have been added, so that they are sent now and not at the next look. */
    public void committed() {
        Jobs known = jobs;
        if (known != null) {
            known.committed();
        }
    }

    /** Does its jobs, by what sends mails. */
    public JobHandler handler(Mailer mailer) {
        return job -> {
            try {
                mailer.send(job.jobId(), opened(job));
            } catch (MailException e) {
                if (e.isPermanent()) {
                    throw new HopelessException(String.valueOf(e.getMessage()));
                }
                throw e;
            }
        };
    }

    private Mail opened(JobContext job) {
        Seal sealing = seal;
        if (sealing == null) {
            throw new IllegalStateException("No mail can be sent from here.");
        }
        try {
            byte[] sealed = Base64.getDecoder().decode(job.payload(Sealed.class).sealed());
            return Json.mapper().readValue(sealing.open(sealed, PURPOSE), Mail.class);
        } catch (IllegalStateException | IllegalArgumentException | IOException e) {
            throw new HopelessException("The mail cannot be decrypted: it was enqueued with another secret.");
        }
    }
}
