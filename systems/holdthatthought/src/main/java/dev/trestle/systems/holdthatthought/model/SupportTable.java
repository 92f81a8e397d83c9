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
import dev.trestle.platform.work.LongWorks;

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
            .between("lastMessageAt")
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

    public static final Entity<Relation> RELATION = TABLE.entity(Relation.class)
            .key("RELATIONS#{ownerId}", "{entryId}")
            .index("GSI1", "RELATED#{userId}", "{ownerId}#{entryId}");

    public static final Entity<HiddenRelations> HIDDEN_RELATIONS = TABLE.entity(HiddenRelations.class)
            .key("USER#{userId}", "HIDDEN_RELATIONS")
            .accept("ITEM_GROWTH", "five hundred are kept at most");

    public static final Pattern<Relation> RELATIONS_OF_USER = RELATION.query("Users whom a user's profile names");

    public static final Pattern<Relation> RELATIONS_TO_USER =
            RELATION.query("Profiles that name a user").on("GSI1");

    public static final Pattern<HiddenRelations> HIDDEN_OF_USER =
            HIDDEN_RELATIONS.get("Get hidden relations of a user");

    // Letters

    /** A letter again, without its content. */
    public static final Entity<LetterListing> LETTER_LISTING = TABLE.entity(LetterListing.class)
            .key("LETTERS", "{date}")
            .accept("HOT_PARTITION", "a family's letters are thousands, read often and written seldom");

    /** A letter by its author and by its day of the year. */
    public static final Entity<LetterReference> LETTER_REFERENCE =
            TABLE.entity(LetterReference.class).key("LETTER_LIST#{list}", "{date}");

    /** A letter by its tags, and whether it waits for a review. */
    public static final Entity<LetterMark> LETTER_MARK =
            TABLE.entity(LetterMark.class).key("LETTER_MARK#{mark}", "{date}");

    public static final Entity<LetterDetails> LETTER_DETAILS = TABLE.entity(LetterDetails.class)
            .key("LETTER_DETAILS", "{date}")
            .alsoEach(LETTER_MARK, LetterMark::of)
            .accept("HOT_PARTITION", "a family's letters are thousands, read often and written seldom")
            .accept("ITEM_GROWTH", "a letter has twenty tags at most");

    public static final Entity<LetterStats> LETTER_STATS = TABLE.entity(LetterStats.class)
            .key("LETTER_STATS", "{date}")
            .accept("HOT_PARTITION", "a family's letters are thousands, read often and written seldom");

    public static final Entity<DeletedLetterListing> DELETED_LETTER_LISTING = TABLE.entity(DeletedLetterListing.class)
            .key("LETTERS_DELETED", "{deletedAt}#{date}")
            .accept("HOT_PARTITION", "administrators delete letters seldom, and each leaves after thirty days");

    public static final Entity<DeletedLetter> DELETED_LETTER = TABLE.entity(DeletedLetter.class)
            .key("LETTER#{date}", "DELETED")
            .also(DELETED_LETTER_LISTING, DeletedLetterListing::of)
            .accept("ITEM_GROWTH", "it holds one letter, and is never added to");

    public static final Entity<LetterForward> LETTER_FORWARD =
            TABLE.entity(LetterForward.class).key("LETTER#{date}", "MOVED");

    public static final Entity<LetterArrival> LETTER_ARRIVAL =
            TABLE.entity(LetterArrival.class).key("LETTER#{date}", "ARRIVING");

    public static final Entity<Activity> ACTIVITY = TABLE.entity(Activity.class)
            .key("ACTIVITY", "{at}#{kind}#{subject}")
            .accept("HOT_PARTITION", "a family does some hundred things a day, and each expires");

    public static final Pattern<LetterListing> LISTED_LETTER = LETTER_LISTING.get("Get letter without content");

    public static final Pattern<LetterListing> LISTED_LETTERS_NEWEST_FIRST = LETTER_LISTING
            .query("Letters without content, newest first")
            .between("date")
            .descending();

    public static final Pattern<LetterListing> LISTED_LETTERS_OLDEST_FIRST =
            LETTER_LISTING.query("Letters without content, oldest first").between("date");

    public static final Pattern<LetterReference> REFERENCES_NEWEST_FIRST = LETTER_REFERENCE
            .query("Letters of an author or a day, newest first")
            .between("date")
            .descending();

    public static final Pattern<LetterReference> REFERENCES_OLDEST_FIRST = LETTER_REFERENCE
            .query("Letters of an author or a day, oldest first")
            .between("date");

    public static final Pattern<LetterMark> MARKS_NEWEST_FIRST = LETTER_MARK
            .query("Letters with a tag or to be reviewed, newest first")
            .between("date")
            .descending();

    public static final Pattern<LetterMark> MARKS_OLDEST_FIRST = LETTER_MARK
            .query("Letters with a tag or to be reviewed, oldest first")
            .between("date");

    public static final Pattern<LetterDetails> DETAILS_OF_LETTER = LETTER_DETAILS.get("Get details of a letter");

    public static final Pattern<LetterDetails> DETAILS_OF_LETTERS = LETTER_DETAILS.query("Details of all letters");

    public static final Pattern<LetterStats> STATS_OF_LETTER = LETTER_STATS.get("Get what surrounds a letter");

    public static final Pattern<DeletedLetter> DELETED_LETTER_BY_DATE = DELETED_LETTER.get("Get deleted letter");

    public static final Pattern<DeletedLetterListing> DELETED_LETTERS =
            DELETED_LETTER_LISTING.query("Deleted letters, newest first").descending();

    public static final Pattern<LetterForward> FORWARD_OF_DATE = LETTER_FORWARD.get("Get where a letter went");

    public static final Pattern<LetterArrival> ARRIVAL_AT_DATE =
            LETTER_ARRIVAL.get("Get where a letter is still coming from");

    public static final Pattern<Activity> ACTIVITIES =
            ACTIVITY.query("What happened, newest first").descending();

    // Drafts

    public static final Entity<DraftDetails> DRAFT_DETAILS = TABLE.entity(DraftDetails.class)
            .key("DRAFT#{draftId}", "DETAILS")
            .accept("ITEM_GROWTH", "a draft has twenty files and twenty tags at most");

    public static final Entity<LetterScan> LETTER_SCAN =
            TABLE.entity(LetterScan.class).key("SCAN#{date}", "SCAN");

    public static final Pattern<DraftDetails> DETAILS_OF_DRAFT = DRAFT_DETAILS.get("Get details of a draft");

    public static final Pattern<LetterScan> SCAN_OF_LETTER = LETTER_SCAN.get("Get the origin of a letter's scan");

    // Comments and reactions

    public static final Entity<CountedComment> COUNTED_COMMENT =
            TABLE.entity(CountedComment.class).key("COMMENT#{commentId}", "COUNTED");

    public static final Pattern<CountedComment> COUNTED_COMMENT_BY_ID =
            COUNTED_COMMENT.get("Whether a comment is counted");

    public static final Pattern<DeletedComment> DELETED_COMMENT_BY_ID = DELETED_COMMENT.get("Get deleted comment");

    public static final Pattern<Reaction> DELETED_REACTIONS =
            DELETED_REACTION.query("Reactions to a deleted comment").beginsWith("REACTION#");

    // Conversations and messages

    public static final Entity<DeletedMessage> DELETED_MESSAGE = TABLE.entity(DeletedMessage.class)
            .key("CONV#{conversationId}", "DELETED#{messageId}")
            .accept("ITEM_GROWTH", "a message has ten attachments at most");

    public static final Entity<DeletedConversation> DELETED_CONVERSATION =
            TABLE.entity(DeletedConversation.class).key("CONV#{conversationId}", "GONE");

    public static final Entity<MailedConversation> MAILED_CONVERSATION =
            TABLE.entity(MailedConversation.class).key("USER#{userId}", "MAILED#{conversationId}");

    public static final Entity<AttachmentPlace> ATTACHMENT_PLACE =
            TABLE.entity(AttachmentPlace.class).key("ATTACHMENT#{s3Key}", "PLACE");

    public static final Pattern<DeletedMessage> DELETED_MESSAGE_BY_ID = DELETED_MESSAGE.get("Get deleted message");

    public static final Pattern<DeletedMessage> DELETED_MESSAGES =
            DELETED_MESSAGE.query("Deleted messages of a conversation").beginsWith("DELETED#");

    public static final Pattern<DeletedConversation> DELETED_CONVERSATION_BY_ID =
            DELETED_CONVERSATION.get("Get deleted conversation");

    public static final Pattern<MailedConversation> MAILED_CONVERSATION_OF_USER =
            MAILED_CONVERSATION.get("When a user was told of a conversation");

    public static final Pattern<AttachmentPlace> PLACE_OF_ATTACHMENT =
            ATTACHMENT_PLACE.get("Which message an attachment belongs to");

    // Mail

    public static final Entity<ContactMessage> CONTACT_MESSAGE = TABLE.entity(ContactMessage.class)
            .key("CONTACT", "{contactId}")
            .accept("HOT_PARTITION", "written five times an hour from an address at most, and read by administrators");

    public static final Entity<ContactCount> CONTACT_COUNT =
            TABLE.entity(ContactCount.class).key("CONTACT_COUNT#{address}", "COUNT");

    public static final Pattern<ContactMessage> CONTACT_MESSAGES =
            CONTACT_MESSAGE.query("Messages of the contact form, newest first").descending();

    public static final Pattern<ContactMessage> CONTACT_MESSAGE_BY_ID =
            CONTACT_MESSAGE.get("Get a message of the contact form");

    public static final Pattern<ContactCount> CONTACT_COUNT_OF_ADDRESS =
            CONTACT_COUNT.get("How often an address used the contact form");

    public static final Entity<MailPreferences> MAIL_PREFERENCES =
            TABLE.entity(MailPreferences.class).key("USER#{userId}", "MAIL");

    public static final Entity<UnsubscribeToken> UNSUBSCRIBE_TOKEN =
            TABLE.entity(UnsubscribeToken.class).key("UNSUBSCRIBE#{token}", "TOKEN");

    public static final Pattern<MailPreferences> MAIL_PREFERENCES_OF_USER =
            MAIL_PREFERENCES.get("Get what a user wants by mail");

    public static final Pattern<UnsubscribeToken> UNSUBSCRIBE_TOKEN_BY_TEXT =
            UNSUBSCRIBE_TOKEN.get("Whose mails a token ends");

    // Media

    public static final Entity<MediaItem> MEDIA_ITEM = TABLE.entity(MediaItem.class)
            .key("MEDIA#{mediaId}", "ITEM")
            .index("GSI1", "MEDIA#{category}", "{createdAt}#{mediaId}")
            .accept("HOT_PARTITION", "a family's pictures are thousands, and are added by hand");

    public static final Entity<MediaChecksum> MEDIA_CHECKSUM =
            TABLE.entity(MediaChecksum.class).key("MEDIASUM#{checksum}", "SUM");

    public static final Entity<MediaGone> MEDIA_GONE =
            TABLE.entity(MediaGone.class).key("MEDIA#{mediaId}", "GONE");

    public static final Pattern<MediaItem> MEDIA_BY_ID = MEDIA_ITEM.get("Get medium");

    public static final Pattern<MediaItem> MEDIA_OF_CATEGORY = MEDIA_ITEM
            .query("Media of a category, newest first")
            .on("GSI1")
            .between("createdAt")
            .descending();

    public static final Pattern<MediaChecksum> MEDIA_BY_CHECKSUM = MEDIA_CHECKSUM.get("Find medium by its bytes");

    public static final Pattern<MediaGone> GONE_MEDIA = MEDIA_GONE.get("Get what became of a medium");

    // Exports and imports

    public static final LongWorks.Declaration WORKS = LongWorks.on(TABLE);

    public static final Entity<ImportFile> IMPORT_FILE =
            TABLE.entity("ImportedFile", ImportFile.class).key("IMPORT#{importId}", "FILE");

    public static final Pattern<ImportFile> IMPORT_BY_ID = IMPORT_FILE.get("Get import");

    private SupportTable() {}
}
