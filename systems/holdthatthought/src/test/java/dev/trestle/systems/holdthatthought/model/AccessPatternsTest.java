package dev.trestle.systems.holdthatthought.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.model.Bound;
import dev.trestle.model.Groups;
import dev.trestle.model.KeyCondition;
import dev.trestle.model.Scoping;
import dev.trestle.model.SortCondition;
import dev.trestle.model.error.RefusedValueException;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Page;
import dev.trestle.testing.Target;
import dev.trestle.testing.TestStore;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** Each documented access pattern is one request per page, and returns just what it should. */
@ParameterizedClass(name = "{0}")
@MethodSource("dev.trestle.testing.Targets#all")
class AccessPatternsTest {
    private static final Instant TEN = Samples.TEN;

    @Parameter
    @SuppressWarnings("NullAway.Init")
    Target target;

    @SuppressWarnings("NullAway.Init")
    private TestStore tables;

    @SuppressWarnings("NullAway.Init")
    private ItemStore store;

    @BeforeEach
    void createTables() {
        tables = TestStore.open(target, HoldThatThoughtModel.MODEL, Clock.fixed(TEN, ZoneOffset.UTC));
        store = tables.store();
    }

    @AfterEach
    void deleteTables() {
        tables.close();
    }

    @Test
    void profileOfUser_besideConversationsAndLimits_isOneGet() {
        writeUserPartition();

        assertThat(store.get(HoldThatThoughtTable.PROFILE_OF_USER.of("u1"))).contains(Samples.USER_PROFILE);
        assertThat(store.get(HoldThatThoughtTable.PROFILE_OF_USER.of("u9"))).isEmpty();
        assertThat(tables.takeCalls()).containsExactly("getItem", "getItem");
    }

    @Test
    void conversationsOfUser_besideProfileAndLimits_isOneQuery() {
        writeUserPartition();

        assertThat(store.all(HoldThatThoughtTable.CONVERSATIONS_OF_USER.of("u1"), 10))
                .containsExactly(Samples.CONVERSATION_MEMBER, Samples.member("u1", "u1_u3", null, TEN));
        assertThat(tables.takeCalls()).containsExactly("query");
        assertThat(store.get(HoldThatThoughtTable.CONVERSATION_OF_USER.of("u1", "u1_u2")))
                .contains(Samples.CONVERSATION_MEMBER);
        assertThat(tables.takeCalls()).containsExactly("getItem");
    }

    @Test
    void rateLimit_expired_isNotSeen() {
        // The table itself deletes what has expired by its own clock, so that what is to stay lasts beyond any.
        RateLimit lasting = new RateLimit("u1", RateAction.MESSAGE, 30, TEN, Instant.parse("2100-01-01T00:00:00Z"));
        store.put(HoldThatThoughtTable.RATE_LIMIT, lasting);
        store.put(
                HoldThatThoughtTable.RATE_LIMIT,
                new RateLimit("u1", RateAction.UPLOAD, 10, TEN.minusSeconds(600), TEN));
        tables.takeCalls();

        assertThat(store.get(HoldThatThoughtTable.RATE_LIMIT_OF_USER.of("u1", RateAction.MESSAGE)))
                .contains(lasting);
        assertThat(store.get(HoldThatThoughtTable.RATE_LIMIT_OF_USER.of("u1", RateAction.UPLOAD)))
                .isEmpty();
        assertThat(tables.takeCalls()).containsExactly("getItem", "getItem");
        assertThat(condition(HoldThatThoughtTable.COUNT_ACTION.of("u1", RateAction.UPLOAD)))
                .isEqualTo(new KeyCondition("USER#u1", new SortCondition.Equal("RATE#upload")));
    }

    private void writeUserPartition() {
        store.create(HoldThatThoughtTable.USER_PROFILE, Samples.USER_PROFILE);
        store.create(HoldThatThoughtTable.USER_PROFILE, Samples.profile("u2", ProfileStatus.ACTIVE, false));
        store.create(HoldThatThoughtTable.CONVERSATION_MEMBER, Samples.CONVERSATION_MEMBER);
        store.create(HoldThatThoughtTable.CONVERSATION_MEMBER, Samples.member("u1", "u1_u3", null, TEN));
        store.create(HoldThatThoughtTable.CONVERSATION_MEMBER, Samples.member("u2", "u1_u2", null, TEN));
        store.create(HoldThatThoughtTable.RATE_LIMIT, Samples.RATE_LIMIT);
        tables.takeCalls();
    }

    @Test
    void commentsOnItem_betweenReactions_isOneQueryPerPageOldestFirst() {
        Comment first = Samples.comment("1943-05-02", "c0", "u2", TEN.minusSeconds(60));
        writeCommentPartition(first);

        Page<Comment> page = store.page(HoldThatThoughtTable.COMMENTS_ON_ITEM.of("1943-05-02"), 1, null);
        assertThat(page.items()).containsExactly(first);
        Page<Comment> next = store.page(
                HoldThatThoughtTable.COMMENTS_ON_ITEM.of("1943-05-02"),
                1,
                page.next().orElseThrow());
        assertThat(next.items()).containsExactly(Samples.COMMENT);
        assertThat(next.next()).isEmpty();
        assertThat(tables.takeCalls()).containsExactly("query", "query");
        assertThat(store.all(HoldThatThoughtTable.COMMENTS_OF_MOMENT.of("1943-05-02", TEN), 10))
                .containsExactly(Samples.COMMENT);
        assertThat(tables.takeCalls()).containsExactly("query");
        assertThat(condition(HoldThatThoughtTable.COMMENTS_ON_ITEM.of("i")))
                .isEqualTo(new KeyCondition("COMMENT#i", new SortCondition.Below("REACTION#")));
    }

    @Test
    void commentsWithReactions_oneItem_isOneQuery() {
        writeCommentPartition(Samples.comment("1943-05-02", "c0", "u2", TEN.minusSeconds(60)));

        Groups groups = store.collect(HoldThatThoughtTable.COMMENTS_WITH_REACTIONS.of("1943-05-02"), 10);
        assertThat(groups.of(HoldThatThoughtTable.COMMENT)).hasSize(2);
        assertThat(groups.of(HoldThatThoughtTable.REACTION)).hasSize(2);
        assertThat(store.all(HoldThatThoughtTable.REACTIONS_TO_COMMENT.of("1943-05-02", "c1"), 10))
                .containsExactly(Samples.REACTION);
        assertThat(tables.takeCalls()).containsExactly("query", "query");
        assertThat(store.get(HoldThatThoughtTable.COMMENT_BY_KEY.of("1943-05-02", TEN, "c1")))
                .contains(Samples.COMMENT);
        assertThat(store.get(HoldThatThoughtTable.REACTION_BY_KEY.of("1943-05-02", "c1", "u2")))
                .contains(Samples.REACTION);
        assertThat(tables.takeCalls()).containsExactly("getItem", "getItem");
    }

    @Test
    void commentsAndReactionsOfUser_acrossItems_areOneQueryEachNewestFirst() {
        writeCommentPartition(Samples.comment("other", "c9", "u2", TEN.plusMillis(1)));
        store.create(HoldThatThoughtTable.COMMENT, Samples.comment("1943-05-02", "c8", "u2", TEN));
        tables.takeCalls();

        assertThat(store.all(HoldThatThoughtTable.COMMENTS_OF_USER.of("u2"), 10))
                .extracting(Comment::commentId)
                .containsExactly("c9", "c8");
        assertThat(store.all(HoldThatThoughtTable.REACTIONS_OF_USER.of("u2"), 10))
                .extracting(Reaction::commentId)
                .containsExactly("c10", "c1");
        assertThat(store.all(HoldThatThoughtTable.REACTIONS_OF_USER.of("u1"), 10))
                .isEmpty();
        assertThat(tables.takeCalls()).containsExactly("query", "query", "query");
    }

    /** A comment with a reaction, a reaction to another one whose id begins alike, and one comment more. */
    private void writeCommentPartition(Comment more) {
        store.create(HoldThatThoughtTable.COMMENT, Samples.COMMENT);
        store.create(HoldThatThoughtTable.COMMENT, more);
        store.create(HoldThatThoughtTable.REACTION, Samples.REACTION);
        store.create(
                HoldThatThoughtTable.REACTION,
                new Reaction("1943-05-02", "c10", "u2", "Bob", "heart", TEN.plusSeconds(1)));
        tables.takeCalls();
    }

    @Test
    void letters_besideVersions_areOneQueryNewestFirst() {
        store.create(HoldThatThoughtTable.LETTER, Samples.LETTER);
        store.create(HoldThatThoughtTable.LETTER, Samples.letter("1943-05-02-evening"));
        store.create(HoldThatThoughtTable.LETTER, Samples.letter("1950-01-01"));
        store.create(HoldThatThoughtTable.LETTER_VERSION, Samples.LETTER_VERSION);
        tables.takeCalls();

        assertThat(store.all(HoldThatThoughtTable.LETTERS_NEWEST_FIRST.of(), 10))
                .extracting(Letter::date)
                .containsExactly("1950-01-01", "1943-05-02-evening", "1943-05-02");
        assertThat(store.get(HoldThatThoughtTable.LETTER_BY_DATE.of("1943-05-02")))
                .contains(Samples.LETTER);
        assertThat(tables.takeCalls()).containsExactly("query", "getItem");
    }

    @Test
    void versionsOfLetter_besideTheLetter_areOneQueryNewestFirst() {
        store.create(HoldThatThoughtTable.LETTER, Samples.LETTER);
        store.create(HoldThatThoughtTable.LETTER_VERSION, Samples.LETTER_VERSION);
        LetterVersion later = new LetterVersion("1943-05-02", "T", null, "x", null, TEN.plusMillis(1), "u2");
        store.create(HoldThatThoughtTable.LETTER_VERSION, later);
        store.create(
                HoldThatThoughtTable.LETTER_VERSION,
                new LetterVersion("1943-05-02-evening", "T", null, "x", null, TEN, "u2"));
        tables.takeCalls();

        assertThat(store.all(HoldThatThoughtTable.VERSIONS_OF_LETTER.of("1943-05-02"), 10))
                .containsExactly(later, Samples.LETTER_VERSION);
        assertThat(store.get(HoldThatThoughtTable.LETTER_VERSION_BY_KEY.of("1943-05-02", TEN)))
                .contains(Samples.LETTER_VERSION);
        assertThat(store.all(
                        HoldThatThoughtTable.VERSIONS_BEFORE.of("1943-05-02").to(TEN), 10))
                .containsExactly(Samples.LETTER_VERSION);
        assertThat(store.all(HoldThatThoughtTable.VERSIONS_OLDEST_FIRST.of("1943-05-02"), 10))
                .containsExactly(Samples.LETTER_VERSION, later);
        assertThat(tables.takeCalls()).containsExactly("query", "getItem", "query", "query");
    }

    @Test
    void messagesOfConversation_besideMeta_areOneQueryPerPageNewestFirst() {
        store.create(HoldThatThoughtTable.CONVERSATION_META, Samples.CONVERSATION_META);
        store.create(HoldThatThoughtTable.MESSAGE, Samples.MESSAGE);
        Message later = Samples.message("u1_u2", "m0", TEN.plusMillis(1));
        store.create(HoldThatThoughtTable.MESSAGE, later);
        store.create(HoldThatThoughtTable.MESSAGE, Samples.message("u1_u3", "m1", TEN));
        tables.takeCalls();

        Bound<Message> messages = HoldThatThoughtTable.MESSAGES_OF_CONVERSATION.of("u1_u2");
        Page<Message> page = store.page(messages, 1, null);
        assertThat(page.items()).containsExactly(later);
        assertThat(store.page(messages, 1, page.next().orElseThrow()).items()).containsExactly(Samples.MESSAGE);
        assertThat(tables.takeCalls()).containsExactly("query", "query");
        assertThat(store.get(HoldThatThoughtTable.CONVERSATION_BY_ID.of("u1_u2")))
                .contains(Samples.CONVERSATION_META);
        assertThat(tables.takeCalls()).containsExactly("getItem");
    }

    @Test
    void users_activeOnes_areOneScanOrOneQuery() {
        UserProfile hidden = Samples.profile("u2", ProfileStatus.ACTIVE, true);
        UserProfile gone = Samples.profile("u3", ProfileStatus.DELETED, false);
        for (UserProfile profile : List.of(Samples.USER_PROFILE, hidden, gone)) {
            store.create(HoldThatThoughtTable.USER_PROFILE, profile);
        }
        store.create(HoldThatThoughtTable.LETTER, Samples.LETTER);
        tables.takeCalls();

        assertThat(store.all(HoldThatThoughtTable.ALL_USERS.of(ProfileStatus.ACTIVE), 10))
                .containsExactlyInAnyOrder(Samples.USER_PROFILE, hidden);
        assertThat(store.all(SupportTable.USERS.of(), 10)).containsExactly(Samples.USER_PROFILE, hidden, gone);
        assertThat(store.all(SupportTable.VISIBLE_USERS.of(), 10)).containsExactly(Samples.USER_PROFILE);
        assertThat(tables.takeCalls()).containsExactly("scan", "query", "query");

        store.put(HoldThatThoughtTable.USER_PROFILE, Samples.profile("u2", ProfileStatus.ACTIVE, false));
        store.put(HoldThatThoughtTable.USER_PROFILE, Samples.profile("u1", ProfileStatus.INACTIVE, false));
        assertThat(store.all(SupportTable.VISIBLE_USERS.of(), 10))
                .extracting(UserProfile::userId)
                .containsExactly("u2");
    }

    @Test
    void drafts_byIdStatusAndUploader_areOneRequestEach() {
        store.create(HoldThatThoughtTable.DRAFT, Samples.DRAFT);
        store.create(HoldThatThoughtTable.DRAFT, Samples.draft("d2", DraftStatus.PENDING, "u1", TEN.plusMillis(1)));
        store.create(HoldThatThoughtTable.DRAFT, Samples.draft("d3", DraftStatus.PENDING, "u2", TEN));
        store.put(HoldThatThoughtTable.DRAFT, Samples.draft("d3", DraftStatus.READY, "u2", TEN));
        tables.takeCalls();

        assertThat(store.get(HoldThatThoughtTable.DRAFT_BY_ID.of("d1"))).contains(Samples.DRAFT);
        assertThat(store.all(SupportTable.DRAFTS_OF_UPLOADER.of("u1"), 10))
                .extracting(DraftListing::draftId)
                .containsExactly("d2", "d1");
        assertThat(store.all(SupportTable.DRAFTS_BY_STATUS.of(DraftStatus.PENDING), 10))
                .extracting(DraftListing::draftId)
                .containsExactly("d2");
        assertThat(tables.takeCalls()).containsExactly("getItem", "query", "query");
    }

    @Test
    void pointers_ofCommentsAndMessages_goWithThem() {
        store.create(HoldThatThoughtTable.COMMENT, Samples.COMMENT);
        store.create(HoldThatThoughtTable.MESSAGE, Samples.MESSAGE);
        tables.takeCalls();

        CommentPointer comment = store.get(SupportTable.COMMENT_BY_ID.of("c1")).orElseThrow();
        assertThat(store.get(HoldThatThoughtTable.COMMENT_BY_KEY.of(
                        comment.itemId(), comment.createdAt(), comment.commentId())))
                .contains(Samples.COMMENT);
        MessagePointer message =
                store.get(SupportTable.MESSAGE_BY_ID.of("u1_u2", "m1")).orElseThrow();
        assertThat(store.get(HoldThatThoughtTable.MESSAGE_BY_KEY.of(
                        message.conversationId(), message.createdAt(), message.messageId())))
                .contains(Samples.MESSAGE);
        assertThat(tables.takeCalls()).containsExactly("getItem", "getItem", "getItem", "getItem");

        store.delete(HoldThatThoughtTable.COMMENT, Samples.COMMENT);
        store.delete(HoldThatThoughtTable.MESSAGE, Samples.MESSAGE);
        assertThat(tables.items(SupportTable.TABLE)).isEmpty();
    }

    @Test
    void deletedComment_withReactionsAndHistory_isOneQuery() {
        DeletedComment deleted = new DeletedComment("c1", Samples.COMMENT, Samples.LATER, "u1");
        CommentHistory history = new CommentHistory("c1", List.of());
        for (int i = 0; i < 6; i++) {
            history = history.with(new FormerText("text " + i, TEN.plusSeconds(i)));
        }
        store.create(SupportTable.DELETED_COMMENT, deleted);
        store.create(SupportTable.DELETED_REACTION, Samples.REACTION);
        store.create(SupportTable.COMMENT_HISTORY, history);
        tables.takeCalls();

        Groups groups = store.collect(SupportTable.DELETED_WITH_REACTIONS.of("c1"), 10);
        assertThat(groups.of(SupportTable.DELETED_COMMENT)).containsExactly(deleted);
        assertThat(groups.of(SupportTable.DELETED_REACTION)).containsExactly(Samples.REACTION);
        assertThat(store.get(SupportTable.FORMER_TEXTS.of("c1")).orElseThrow().formerTexts())
                .extracting(FormerText::commentText)
                .containsExactly("text 5", "text 4", "text 3", "text 2", "text 1");
        assertThat(tables.takeCalls()).containsExactly("query", "getItem");
    }

    @Test
    void archivedConversations_ofUser_areOneQueryNewestFirst() {
        ConversationMember older = Samples.member("u1", "u1_u3", TEN, TEN);
        store.create(SupportTable.ARCHIVED_CONVERSATION, older);
        store.create(SupportTable.ARCHIVED_CONVERSATION, Samples.CONVERSATION_MEMBER);
        store.create(SupportTable.ARCHIVED_CONVERSATION, Samples.member("u2", "u1_u2", TEN, TEN));
        tables.takeCalls();

        assertThat(store.all(SupportTable.ARCHIVED_CONVERSATIONS.of("u1"), 10))
                .containsExactly(Samples.CONVERSATION_MEMBER, older);
        assertThat(store.get(SupportTable.ARCHIVED_CONVERSATION_OF_USER.of("u1", "u1_u3")))
                .contains(older);
        assertThat(tables.takeCalls()).containsExactly("query", "getItem");
    }

    @Test
    void ownerAndStats_ofUser_areOneRequestEach() {
        UserOwner owner = new UserOwner("u1", "https://issuer.example", TEN);
        UserStats stats = new UserStats("u1", 3, TEN);
        store.create(SupportTable.USER_OWNER, owner);
        store.create(SupportTable.USER_STATS, stats);
        tables.takeCalls();

        assertThat(store.get(SupportTable.OWNER_OF_USER.of("u1"))).contains(owner);
        assertThat(store.get(SupportTable.STATS_OF_USER.of("u1"))).contains(stats);
        assertThat(tables.takeCalls()).containsExactly("getItem", "getItem");
    }

    @Test
    void relations_fromBothSides_areOneQueryEach() {
        Relation relation = new Relation("u1", "r1", "u2", "sibling", null, TEN);
        HiddenRelations hidden = new HiddenRelations("u2", List.of("u1#r1"));
        store.create(SupportTable.RELATION, relation);
        store.create(SupportTable.HIDDEN_RELATIONS, hidden);
        tables.takeCalls();

        assertThat(store.all(SupportTable.RELATIONS_OF_USER.of("u1"), 10)).containsExactly(relation);
        assertThat(store.all(SupportTable.RELATIONS_TO_USER.of("u2"), 10)).containsExactly(relation);
        assertThat(store.get(SupportTable.HIDDEN_OF_USER.of("u2"))).contains(hidden);
        assertThat(tables.takeCalls()).containsExactly("query", "query", "getItem");
    }

    @Test
    void listedLetters_inEitherOrderOrARange_areOneQueryWithoutContents() {
        for (String date : List.of("1943-05-02", "1943-06-01", "1950-05-02-noon")) {
            store.create(HoldThatThoughtTable.LETTER, Samples.letter(date).withAuthor(" Old  ANNA "));
        }
        tables.takeCalls();

        assertThat(store.all(
                        SupportTable.LISTED_LETTERS_NEWEST_FIRST
                                .of()
                                .from("1943")
                                .to("1943~"),
                        10))
                .extracting(LetterListing::date)
                .containsExactly("1943-06-01", "1943-05-02");
        assertThat(store.all(SupportTable.LISTED_LETTERS_OLDEST_FIRST.of(), 10))
                .extracting(LetterListing::date)
                .containsExactly("1943-05-02", "1943-06-01", "1950-05-02-noon");
        assertThat(store.get(SupportTable.LISTED_LETTER.of("1943-05-02"))).isPresent();
        String anna = LetterReference.ofAuthor("old anna");
        assertThat(store.all(SupportTable.REFERENCES_NEWEST_FIRST.of(anna).to("1949"), 10))
                .extracting(LetterReference::date)
                .containsExactly("1943-06-01", "1943-05-02");
        assertThat(store.all(SupportTable.REFERENCES_OLDEST_FIRST.of(LetterReference.ofDay("05-02")), 10))
                .extracting(LetterReference::date)
                .containsExactly("1943-05-02", "1950-05-02-noon");
        assertThat(tables.takeCalls()).containsExactly("query", "query", "getItem", "query", "query");
    }

    @Test
    void detailsOfLetters_andLettersByTheirMarks_areOneRequestEach() {
        LetterDetails first = new LetterDetails("1943-05-02", "Ann", "Kiel", List.of("War", "sea"), null);
        LetterDetails second = new LetterDetails("1950-01-01", null, null, List.of("war"), Transcription.MACHINE);
        store.create(SupportTable.LETTER_DETAILS, first);
        store.create(SupportTable.LETTER_DETAILS, second);
        store.create(SupportTable.LETTER_STATS, new LetterStats("1943-05-02", 2, true, 3, true));
        tables.takeCalls();

        assertThat(store.all(SupportTable.MARKS_NEWEST_FIRST.of(LetterMark.ofTag("WAR")), 10))
                .extracting(LetterMark::date)
                .containsExactly("1950-01-01", "1943-05-02");
        assertThat(store.all(SupportTable.MARKS_OLDEST_FIRST.of(LetterMark.REVIEW), 10))
                .extracting(LetterMark::date)
                .containsExactly("1950-01-01");
        assertThat(store.get(SupportTable.DETAILS_OF_LETTER.of("1943-05-02"))).contains(first);
        assertThat(store.all(SupportTable.DETAILS_OF_LETTERS.of(), 10)).containsExactly(first, second);
        assertThat(store.get(SupportTable.STATS_OF_LETTER.of("1943-05-02"))).isPresent();
        assertThat(tables.takeCalls()).containsExactly("query", "query", "getItem", "query", "getItem");
    }

    @Test
    void deletedAndMovedLetters_areOneRequestEach() {
        DeletedLetter deleted = new DeletedLetter("1943-05-02", Samples.LETTER, null, null, TEN, "u1", null);
        LetterForward forward = new LetterForward("1943-05-03", "1943-05-04", TEN, "u1");
        LetterArrival arrival = new LetterArrival("1943-05-04", "1943-05-03", TEN);
        store.create(SupportTable.DELETED_LETTER, deleted);
        store.create(SupportTable.LETTER_FORWARD, forward);
        store.create(SupportTable.LETTER_ARRIVAL, arrival);
        tables.takeCalls();

        assertThat(store.get(SupportTable.DELETED_LETTER_BY_DATE.of("1943-05-02")))
                .contains(deleted);
        assertThat(store.all(SupportTable.DELETED_LETTERS.of(), 10))
                .extracting(DeletedLetterListing::title)
                .containsExactly("From the coast");
        assertThat(store.get(SupportTable.FORWARD_OF_DATE.of("1943-05-03"))).contains(forward);
        assertThat(store.get(SupportTable.ARRIVAL_AT_DATE.of("1943-05-04"))).contains(arrival);
        assertThat(tables.takeCalls()).containsExactly("getItem", "query", "getItem", "getItem");
    }

    @Test
    void activities_areOneQueryNewestFirst() {
        Instant never = Instant.parse("2100-01-01T00:00:00Z");
        for (String subject : List.of("a", "b")) {
            store.create(
                    SupportTable.ACTIVITY,
                    new Activity(TEN, ActivityKind.EDIT, subject, "u1", "Ann", "T", subject, "/x", never));
        }
        tables.takeCalls();

        assertThat(store.all(SupportTable.ACTIVITIES.of(), 10))
                .extracting(Activity::subject)
                .containsExactly("b", "a");
        assertThat(tables.takeCalls()).containsExactly("query");
    }

    @Test
    void importFile_byItsId_isOneRequest() {
        ImportFile file = new ImportFile("i1", "u1", "a.zip", "up1", "temp/imports/i1", false, null, TEN);
        store.create(SupportTable.IMPORT_FILE, file);
        tables.takeCalls();

        assertThat(store.get(SupportTable.IMPORT_BY_ID.of("i1"))).contains(file);
        assertThat(tables.takeCalls()).containsExactly("getItem");
    }

    @Test
    void reaction_commentIdWithTheDelimiter_isRefused() {
        Reaction forged = new Reaction("i", "c1#u9", "u2", "Bob", "heart", TEN);

        assertThatThrownBy(() -> store.create(HoldThatThoughtTable.REACTION, forged))
                .isInstanceOfSatisfying(
                        RefusedValueException.class, e -> assertThat(e.field()).isEqualTo("commentId"));
    }

    private static KeyCondition condition(Bound<?> bound) {
        return bound.conditions(Scoping.NONE).get(0);
    }
}
