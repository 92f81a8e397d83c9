package dev.trestle.systems.holdthatthought.mails;

import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Stored;
import dev.trestle.platform.jobs.JobContext;
import dev.trestle.platform.jobs.JobRunner;
import dev.trestle.platform.jobs.Jobs;
import dev.trestle.platform.operation.Changes;
import dev.trestle.platform.operation.Decision;
import dev.trestle.platform.time.Times;
import dev.trestle.systems.holdthatthought.area.Parts;
import dev.trestle.systems.holdthatthought.model.ConversationMember;
import dev.trestle.systems.holdthatthought.model.Digest;
import dev.trestle.systems.holdthatthought.model.HoldThatThoughtTable;
import dev.trestle.systems.holdthatthought.model.MailPreferences;
import dev.trestle.systems.holdthatthought.model.SupportTable;
import dev.trestle.systems.holdthatthought.model.UserProfile;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * Mails about what is new, for those who want them: a job for each of them, which runs again after a day or a week. The mail and until when
 * it tells are one transaction, so that nothing is told twice.
 */
final class Digests {
    static final String JOB = "digest";

    private static final int CONVERSATIONS_MAX = 1200;
    private static final int TITLES_MAX = 10;

    private final ItemStore store;
    private final Changes changes;
    private final Times times;
    private final Mails mails;
    private final News news;

    /** A job's payload. */
    record Reader(String userId) {}

    Digests(Parts parts, Mails mails, News news) {
        this.store = parts.consistent();
        this.changes = parts.changes();
        this.times = parts.times();
        this.mails = mails;
        this.news = news;
    }

    void handleBy(JobRunner runner) {
        runner.handle(JOB, this::run);
    }

    /** The preferences of somebody who chooses another digest; the first comes when a period is over. */
    static MailPreferences chosen(Decision<?> decision, MailPreferences before, Digest digest, Instant now) {
        if (before.digest() == digest) {
            return before;
        }
        if (digest == Digest.OFF) {
            return before.withDigest(digest).withDigestJob(null);
        }
        String jobId = Jobs.newId();
        decision.job(jobId, JOB, before.userId(), new Reader(before.userId()), period(digest));
        return before.withDigest(digest).withDigestJob(jobId).withLastDigestAt(now);
    }

    private static Duration period(Digest digest) {
        return digest == Digest.WEEKLY ? Duration.ofDays(7) : Duration.ofDays(1);
    }

    private void run(JobContext job) {
        String userId = job.payload(Reader.class).userId();
        Optional<Duration> wait = changes.run(store, () -> told(userId, job.jobId()));
        wait.ifPresent(job::again);
    }

    /** The result is how long to wait for the next; empty if there is to be none by this job. */
    private Decision<Optional<Duration>> told(String userId, String jobId) {
        Stored<MailPreferences> before = store.stored(SupportTable.MAIL_PREFERENCES_OF_USER.of(userId))
                .filter(each -> jobId.equals(each.record().digestJob()))
                .orElse(null);
        if (before == null) {
            return Decision.of(Optional.empty());
        }
        Instant now = times.now();
        Duration period = period(before.record().digest());
        Instant last = before.record().lastDigestAt() == null
                ? now.minus(period)
                : before.record().lastDigestAt();
        Duration left = Duration.between(now, last.plus(period));
        if (!left.isNegative() && !left.isZero()) {
            return Decision.of(Optional.of(left)); // the process ended between the mail and the next date
        }
        Decision<Optional<Duration>> decision = Decision.of(Optional.of(period));
        decision.replace(SupportTable.MAIL_PREFERENCES, before, before.record().withLastDigestAt(now));
        Optional<UserProfile> to = store.get(HoldThatThoughtTable.PROFILE_OF_USER.of(userId));
        News.Fresh fresh = news.since(last);
        int unread = unread(userId);
        if (to.isPresent() && fresh.letters() + fresh.comments() + unread > 0) {
            mails.add(
                    decision,
                    to.get(),
                    MailKind.DIGEST,
                    "digest",
                    Map.of(
                            "letters",
                            Integer.toString(fresh.letters()),
                            "comments",
                            Integer.toString(fresh.comments()),
                            "unread",
                            Integer.toString(unread),
                            "list",
                            String.join(
                                    " · ",
                                    fresh.titles().stream().limit(TITLES_MAX).toList())),
                    "/holdthatthought");
        }
        return decision;
    }

    private int unread(String userId) {
        return store.first(HoldThatThoughtTable.CONVERSATIONS_OF_USER.of(userId), CONVERSATIONS_MAX).stream()
                .mapToInt(ConversationMember::unreadCount)
                .sum();
    }
}
