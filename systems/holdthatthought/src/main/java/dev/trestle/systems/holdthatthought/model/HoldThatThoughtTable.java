package dev.trestle.systems.holdthatthought.model;

import dev.trestle.model.Entity;
import dev.trestle.model.Groups;
import dev.trestle.model.Pattern;
import dev.trestle.model.Table;

/** {@code HoldThatThought}: people, letters, and what people say about them and to each other. */
public final class HoldThatThoughtTable {
    public static final Table TABLE = Table.named("HoldThatThought")
            .about("A family's letters, and what is said about them")
            .key("PK", "SK")
            .index("GSI1", "GSI1PK", "GSI1SK")
            .expiry("TTL");

    /** The support table lists it again: no key finds all users. */
    public static final Entity<UserProfile> USER_PROFILE = TABLE.entity(UserProfile.class)
            .key("USER#{userId}", "PROFILE")
            .also(SupportTable.USER_LISTING, profile -> profile)
            .accept("ITEM_GROWTH", "there are two groups, and relationships are to people of one family");

    public static final Entity<ConversationMember> CONVERSATION_MEMBER =
            TABLE.entity(ConversationMember.class).key("USER#{userId}", "CONV#{conversationId}");

    public static final Entity<RateLimit> RATE_LIMIT =
            TABLE.entity(RateLimit.class).key("USER#{userId}", "RATE#{action}").belongsTo(USER_PROFILE, "spends");

    /** The support table has a pointer to it: its key has the time, and requests name its id. */
    public static final Entity<Comment> COMMENT = TABLE.entity(Comment.class)
            .key("COMMENT#{itemId}", "{createdAt}#{commentId}")
            .index("GSI1", "USER#{userId}", "COMMENT#{createdAt}")
            .also(SupportTable.COMMENT_POINTER, CommentPointer::of)
            .belongsTo(USER_PROFILE, "writes");

    public static final Entity<Reaction> REACTION = TABLE.entity(Reaction.class)
            .key("COMMENT#{itemId}", "REACTION#{commentId}#{userId}")
            .index("GSI1", "USER#{userId}", "REACTION#{createdAt}")
            .belongsTo(COMMENT, "has")
            .belongsTo(USER_PROFILE, "gives");

    public static final Entity<ConversationMeta> CONVERSATION_META = TABLE.entity(ConversationMeta.class)
            .key("CONV#{conversationId}", "META")
            .accept("ITEM_GROWTH", "a conversation has fifty participants at most");

    /** The support table has a pointer to it: its key has the time, and requests name its id. */
    public static final Entity<Message> MESSAGE = TABLE.entity(Message.class)
            .key("CONV#{conversationId}", "MSG#{createdAt}#{messageId}")
            .also(SupportTable.MESSAGE_POINTER, MessagePointer::of)
            .belongsTo(CONVERSATION_META, "has")
            .belongsTo(USER_PROFILE, "sends")
            .accept("ITEM_GROWTH", "a message has the attachments of one request, and is never added to");

    /** The support table lists it again without its content, and by author and day. */
    public static final Entity<Letter> LETTER = TABLE.entity(Letter.class)
            .key("LETTER#{date}", "CURRENT")
            .index("GSI1", "LETTERS", "{date}")
            .also(SupportTable.LETTER_LISTING, LetterListing::of)
            .alsoEach(SupportTable.LETTER_REFERENCE, LetterReference::of)
            .accept("HOT_PARTITION", "documented so; a family's letters are thousands, read often and written seldom");

    public static final Entity<LetterVersion> LETTER_VERSION = TABLE.entity(LetterVersion.class)
            .key("LETTER#{date}", "VERSION#{timestamp}")
            .belongsTo(LETTER, "was");

    /** The support table lists it again, by status and by uploader. */
    public static final Entity<Draft> DRAFT = TABLE.entity(Draft.class)
            .key("DRAFT#{draftId}", "METADATA")
            .also(SupportTable.DRAFT_LISTING, DraftListing::of)
            .belongsTo(USER_PROFILE, "uploads")
            .accept("ITEM_GROWTH", "a draft has twenty files at most");

    // The documented access patterns.

    public static final Pattern<UserProfile> PROFILE_OF_USER = USER_PROFILE.get("Get user profile");

    /** In the order of ids; who wants the order of messages sorts what was read, which is at most a thousand. */
    public static final Pattern<ConversationMember> CONVERSATIONS_OF_USER =
            CONVERSATION_MEMBER.query("List user conversations").beginsWith("CONV#");

    /** Finds the comments of one moment, and cannot list an item's; {@link #COMMENTS_ON_ITEM} does. */
    public static final Pattern<Comment> COMMENTS_OF_MOMENT = COMMENT.query("List comments on item, as documented")
            .beginsWith("{createdAt}")
            .accept(
                    "MOMENT_PREFIX",
                    "documented so; \"List comments on item\" reads the partition up to its reactions");

    /** A time begins with a digit, so that all comments stand before the reactions. */
    public static final Pattern<Comment> COMMENTS_ON_ITEM =
            COMMENT.query("List comments on item").below("REACTION#");

    public static final Pattern<Comment> COMMENTS_OF_USER = COMMENT.query("Get user's comments")
            .on("GSI1")
            .beginsWith("COMMENT#")
            .descending();

    public static final Pattern<Reaction> REACTIONS_OF_USER = REACTION.query("Get user's reactions")
            .on("GSI1")
            .beginsWith("REACTION#")
            .descending();

    public static final Pattern<Letter> LETTERS_NEWEST_FIRST =
            LETTER.query("List all letters").on("GSI1").descending();

    public static final Pattern<LetterVersion> VERSIONS_OF_LETTER =
            LETTER_VERSION.query("Get letter versions").beginsWith("VERSION#").descending();

    public static final Pattern<Message> MESSAGES_OF_CONVERSATION =
            MESSAGE.query("Get conversation messages").beginsWith("MSG#").descending();

    /** The document has it as {@code listUsers}, without a key. */
    public static final Pattern<UserProfile> ALL_USERS = USER_PROFILE
            .scan("List users")
            .filter("status")
            .accept("SCAN", "documented without a key; the support table lists users")
            .accept("FILTER", "documented: listUsers filters non-active; the support table lists the active ones");

    // What the key patterns name beyond them: each entity by its key, and what belongs to one.

    public static final Pattern<ConversationMember> CONVERSATION_OF_USER =
            CONVERSATION_MEMBER.get("Get user conversation");

    public static final Pattern<RateLimit> RATE_LIMIT_OF_USER = RATE_LIMIT.get("Get rate limit");

    public static final Pattern<RateLimit> COUNT_ACTION = RATE_LIMIT.change("Count action");

    public static final Pattern<Comment> COMMENT_BY_KEY = COMMENT.get("Get comment");

    public static final Pattern<Reaction> REACTION_BY_KEY = REACTION.get("Get reaction");

    public static final Pattern<Reaction> REACTIONS_TO_COMMENT =
            REACTION.query("List reactions to comment").beginsWith("REACTION#{commentId}#");

    public static final Pattern<Groups> COMMENTS_WITH_REACTIONS =
            TABLE.collection("List comments on item with their reactions", COMMENT, REACTION);

    /** From a moment on; with no end it reads up to the reactions, as a time begins with a digit. */
    public static final Pattern<Comment> COMMENTS_SINCE = COMMENT.query("List comments on item from a time on")
            .between("createdAt")
            .accept(
                    "FOREIGN_ITEMS",
                    "asked with both ends, and a time begins with a digit: reactions stand behind all of them");

    public static final Pattern<Comment> COMMENTS_NEWEST_FIRST = COMMENT.query("List comments on item, newest first")
            .between("createdAt")
            .descending()
            .accept(
                    "FOREIGN_ITEMS",
                    "asked with both ends, and a time begins with a digit: reactions stand behind all of them");

    public static final Pattern<ConversationMeta> CONVERSATION_BY_ID = CONVERSATION_META.get("Get conversation");

    public static final Pattern<Message> MESSAGE_BY_KEY = MESSAGE.get("Get message");

    public static final Pattern<Letter> LETTER_BY_DATE = LETTER.get("Get letter");

    public static final Pattern<LetterVersion> LETTER_VERSION_BY_KEY = LETTER_VERSION.get("Get letter version");

    public static final Pattern<LetterVersion> VERSIONS_BEFORE = LETTER_VERSION
            .query("Get letter versions up to a time")
            .between("timestamp")
            .descending();

    public static final Pattern<LetterVersion> VERSIONS_OLDEST_FIRST =
            LETTER_VERSION.query("Get letter versions, oldest first").beginsWith("VERSION#");

    public static final Pattern<Draft> DRAFT_BY_ID = DRAFT.get("Get draft");

    private HoldThatThoughtTable() {}
}
