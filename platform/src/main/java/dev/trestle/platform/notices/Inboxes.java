package dev.trestle.platform.notices;

import static dev.trestle.platform.table.PlatformTable.INBOX_SIZE;
import static dev.trestle.platform.table.PlatformTable.INBOX_SIZE_OF;
import static dev.trestle.platform.table.PlatformTable.NOTICE;
import static dev.trestle.platform.table.PlatformTable.NOTICES_UP_TO;
import static dev.trestle.platform.table.PlatformTable.NOTICE_BY_ID;
import static dev.trestle.platform.table.PlatformTable.NOTICE_CHOICE;
import static dev.trestle.platform.table.PlatformTable.NOTICE_CHOICE_OF;
import static dev.trestle.platform.table.PlatformTable.UNREAD_UP_TO;

import dev.trestle.model.Bound;
import dev.trestle.model.operation.Expect;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Stored;
import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.Page;
import dev.trestle.platform.operation.Changes;
import dev.trestle.platform.operation.Decision;
import dev.trestle.platform.operation.Timeline;
import dev.trestle.platform.table.InboxSize;
import dev.trestle.platform.table.Notice;
import dev.trestle.platform.table.NoticeChoice;
import dev.trestle.platform.time.Times;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The inboxes of all people, in the platform's support table.
 *
 * <p>An inbox keeps its newest {@value #NOTICES_MAX} notices, each for {@link #KEPT}. A counter that is written with each notice tells when
 * older ones have to go; it is corrected when they do. For any number of threads.
 */
public final class Inboxes {
    static final int NOTICES_MAX = 500;

    /** How many more than that there may be for a while: old notices are deleted in batches. */
    static final int EXCESS_MAX = 50;

    /** More than this are shown as this many. */
    static final int UNREAD_SHOWN_MAX = 100;

    private static final Duration KEPT = Duration.ofDays(90);
    private static final int BATCH = 50;

    private final ItemStore relaxed;
    private final ItemStore store;
    private final Times times;
    private final NoticeMail mail;
    private final Changes changes;
    private final Timeline<Notice> timeline = new Timeline<>(Notice::at, Notice::noticeId);

    /** {@code store} is the platform's. */
    public Inboxes(ItemStore store, Clock clock, NoticeMail mail) {
        this.relaxed = store;
        this.store = store.consistent();
        this.times = new Times(clock);
        this.mail = mail;
        this.changes = new Changes(null, new SecureRandom());
    }

    boolean hasMail() {
        return mail.isConfigured();
    }

    /** Puts a notice into an inbox, once for each source, unless the person does not want it. */
    void deliver(Recipient to, @Nullable String tenant, String system, String source, Notices.Delivery delivery) {
        NewNotice told = delivery.notice();
        NoticeChoice choice = choice(to);
        boolean shown = !choice.hidden().contains(told.kind().name());
        boolean mailed =
                mail.isConfigured() && choice.mailed().contains(told.kind().name());
        Instant expiry = delivery.at().plus(KEPT);
        if (!shown && !mailed || expiry.isBefore(times.now())) {
            return;
        }
        Notice notice = new Notice(
                to.inbox(tenant),
                delivery.at(),
                NoticeIds.of(delivery.at(), source),
                system,
                told.kind().name(),
                told.code(),
                told.title(),
                told.values(),
                told.words(),
                told.link(),
                told.by(),
                shown,
                shown ? delivery.at() : null,
                shown ? null : delivery.at(),
                expiry);
        Object unused = changes.run(store, () -> {
            Decision<@Nullable Void> change = Decision.done();
            if (!add(change, notice)) {
                return Decision.done(); // an earlier attempt of the same job was here
            }
            if (mailed) {
                mail.add(change, to, choice.language(), notice);
            }
            return change;
        });
    }

    private boolean add(Decision<?> change, Notice notice) {
        if (store.get(byId(notice.inbox(), notice.noticeId())).isPresent()) {
            return false;
        }
        change.create(NOTICE, notice);
        Optional<Stored<InboxSize>> size = store.stored(INBOX_SIZE_OF.of(notice.inbox()));
        int before = size.map(stored -> stored.record().notices()).orElse(0);
        int after = before < NOTICES_MAX + EXCESS_MAX ? before + 1 : drop(change, notice.inbox()) + 1;
        InboxSize counted = new InboxSize(notice.inbox(), after, notice.expiresAt());
        if (size.isPresent()) {
            change.replace(INBOX_SIZE, size.get(), counted);
        } else {
            change.create(INBOX_SIZE, counted);
        }
        return true;
    }

    /** Deletes the oldest notices, as many as fit into the transaction. Returns how many are left. */
    private int drop(Decision<?> change, String inbox) {
        List<Notice> all = store.first(NOTICES_UP_TO.of(inbox).to(Timeline.NEWEST), NOTICES_MAX + 2 * EXCESS_MAX);
        List<Notice> old = all.subList(Math.min(all.size(), NOTICES_MAX - 1), all.size());
        List<Notice> dropped = old.subList(Math.max(0, old.size() - BATCH - 1), old.size());
        dropped.forEach(notice -> change.delete(NOTICE, notice, Expect.ANYTHING));
        return all.size() - dropped.size();
    }

    private static Bound<Notice> byId(String inbox, String noticeId) {
        return NOTICE_BY_ID.of(inbox, NoticeIds.time(noticeId), noticeId);
    }

    Page<Notice> list(List<String> inboxes, boolean unreadOnly, int limit, @Nullable String cursor) {
        List<Timeline.Source<Notice>> sources = new ArrayList<>();
        for (String inbox : inboxes) {
            sources.add((moment, max) -> unreadOnly
                    ? relaxed.stream(UNREAD_UP_TO.of(inbox).to(moment), max)
                    : store.stream(NOTICES_UP_TO.of(inbox).to(moment), max).filter(Notice::shown));
        }
        return timeline.page(sources, Timeline.NEWEST, limit, cursor);
    }

    /** How many are unread; {@value #UNREAD_SHOWN_MAX} means as many or more. */
    int unread(List<String> inboxes) {
        int count = 0;
        for (String inbox : inboxes) {
            count += relaxed.first(UNREAD_UP_TO.of(inbox).to(Timeline.NEWEST), UNREAD_SHOWN_MAX - count)
                    .size();
            if (count >= UNREAD_SHOWN_MAX) {
                break;
            }
        }
        return count;
    }

    /** Marks one as read; to a reader of other inboxes there is none. */
    void read(List<String> inboxes, String noticeId) {
        Object unused = changes.run(store, () -> {
            for (String inbox : inboxes) {
                Optional<Stored<Notice>> found = store.stored(byId(inbox, noticeId));
                if (found.isPresent()) {
                    return markRead(List.of(found.get()));
                }
            }
            throw ApiException.notFound("There is no such notice.");
        });
    }

    /** Marks all as read that are unread now. */
    void readAll(List<String> inboxes) {
        for (String inbox : inboxes) {
            for (int batches = 0; batches < (NOTICES_MAX + 2 * EXCESS_MAX) / BATCH; batches++) {
                List<Notice> unread = relaxed.first(UNREAD_UP_TO.of(inbox).to(Timeline.NEWEST), BATCH);
                if (unread.isEmpty()) {
                    break;
                }
                Object unused = changes.run(
                        store,
                        () -> markRead(unread.stream()
                                .flatMap(notice -> store.stored(byId(inbox, notice.noticeId())).stream())
                                .toList()));
            }
        }
    }

    private Decision<@Nullable Void> markRead(List<Stored<Notice>> notices) {
        Decision<@Nullable Void> change = Decision.done();
        Instant now = times.now();
        notices.stream()
                .filter(stored -> !stored.record().isRead())
                .forEach(
                        stored -> change.replace(NOTICE, stored, stored.record().read(now)));
        return change;
    }

    NoticeChoice choice(Recipient who) {
        return store.get(NOTICE_CHOICE_OF.of(who.person())).orElse(NoticeChoice.standard(who.person()));
    }

    void choose(NoticeChoice choice) {
        NoticeChoice unused = store.put(NOTICE_CHOICE, choice);
    }
}
