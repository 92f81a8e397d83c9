package dev.trestle.systems.holdthatthought.model;

import dev.trestle.model.Entity;
import dev.trestle.model.Groups;
import dev.trestle.model.Pattern;
import dev.trestle.model.Support;
import dev.trestle.model.Table;
import dev.trestle.model.When;
import dev.trestle.platform.events.Follower;
import dev.trestle.platform.jobs.Jobs;
import dev.trestle.platform.uploads.Uploads;

/** {@code holdthatthought-support}: lists and pointers, what became of comments, conversations that are out of the list. */
public final class SupportTable {
    public static final Table TABLE = Support.table("holdthatthought");

    /** A profile again: all of them for administrators, and by GSI1 those that everybody may see. */
    public static final Entity<UserProfile> USER_LISTING = TABLE.entity("UserListing", UserProfile.class)
            .key("USERS", "USER#{userId}")
            .index(
                    "GSI1",
                    "USERS#VISIBLE",
                    "USER#{userId}",
                    When.all(When.is("status", ProfileStatus.ACTIVE), When.is("isProfilePrivate", false)))
            .accept("HOT_PARTITION", "a family's users are some hundred, and their profiles change seldom");

    public static final Entity<DraftListing> DRAFT_LISTING = TABLE.entity(DraftListing.class)
            .key("UPLOADER#{uploaderId}", "DRAFT#{createdAt}#{draftId}")
            .index("GSI1", "DRAFTS#{status}", "{createdAt}#{draftId}");

    public static final Entity<CommentPointer> COMMENT_POINTER =
            TABLE.entity(CommentPointer.class).key("COMMENT#{commentId}", "POINTER");

    public static final Entity<CommentHistory> COMMENT_HISTORY = TABLE.entity(CommentHistory.class)
            .key("COMMENT#{commentId}", "HISTORY")
            .accept("ITEM_GROWTH", "five texts are kept");

    public static final Entity<DeletedComment> DELETED_COMMENT =
            TABLE.entity(DeletedComment.class).key("DELETED_COMMENT#{commentId}", "COMMENT");

    public static final Entity<Reaction> DELETED_REACTION =
            TABLE.entity("DeletedReaction", Reaction.class).key("DELETED_COMMENT#{commentId}", "REACTION#{userId}");

    public static final Entity<MessagePointer> MESSAGE_POINTER =
            TABLE.entity(MessagePointer.class).key("CONV#{conversationId}", "MSG#{messageId}");

    /** A member's item that the list has no room for any more; one that is spoken in again goes back. */
    public static final Entity<ConversationMember> ARCHIVED_CONVERSATION = TABLE.entity(
                    "ArchivedConversation", ConversationMember.class)
            .key("USER#{userId}", "CONV#{conversationId}")
            .index("GSI1", "ARCHIVE#{userId}", "{lastMessageAt}#{conversationId}");

    public static final Pattern<UserProfile> USERS =
            USER_LISTING.query("All users").beginsWith("USER#");

    public static final Pattern<UserProfile> VISIBLE_USERS =
            USER_LISTING.query("Active users with public profiles").on("GSI1").beginsWith("USER#");

    public static final Pattern<DraftListing> DRAFTS_OF_UPLOADER = DRAFT_LISTING
            .query("Drafts of an uploader, newest first")
            .between("createdAt")
            .descending();

    public static final Pattern<DraftListing> DRAFTS_BY_STATUS = DRAFT_LISTING
            .query("Drafts by status, newest first")
            .on("GSI1")
            .between("createdAt")
            .descending();

    public static final Pattern<CommentPointer> COMMENT_BY_ID = COMMENT_POINTER.get("Find comment by its id");

    public static final Pattern<CommentHistory> FORMER_TEXTS = COMMENT_HISTORY.get("Former texts of a comment");

    public static final Pattern<Groups> DELETED_WITH_REACTIONS =
            TABLE.collection("Deleted comment with its reactions", DELETED_COMMENT, DELETED_REACTION);

    public static final Pattern<MessagePointer> MESSAGE_BY_ID = MESSAGE_POINTER.get("Find message by its id");

    public static final Pattern<ConversationMember> ARCHIVED_CONVERSATION_OF_USER =
            ARCHIVED_CONVERSATION.get("Get archived conversation of a user");

    public static final Pattern<ConversationMember> ARCHIVED_CONVERSATIONS = ARCHIVED_CONVERSATION
            .query("Archived conversations of a user, newest first")
            .on("GSI1")
            .descending();

    public static final Jobs.Declaration JOBS = Jobs.on(TABLE);

    public static final Follower.Declaration FOLLOWER = Follower.on(TABLE);

    public static final Uploads.Declaration UPLOADS = Uploads.on(TABLE);

    // People

    public static final Entity<UserOwner> USER_OWNER =
            TABLE.entity(UserOwner.class).key("USER#{userId}", "OWNER");

    public static final Entity<UserStats> USER_STATS =
            TABLE.entity(UserStats.class).key("USER#{userId}", "STATS");

    public static final Pattern<UserOwner> OWNER_OF_USER = USER_OWNER.get("Get the issuer of a user");

    public static final Pattern<UserStats> STATS_OF_USER = USER_STATS.get("Get what a user has done");

    // Letters

    // Drafts

    public static final Entity<DraftDetails> DRAFT_DETAILS = TABLE.entity(DraftDetails.class)
            .key("DRAFT#{draftId}", "DETAILS")
            .accept("ITEM_GROWTH", "a draft has twenty files and twenty tags at most");

    public static final Entity<LetterScan> LETTER_SCAN =
            TABLE.entity(LetterScan.class).key("SCAN#{date}", "SCAN");

    public static final Pattern<DraftDetails> DETAILS_OF_DRAFT = DRAFT_DETAILS.get("Get details of a draft");

    public static final Pattern<LetterScan> SCAN_OF_LETTER = LETTER_SCAN.get("Get the origin of a letter's scan");

    // Comments and reactions

    // Conversations and messages

    // Media

    private SupportTable() {}
}
