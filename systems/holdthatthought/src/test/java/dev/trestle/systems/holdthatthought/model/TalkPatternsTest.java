package dev.trestle.systems.holdthatthought.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.model.operation.ItemStore;
import dev.trestle.testing.Target;
import dev.trestle.testing.TestStore;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** The patterns of comments, conversations and mail beyond the documented ones: each is one request. */
@ParameterizedClass(name = "{0}")
@MethodSource("dev.trestle.testing.Targets#all")
class TalkPatternsTest {
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
    void commentsOnItem_fromAMomentOn_areOneQueryInEitherOrder() {
        for (int i = 0; i < 4; i++) {
            store.create(HoldThatThoughtTable.COMMENT, Samples.comment("i", "c" + i, "u1", TEN.plusSeconds(i)));
        }
        store.create(HoldThatThoughtTable.REACTION, new Reaction("i", "c1", "u2", "Bob", "heart", TEN));
        tables.takeCalls();

        Instant last = Instant.parse("9999-12-31T23:59:59.999Z");
        assertThat(store.all(
                        HoldThatThoughtTable.COMMENTS_SINCE
                                .of("i")
                                .from(TEN.plusSeconds(2))
                                .to(last),
                        10))
                .extracting(Comment::commentId)
                .containsExactly("c2", "c3");
        assertThat(store.all(
                        HoldThatThoughtTable.COMMENTS_NEWEST_FIRST
                                .of("i")
                                .from(TEN)
                                .to(TEN.plusSeconds(1)),
                        10))
                .extracting(Comment::commentId)
                .containsExactly("c1", "c0");
        assertThat(tables.takeCalls()).containsExactly("query", "query");
    }

    @Test
    void deletedComment_andItsReactions_areOneRequestEach() {
        DeletedComment deleted = new DeletedComment("c1", Samples.COMMENT, TEN, "u1");
        CountedComment counted = new CountedComment("c1", "u1");
        store.create(SupportTable.DELETED_COMMENT, deleted);
        store.create(SupportTable.DELETED_REACTION, Samples.REACTION);
        store.create(SupportTable.COUNTED_COMMENT, counted);
        tables.takeCalls();

        assertThat(store.get(SupportTable.DELETED_COMMENT_BY_ID.of("c1"))).contains(deleted);
        assertThat(store.all(SupportTable.DELETED_REACTIONS.of("c1"), 10)).containsExactly(Samples.REACTION);
        assertThat(store.get(SupportTable.COUNTED_COMMENT_BY_ID.of("c1"))).contains(counted);
        assertThat(tables.takeCalls()).containsExactly("getItem", "query", "getItem");
    }

    @Test
    void mailPreferences_byUserAndToken_areOneRequestEach() {
        MailPreferences daily = new MailPreferences("u1", "t1", Digest.DAILY, "zh", TEN, "job");
        store.create(SupportTable.MAIL_PREFERENCES, daily);
        store.create(SupportTable.UNSUBSCRIBE_TOKEN, new UnsubscribeToken("t1", "u1"));
        tables.takeCalls();

        assertThat(store.get(SupportTable.MAIL_PREFERENCES_OF_USER.of("u1"))).contains(daily);
        assertThat(store.get(SupportTable.UNSUBSCRIBE_TOKEN_BY_TEXT.of("t1")))
                .map(UnsubscribeToken::userId)
                .contains("u1");
        assertThat(tables.takeCalls()).containsExactly("getItem", "getItem");
    }

    @Test
    void messages_deletedMailedAndAttached_areOneRequestEach() {
        DeletedMessage deleted = new DeletedMessage("u1_u2", "m1", Samples.MESSAGE, TEN);
        DeletedConversation gone = new DeletedConversation("u1_u2", TEN);
        MailedConversation mailed = new MailedConversation("u1", "u1_u2", TEN);
        AttachmentPlace place = new AttachmentPlace("messages/attachments/u1/x_a.txt", "u1_u2", "m1");
        store.create(SupportTable.DELETED_MESSAGE, deleted);
        store.create(SupportTable.DELETED_CONVERSATION, gone);
        store.create(SupportTable.MAILED_CONVERSATION, mailed);
        store.create(SupportTable.ATTACHMENT_PLACE, place);
        tables.takeCalls();

        assertThat(store.get(SupportTable.DELETED_MESSAGE_BY_ID.of("u1_u2", "m1")))
                .contains(deleted);
        assertThat(store.all(SupportTable.DELETED_MESSAGES.of("u1_u2"), 10)).containsExactly(deleted);
        assertThat(store.get(SupportTable.DELETED_CONVERSATION_BY_ID.of("u1_u2")))
                .contains(gone);
        assertThat(store.get(SupportTable.MAILED_CONVERSATION_OF_USER.of("u1", "u1_u2")))
                .contains(mailed);
        assertThat(store.get(SupportTable.PLACE_OF_ATTACHMENT.of(place.s3Key())))
                .contains(place);
        assertThat(tables.takeCalls()).containsExactly("getItem", "query", "getItem", "getItem", "getItem");
    }

    @Test
    void contactMessages_newestFirst_areOneQuery() {
        ContactMessage first = new ContactMessage("a1", null, "a@example.org", "x", TEN);
        ContactMessage second = new ContactMessage("a2", "B", "b@example.org", "y", TEN);
        Instant lasting = Instant.parse("2100-01-01T00:00:00Z");
        ContactCount count = new ContactCount("digest", 3, TEN, lasting);
        store.create(SupportTable.CONTACT_MESSAGE, first);
        store.create(SupportTable.CONTACT_MESSAGE, second);
        store.create(SupportTable.CONTACT_COUNT, count);
        tables.takeCalls();

        assertThat(store.all(SupportTable.CONTACT_MESSAGES.of(), 10)).containsExactly(second, first);
        assertThat(store.get(SupportTable.CONTACT_MESSAGE_BY_ID.of("a1"))).contains(first);
        assertThat(store.get(SupportTable.CONTACT_COUNT_OF_ADDRESS.of("digest")))
                .contains(count);
        assertThat(tables.takeCalls()).containsExactly("query", "getItem", "getItem");
    }
}
