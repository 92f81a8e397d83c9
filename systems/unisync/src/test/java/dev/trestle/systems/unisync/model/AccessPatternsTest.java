package dev.trestle.systems.unisync.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.model.Table;
import dev.trestle.model.operation.Cause;
import dev.trestle.model.operation.CursorException;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Page;
import dev.trestle.model.operation.WriteRefusedException;
import dev.trestle.testing.CountingClient;
import dev.trestle.testing.Target;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** Each documented access pattern is one request per partition and page, and returns just what it should. */
@ParameterizedClass(name = "{0}")
@MethodSource("dev.trestle.testing.Targets#all")
class AccessPatternsTest {
    private static final AtomicLong RUNS = new AtomicLong(System.nanoTime());
    private static final Instant TEN = Instant.parse("2024-01-15T10:00:00Z");

    @Parameter
    @SuppressWarnings("NullAway.Init")
    Target target;

    private final String prefix = "t" + Long.toString(RUNS.incrementAndGet(), 36) + "-";

    @SuppressWarnings("NullAway.Init")
    private CountingClient counting;

    @SuppressWarnings("NullAway.Init")
    private ItemStore store;

    @BeforeEach
    void createTables() {
        counting = new CountingClient(target.client());
        ItemStore.Builder builder = ItemStore.builder(counting.client(), UniSyncModel.MODEL)
                .clock(Clock.fixed(Instant.ofEpochSecond(1_705_314_800), ZoneOffset.UTC));
        for (Table table : UniSyncModel.MODEL.allTables()) {
            builder.name(table, prefix + table.name());
        }
        store = builder.build();
        store.createTables();
        counting.takeCalls();
    }

    @AfterEach
    void deleteTables() {
        for (Table table : UniSyncModel.MODEL.allTables()) {
            target.client().deleteTable(request -> request.tableName(prefix + table.name()));
        }
    }

    @Test
    void userById_oneOfTwo_isOneGet() {
        store.create(UsersTable.USER, Samples.USER);
        store.create(UsersTable.USER, user("usr_2", "two@example.com"));
        counting.takeCalls();

        assertThat(store.get(UsersTable.USER_BY_ID.of("usr_abc123"))).contains(Samples.USER);
        assertThat(store.get(UsersTable.USER_BY_ID.of("usr_3"))).isEmpty();
        assertThat(counting.takeCalls()).containsExactly("getItem", "getItem");
    }

    @Test
    void userByEmail_oneOfTwo_isOneQuery() {
        store.create(UsersTable.USER, Samples.USER);
        store.create(UsersTable.USER, user("usr_2", "two@example.com"));
        counting.takeCalls();

        assertThat(store.get(UsersTable.USER_BY_EMAIL.of("two@example.com")))
                .map(User::userId)
                .contains("usr_2");
        assertThat(counting.takeCalls()).containsExactly("query");
    }

    @Test
    void allUsers_twoUsers_isOneScan() {
        store.create(UsersTable.USER, Samples.USER);
        store.create(UsersTable.USER, user("usr_2", "two@example.com"));
        counting.takeCalls();

        assertThat(store.all(UsersTable.ALL_USERS.of(), 10))
                .extracting(User::userId)
                .containsExactlyInAnyOrder("usr_abc123", "usr_2");
        assertThat(counting.takeCalls()).containsExactly("scan");
    }

    @Test
    void createUser_emailTaken_isRefusedByName() {
        store.create(UsersTable.USER, Samples.USER);

        assertThatThrownBy(() -> store.create(UsersTable.USER, user("usr_2", "john@example.com")))
                .isInstanceOfSatisfying(WriteRefusedException.class, e -> {
                    assertThat(e.failure().cause()).isEqualTo(Cause.NOT_UNIQUE);
                    assertThat(e.failure().field()).isEqualTo("email");
                });
        assertThat(store.get(UsersTable.USER_BY_ID.of("usr_2"))).isEmpty();
    }

    @Test
    void putUser_emailChangedAndGivenBack_freesTheOldOne() {
        store.create(UsersTable.USER, Samples.USER);
        store.put(UsersTable.USER, user("usr_abc123", "new@example.com"));

        store.create(UsersTable.USER, user("usr_2", "john@example.com"));
        store.delete(UsersTable.USER, user("usr_2", "john@example.com"));
        store.create(UsersTable.USER, user("usr_3", "john@example.com"));

        assertThat(store.get(UsersTable.USER_BY_EMAIL.of("john@example.com")))
                .map(User::userId)
                .contains("usr_3");
    }

    @Test
    void showSetsByArea_twoAreas_isOneQueryInOrder() {
        for (String id : List.of("SS-2", "SS-1")) {
            store.create(ShowSetsTable.SHOWSET, showSet(id, Area.AREA_311));
        }
        store.create(ShowSetsTable.SHOWSET, showSet("SS-3", Area.AREA_312));
        counting.takeCalls();

        assertThat(store.all(ShowSetsTable.SHOWSETS_BY_AREA.of(Area.AREA_311), 10))
                .extracting(ShowSet::showSetId)
                .containsExactly("SS-1", "SS-2");
        assertThat(counting.takeCalls()).containsExactly("query");
        assertThat(store.get(ShowSetsTable.SHOWSET_BY_ID.of("SS-3"))).isPresent();
        assertThat(store.all(ShowSetsTable.ALL_SHOWSETS.of(), 10)).hasSize(3);
        assertThat(counting.takeCalls()).containsExactly("getItem", "scan");
    }

    @Test
    void notesOfShowSet_pages_areOneQueryEachNewestFirst() {
        for (int i = 0; i < 5; i++) {
            store.create(NotesTable.NOTE, note("SS-1", "note_" + i, TEN.plusSeconds(i)));
        }
        store.create(NotesTable.NOTE, note("SS-2", "other", TEN));
        counting.takeCalls();

        Page<Note> first = store.page(NotesTable.NOTES_OF_SHOWSET.of("SS-1"), 3, null);
        assertThat(first.items()).extracting(Note::noteId).containsExactly("note_4", "note_3", "note_2");
        assertThat(counting.takeCalls()).containsExactly("query");

        String next = first.next().orElseThrow();
        Page<Note> second = store.page(NotesTable.NOTES_OF_SHOWSET.of("SS-1"), 3, next);
        assertThat(second.items()).extracting(Note::noteId).containsExactly("note_1", "note_0");
        assertThat(second.next()).isEmpty();

        counting.takeCalls();
        assertThat(store.all(NotesTable.NOTES_UP_TO.of("SS-1").to(TEN.plusSeconds(1)), 10))
                .extracting(Note::noteId)
                .containsExactly("note_1", "note_0");
        assertThat(counting.takeCalls()).containsExactly("query");
        assertThatThrownBy(() -> store.page(NotesTable.NOTES_OF_SHOWSET.of("SS-2"), 3, next))
                .isInstanceOf(CursorException.class)
                .hasMessageContaining("another question");
    }

    @Test
    void noteByKey_whole_isOneGet() {
        store.create(NotesTable.NOTE, Samples.NOTE);
        counting.takeCalls();

        assertThat(store.get(NotesTable.NOTE_BY_KEY.of("SS-311-001", Samples.NOTE.createdAt(), "note_xyz789")))
                .contains(Samples.NOTE);
        assertThat(counting.takeCalls()).containsExactly("getItem");
    }

    @Test
    void activity_byShowSetDayAndDays_isOneQueryPerPartition() {
        store.create(ActivityTable.ACTIVITY, activity("a1", TEN));
        store.create(ActivityTable.ACTIVITY, activity("a2", TEN.plusSeconds(60)));
        store.create(ActivityTable.ACTIVITY, activity("a3", TEN.plusSeconds(86_400)));
        store.create(ActivityTable.ACTIVITY, activity("a4", TEN.plusSeconds(2 * 86_400)));
        counting.takeCalls();

        assertThat(store.all(ActivityTable.ACTIVITY_OF_SHOWSET.of("SS-1"), 10))
                .extracting(Activity::activityId)
                .containsExactly("a4", "a3", "a2", "a1");
        assertThat(counting.takeCalls()).containsExactly("query");

        assertThat(store.all(ActivityTable.ACTIVITY_UP_TO.of("SS-1").to(TEN.plusSeconds(60)), 10))
                .extracting(Activity::activityId)
                .containsExactly("a2", "a1");
        assertThat(counting.takeCalls()).containsExactly("query");

        assertThat(store.all(ActivityTable.ACTIVITY_OF_DAY.of(LocalDate.of(2024, 1, 15)), 10))
                .extracting(Activity::activityId)
                .containsExactly("a2", "a1");
        assertThat(counting.takeCalls()).containsExactly("query");

        var days = ActivityTable.ACTIVITY_OF_DAYS.of().from(TEN.plusSeconds(60)).to(TEN.plusSeconds(86_400));
        assertThat(store.all(days, 10)).extracting(Activity::activityId).containsExactly("a3", "a2");
        assertThat(counting.takeCalls()).containsExactly("query", "query");

        Page<Activity> first = store.page(days, 1, null);
        Page<Activity> second = store.page(days, 1, first.next().orElseThrow());
        assertThat(first.items()).extracting(Activity::activityId).containsExactly("a3");
        assertThat(second.items()).extracting(Activity::activityId).containsExactly("a2");
        assertThat(second.next()).isEmpty();
    }

    @Test
    void sessions_oneExpired_isNeverShown() {
        // The table itself deletes what has expired by its own clock, so that what is to stay lasts beyond any.
        Session lasting = session("usr_abc123", 4_102_444_800L);
        store.put(SessionsTable.SESSION, lasting);
        store.put(SessionsTable.SESSION, session("gone", 1_705_314_800));
        counting.takeCalls();

        assertThat(store.all(SessionsTable.ACTIVE_SESSIONS.of(), 10)).containsExactly(lasting);
        assertThat(store.get(SessionsTable.SESSION_OF_USER.of("usr_abc123"))).contains(lasting);
        assertThat(store.get(SessionsTable.SESSION_OF_USER.of("gone"))).isEmpty();
        assertThat(counting.takeCalls()).containsExactly("query", "getItem", "getItem");
    }

    @Test
    void heartbeat_ofOneUser_isOneUpdateThatKeepsTheRest() {
        Session session = session("usr_abc123", 4_102_444_800L);
        store.put(SessionsTable.SESSION, session);
        counting.takeCalls();

        Session beaten = store.change(SessionsTable.HEARTBEAT.of("usr_abc123"))
                .set("lastHeartbeat", TEN.plusSeconds(60))
                .set("expiresAt", Instant.ofEpochSecond(4_102_444_860L))
                .commit();

        assertThat(counting.takeCalls()).containsExactly("updateItem");
        assertThat(beaten)
                .isEqualTo(new Session(
                        "usr_abc123", "N", null, "x", TEN, TEN.plusSeconds(60), Instant.ofEpochSecond(4_102_444_860L)));
    }

    private static User user(String id, String email) {
        return new User(
                id, email, "N", UserRole.MODELLER_3D, UserStatus.ACTIVE, Language.ZH_TW, "sub", false, TEN, TEN);
    }

    private static ShowSet showSet(String id, Area area) {
        ShowSet sample = Samples.SHOWSET;
        return new ShowSet(
                id,
                area,
                sample.scene(),
                sample.description(),
                sample.vmList(),
                sample.stages(),
                sample.links(),
                1,
                1,
                1,
                List.of(),
                null,
                null,
                TEN,
                TEN);
    }

    private static Note note(String showSet, String id, Instant at) {
        return new Note(
                id,
                showSet,
                "usr",
                "N",
                Language.EN,
                new LocalizedString("a", "", ""),
                TranslationStatus.PENDING,
                List.of(),
                null,
                at,
                at);
    }

    private static Activity activity(String id, Instant at) {
        return new Activity(id, "SS-1", "usr", "N", ActivityAction.SHOWSET_CREATED, new ActivityDetails.Nothing(), at);
    }

    private static Session session(String user, long expiresAt) {
        return new Session(user, "N", null, "x", TEN, TEN, Instant.ofEpochSecond(expiresAt));
    }
}
