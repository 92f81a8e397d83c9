package dev.trestle.platform.notices;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.engine.SetClock;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.platform.TestDb;
import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.identity.Identity;
import dev.trestle.platform.identity.IdentityOptions;
import dev.trestle.platform.identity.Passwords;
import dev.trestle.platform.jobs.JobRunner;
import dev.trestle.platform.jobs.Jobs;
import dev.trestle.platform.notices.Notices.Address;
import dev.trestle.platform.operation.Changes;
import dev.trestle.platform.operation.Decision;
import dev.trestle.platform.table.Notice;
import dev.trestle.platform.table.NoticeChoice;
import dev.trestle.platform.table.PlatformTable;
import dev.trestle.platform.things.ThingsTable;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Inboxes on the embedded engine, filled by jobs of the small system. */
class InboxesTest {
    private static final String ISSUER = "https://here/auth/v1";
    private static final Recipient ANN = new Recipient(ISSUER, "ann");
    private static final NewNotice NOTICE = NewNotice.of(NoticeKind.ASSIGNED, "assigned", "Thing 1", "/things/1")
            .by("Bob");

    private final SetClock clock = new SetClock(Instant.parse("2026-05-01T12:00:00Z"));
    private final TestDb db = TestDb.open(clock);
    private final ItemStore things =
            ItemStore.builder(db.client(), ThingsTable.MODEL).clock(clock).build();
    private final ItemStore store =
            ItemStore.builder(db.client(), PlatformTable.MODEL).clock(clock).build();
    private final Jobs jobs = new Jobs(things, ThingsTable.JOBS, clock);
    private final Changes changes = new Changes(jobs, new Random(7));
    private final List<Notice> mailed = new ArrayList<>();
    private final Inboxes inboxes = new Inboxes(store, clock, new NoticeMail() {
        @Override
        public boolean isConfigured() {
            return true;
        }

        @Override
        public void add(Decision<?> change, Recipient to, String language, Notice notice) {
            Decision<?> unused = change.afterwards(() -> mailed.add(notice));
        }
    });
    private final Notices notices;

    InboxesTest() {
        things.createTables();
        store.createTables();
        IdentityOptions options =
                IdentityOptions.of(ISSUER, new byte[32], clock).withPasswordCost(new Passwords.Cost(256, 1));
        notices = Notices.of("things", inboxes, Identity.open(store, options, List.of()));
    }

    @AfterEach
    void close() {
        db.close();
    }

    private void add(@Nullable String tenant, String to, String by, NewNotice notice) {
        Object unused = changes.run(things, () -> {
            Decision<@Nullable Void> change = Decision.done();
            notices.add(change, new Address(tenant, List.of(to), by, null), clock.instant(), notice);
            return change;
        });
    }

    private void deliver() {
        try (JobRunner runner = new JobRunner(jobs, JobRunner.Options.standard(), new Random(7))
                .handle(Notices.JOB, notices.handler(Optional::of))) {
            runner.runDue();
        }
    }

    private List<Notice> of(Recipient who, @Nullable String tenant) {
        return inboxes.list(who.inboxes(tenant), false, 100, null).items();
    }

    private Notices.Delivery delivery(NewNotice notice) {
        return new Notices.Delivery(Address.of(List.of("ann"), "bob"), clock.instant(), notice);
    }

    @Test
    void notice_ofACommittedChange_reachesOthersAndNotWhoDidIt() {
        add(null, "ann", "bob", NOTICE);
        add(null, "bob", "bob", NOTICE);
        assertThat(of(ANN, null)).isEmpty();
        deliver();

        assertThat(of(ANN, null)).singleElement().satisfies(notice -> {
            assertThat(notice.title()).isEqualTo("Thing 1");
            assertThat(notice.isRead()).isFalse();
        });
        assertThat(of(new Recipient(ISSUER, "bob"), null)).isEmpty();
        assertThat(of(new Recipient("https://elsewhere", "ann"), null)).isEmpty();
    }

    @Test
    void delivery_ofTheSameJobTwice_addsOneNoticeAndKeepsItRead() {
        String job = UUID.randomUUID().toString();
        inboxes.deliver(ANN, null, "things", job, delivery(NOTICE));
        String id = of(ANN, null).get(0).noticeId();
        inboxes.read(ANN.inboxes(null), id);
        inboxes.deliver(ANN, null, "things", job, delivery(NOTICE));

        assertThat(of(ANN, null)).singleElement().matches(Notice::isRead);
        assertThat(inboxes.unread(ANN.inboxes(null))).isZero();
    }

    @Test
    void inbox_ofATenant_isSeenInThatTenantOnly() {
        add("acme", "ann", "bob", NOTICE);
        add(null, "ann", "bob", NewNotice.of(NoticeKind.MENTIONED, "mentioned", "Thing 2", "/things/2"));
        deliver();

        assertThat(of(ANN, "acme")).extracting(Notice::title).containsExactlyInAnyOrder("Thing 1", "Thing 2");
        assertThat(of(ANN, "globex")).extracting(Notice::title).containsExactly("Thing 2");
        String id = of(ANN, "acme").stream()
                .filter(notice -> notice.title().equals("Thing 1"))
                .findFirst()
                .orElseThrow()
                .noticeId();
        assertThatThrownBy(() -> inboxes.read(ANN.inboxes("globex"), id)).isInstanceOf(ApiException.class);
        assertThatThrownBy(() -> inboxes.read(ANN.inboxes("acme"), "no id")).isInstanceOf(ApiException.class);
        inboxes.readAll(ANN.inboxes("acme"));
        assertThat(inboxes.unread(ANN.inboxes("acme"))).isZero();
    }

    @Test
    void choice_ofAPerson_hidesAKindAndHasItMailedOnce() {
        inboxes.choose(new NoticeChoice(ANN.person(), List.of("ASSIGNED"), List.of("ASSIGNED"), "en"));
        String job = UUID.randomUUID().toString();
        inboxes.deliver(ANN, null, "things", job, delivery(NOTICE));
        inboxes.deliver(ANN, null, "things", job, delivery(NOTICE));

        assertThat(of(ANN, null)).isEmpty();
        assertThat(inboxes.unread(ANN.inboxes(null))).isZero();
        assertThat(mailed).hasSize(1);
    }

    @Test
    void inbox_withMoreThanItKeeps_dropsTheOldest() {
        int added = Inboxes.NOTICES_MAX + Inboxes.EXCESS_MAX + 1;
        for (int i = 0; i < added; i++) {
            clock.advance(Duration.ofSeconds(1));
            inboxes.deliver(
                    ANN,
                    null,
                    "things",
                    UUID.randomUUID().toString(),
                    delivery(NewNotice.of(NoticeKind.SHARED, "shared", "Thing " + i, "/things/" + i)));
        }
        List<Notice> left =
                store.all(PlatformTable.NOTICES_UP_TO.of(ANN.inbox(null)).to(clock.instant()), 2 * added);
        assertThat(left).hasSize(Inboxes.NOTICES_MAX);
        assertThat(left.get(0).title()).isEqualTo("Thing " + (added - 1));
        assertThat(inboxes.unread(ANN.inboxes(null))).isEqualTo(Inboxes.UNREAD_SHOWN_MAX);
        inboxes.readAll(ANN.inboxes(null));
        assertThat(inboxes.unread(ANN.inboxes(null))).isZero();
    }

    @Test
    void notice_thatLeadsElsewhere_isRefused() {
        assertThatThrownBy(() -> NewNotice.of(NoticeKind.ALERT, "x", "t", "https://evil.example"))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> NewNotice.of(NoticeKind.ALERT, "x", "t", "//evil.example"))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
