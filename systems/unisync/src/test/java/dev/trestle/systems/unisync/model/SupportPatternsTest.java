package dev.trestle.systems.unisync.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.model.error.RefusedValueException;
import dev.trestle.model.operation.Expect;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.platform.events.StreamPlace;
import dev.trestle.testing.Target;
import dev.trestle.testing.TestStore;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** What the support table adds is found in one request per partition and page, and follows the documented items. */
@ParameterizedClass(name = "{0}")
@MethodSource("dev.trestle.testing.Targets#all")
class SupportPatternsTest {
    private static final Instant TEN = Instant.parse("2024-01-15T10:00:00Z");
    private static final String ISSUER = "https://issuer.example/pool_1";

    @Parameter
    @SuppressWarnings("NullAway.Init")
    Target target;

    @SuppressWarnings("NullAway.Init")
    private TestStore tables;

    @SuppressWarnings("NullAway.Init")
    private ItemStore store;

    @BeforeEach
    void createTables() {
        tables = TestStore.open(target, UniSyncModel.MODEL, Clock.fixed(TEN, ZoneOffset.UTC));
        store = tables.store();
    }

    @AfterEach
    void deleteTables() {
        tables.close();
    }

    @Test
    void users_listedAgain_followTheirItems() {
        store.create(UsersTable.USER, Samples.USER);
        User renamed = store.update(
                UsersTable.USER_BY_ID.of("usr_abc123"),
                user -> new User(
                        user.userId(),
                        user.email(),
                        "John A. Smith",
                        user.role(),
                        user.status(),
                        user.preferredLang(),
                        user.cognitoSub(),
                        user.canEditVersions(),
                        user.createdAt(),
                        TEN));
        tables.takeCalls();

        assertThat(store.consistent().all(SupportTable.USERS.of(), 10)).containsExactly(renamed);
        assertThat(tables.takeCalls()).containsExactly("query");
    }

    @Test
    void views_ofTwoUsers_areFoundByOwnerAndName() {
        SavedView own = new SavedView("usr_abc123", "Open#1", "status=in_progress", TEN);
        store.put(SupportTable.SAVED_VIEW, own);
        store.put(SupportTable.SAVED_VIEW, new SavedView("usr_2", "Open#1", "", TEN));
        tables.takeCalls();

        assertThat(store.first(SupportTable.VIEWS_OF_USER.of("usr_abc123"), 10)).containsExactly(own);
        assertThat(tables.takeCalls()).containsExactly("query");
        assertThat(store.get(SupportTable.VIEW_BY_NAME.of("usr_abc123", "Open#1")))
                .contains(own);
        assertThat(tables.takeCalls()).containsExactly("getItem");
    }

    @Test
    void signIns_ofTwoIssuers_nameTheirUser() {
        SignIn own = new SignIn(ISSUER, "sub#1", "usr_abc123", TEN, null);
        SignIn outside = new SignIn("https://other.example", "sub#1", "usr_abc123", TEN, null);
        store.create(SupportTable.SIGN_IN, own);
        store.create(SupportTable.SIGN_IN, outside);
        store.create(SupportTable.SIGN_IN, new SignIn(ISSUER, "sub#2", "usr_2", TEN, null));
        tables.takeCalls();

        assertThat(store.get(SupportTable.USER_OF_TOKEN.of(ISSUER, "sub#1"))).contains(own);
        assertThat(store.get(SupportTable.USER_OF_TOKEN.of("https://other.example", "sub#2")))
                .isEmpty();
        assertThat(store.all(SupportTable.SIGN_INS_OF_USER.of("usr_abc123"), 10))
                .containsExactlyInAnyOrder(own, outside);
        assertThat(tables.takeCalls()).containsExactly("getItem", "getItem", "query");
    }

    @Test
    void signIn_issuerWithTheDelimiter_isRefused() {
        assertThatThrownBy(() -> store.get(SupportTable.USER_OF_TOKEN.of(ISSUER + "#sub", "1")))
                .isInstanceOf(RefusedValueException.class)
                .hasMessageContaining("issuer");
    }

    @Test
    void retiredIds_renamedTwiceAndDeleted_areKnownFromBothSides() {
        RetiredId first = new RetiredId("SS-1", "SS-3", "usr", TEN);
        store.create(SupportTable.RETIRED_ID, first);
        store.create(SupportTable.RETIRED_ID, new RetiredId("SS-2", "SS-3", "usr", TEN));
        store.create(SupportTable.RETIRED_ID, new RetiredId("SS-4", null, "usr", TEN));
        tables.takeCalls();

        assertThat(store.get(SupportTable.RETIRED_BY_ID.of("SS-1"))).contains(first);
        assertThat(store.all(SupportTable.FORMER_IDS.of("SS-3"), 10))
                .extracting(FormerId::formerId)
                .containsExactly("SS-1", "SS-2");
        assertThat(tables.takeCalls()).containsExactly("getItem", "query");

        store.delete(SupportTable.RETIRED_ID, first, Expect.PRESENT);
        assertThat(store.all(SupportTable.FORMER_IDS.of("SS-3"), 10))
                .extracting(FormerId::formerId)
                .containsExactly("SS-2");
    }

    /** Of what must not have expired. */
    private static final Instant LATE = Instant.parse("2099-01-01T00:00:00Z");

    @Test
    void imports_withTheirReports_areReadApart() {
        ImportFile file = new ImportFile(
                "imp_1", "usr", "a.csv", "imports/imp_1", "arrival", ImportFile.State.READY, null, null, TEN, LATE);
        ImportReport second = new ImportReport("imp_1", 17, List.of(), LATE);
        ImportReport first = new ImportReport("imp_1", 2, List.of(new ImportLine(2, "SS-1", "create", "", "")), LATE);
        store.create(SupportTable.IMPORT_FILE, file);
        store.create(SupportTable.IMPORT_REPORT, second);
        store.create(SupportTable.IMPORT_REPORT, first);
        tables.takeCalls();

        assertThat(store.get(SupportTable.IMPORT_BY_ID.of("imp_1"))).contains(file);
        assertThat(store.all(SupportTable.REPORTS_OF_IMPORT.of("imp_1"), 10)).containsExactly(first, second);
        assertThat(tables.takeCalls()).containsExactly("getItem", "query");
    }

    @Test
    void formerVersions_ofOneShowSet_areNewestFirst() {
        for (int version = 9; version <= 11; version++) {
            store.create(SupportTable.FORMER_VERSION, formerVersion("SS-1", version));
        }
        store.create(SupportTable.FORMER_VERSION, formerVersion("SS-2", 1));
        tables.takeCalls();

        assertThat(store.all(SupportTable.FORMER_VERSIONS.of("SS-1"), 10))
                .extracting(FormerVersion::version)
                .containsExactly(11, 10, 9);
        assertThat(tables.takeCalls()).containsExactly("query");
    }

    @Test
    void notePointer_createdAndDeleted_followsItsNote() {
        store.create(NotesTable.NOTE, Samples.NOTE);
        tables.takeCalls();

        NotePointer pointer =
                store.get(SupportTable.NOTE_BY_ID.of("note_xyz789")).orElseThrow();
        assertThat(tables.takeCalls()).containsExactly("getItem");
        HandledText handled = new HandledText("note_xyz789", "0a1b");
        store.create(SupportTable.HANDLED_TEXT, handled);
        tables.takeCalls();
        assertThat(store.get(SupportTable.HANDLED_TEXT_OF_NOTE.of("note_xyz789")))
                .contains(handled);
        assertThat(tables.takeCalls()).containsExactly("getItem");
        assertThat(store.get(NotesTable.NOTE_BY_KEY.of(pointer.showSetId(), pointer.createdAt(), pointer.noteId())))
                .contains(Samples.NOTE);

        store.delete(NotesTable.NOTE, Samples.NOTE);
        assertThat(store.get(SupportTable.NOTE_BY_ID.of("note_xyz789"))).isEmpty();
    }

    @Test
    void mentions_ofUserAndInNote_areOneQueryEach() {
        for (String user : List.of("usr_1", "usr_2")) {
            store.create(SupportTable.MENTION, new Mention(user, "note_1", "SS-1", TEN));
        }
        store.create(SupportTable.MENTION, new Mention("usr_1", "note_2", "SS-1", TEN.plusSeconds(1)));
        tables.takeCalls();

        assertThat(store.all(SupportTable.MENTIONS_OF_USER.of("usr_1"), 10))
                .extracting(Mention::noteId)
                .containsExactly("note_2", "note_1");
        assertThat(store.all(SupportTable.MENTIONS_IN_NOTE.of("note_1"), 10))
                .extracting(Mention::userId)
                .containsExactly("usr_1", "usr_2");
        assertThat(tables.takeCalls()).containsExactly("query", "query");
    }

    @Test
    void audit_bySubjectAndDays_isOneQueryPerPartition() {
        store.create(SupportTable.AUDIT_ENTRY, entry("e1", AuditSubject.SHOWSET, TEN));
        store.create(SupportTable.AUDIT_ENTRY, entry("e2", AuditSubject.USER, TEN.plusSeconds(60)));
        store.create(SupportTable.AUDIT_ENTRY, entry("e3", AuditSubject.SHOWSET, TEN.plusSeconds(86_400)));
        tables.takeCalls();

        assertThat(store.all(SupportTable.AUDIT_OF_SUBJECT.of(AuditSubject.SHOWSET, "id"), 10))
                .extracting(AuditEntry::entryId)
                .containsExactly("e3", "e1");
        assertThat(tables.takeCalls()).containsExactly("query");

        assertThat(store.all(
                        SupportTable.AUDIT_OF_SUBJECT_UP_TO
                                .of(AuditSubject.SHOWSET, "id")
                                .to(TEN),
                        10))
                .extracting(AuditEntry::entryId)
                .containsExactly("e1");
        assertThat(tables.takeCalls()).containsExactly("query");

        assertThat(store.all(SupportTable.AUDIT_OF_DAYS.of().from(TEN).to(TEN.plusSeconds(86_400)), 10))
                .extracting(AuditEntry::entryId)
                .containsExactly("e3", "e2", "e1");
        assertThat(tables.takeCalls()).containsExactly("query", "query");
    }

    @Test
    void untranslatedAndPlaces_stored_areOneRequestEach() {
        Untranslated text = new Untranslated("translate-note", "note_1", "{}", TEN);
        StreamPlace place = new StreamPlace("reader", "here", TEN);
        store.create(SupportTable.UNTRANSLATED, text);
        store.create(SupportTable.FOLLOWER.entity(), place);
        tables.takeCalls();

        assertThat(store.all(SupportTable.ALL_UNTRANSLATED.of(), 10)).containsExactly(text);
        assertThat(store.get(SupportTable.FOLLOWER.ofReader().of("reader"))).contains(place);
        assertThat(tables.takeCalls()).containsExactly("query", "getItem");
    }

    private static FormerVersion formerVersion(String showSet, int version) {
        return new FormerVersion(
                showSet,
                "v" + version,
                VersionType.SCREEN,
                version,
                new LocalizedString("", "", ""),
                TEN.plusSeconds(version),
                "usr");
    }

    private static AuditEntry entry(String id, AuditSubject subject, Instant at) {
        return new AuditEntry(
                id, subject, "id", "usr", "N", AuditAction.SHOWSET_EDITED, Map.of("area", "311 to 312"), at);
    }
}
