package dev.trestle.systems.holdthatthought.activity;

import dev.trestle.model.operation.Expect;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.platform.events.Follower;
import dev.trestle.platform.events.RecordChange;
import dev.trestle.systems.holdthatthought.letters.LetterKeys;
import dev.trestle.systems.holdthatthought.model.Activity;
import dev.trestle.systems.holdthatthought.model.ActivityKind;
import dev.trestle.systems.holdthatthought.model.Comment;
import dev.trestle.systems.holdthatthought.model.Draft;
import dev.trestle.systems.holdthatthought.model.DraftStatus;
import dev.trestle.systems.holdthatthought.model.ExtractedData;
import dev.trestle.systems.holdthatthought.model.HoldThatThoughtTable;
import dev.trestle.systems.holdthatthought.model.Letter;
import dev.trestle.systems.holdthatthought.model.LetterListing;
import dev.trestle.systems.holdthatthought.model.ProfileStatus;
import dev.trestle.systems.holdthatthought.model.SupportTable;
import dev.trestle.systems.holdthatthought.model.UserProfile;
import dev.trestle.systems.holdthatthought.people.Groups;
import dev.trestle.systems.holdthatthought.people.Names;
import dev.trestle.systems.holdthatthought.people.Standing;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Writes down what happens, by whichever program. An entry's key is made of what happened, so that a change which is told twice is written
 * once. Entries expire; the archive itself keeps everything.
 */
public final class Activities {
    private static final Duration KEPT = Duration.ofDays(180);
    private static final String PAGES = "/holdthatthought/";

    private final ItemStore store;
    private final Names names;

    Activities(ItemStore store) {
        this.store = store.consistent();
        this.names = new Names(store);
    }

    void follow(Follower follower) {
        follower.on(HoldThatThoughtTable.LETTER, this::letter)
                .on(HoldThatThoughtTable.COMMENT, this::comment)
                .on(HoldThatThoughtTable.USER_PROFILE, this::member)
                .on(HoldThatThoughtTable.DRAFT, this::draft);
    }

    private void letter(RecordChange<Letter> change) {
        Letter after = change.after();
        if (after == null) {
            return; // the list leaves out what is about letters that are gone
        }
        Letter before = change.before();
        boolean isMoved = before == null && after.updatedAt().isAfter(after.createdAt());
        if (isMoved || (before != null && before.updatedAt().equals(after.updatedAt()))) {
            return; // moved, restored, or touched by another program
        }
        add(
                after.updatedAt(),
                before == null ? ActivityKind.LETTER : ActivityKind.EDIT,
                after.date(),
                after.updatedBy(),
                null,
                after.title(),
                after.date(),
                PAGES + LetterKeys.itemId(after.date()));
    }

    private void comment(RecordChange<Comment> change) {
        Comment comment = change.latest();
        if (change.after() == null) {
            remove(comment.createdAt(), ActivityKind.COMMENT, comment.commentId());
            return;
        }
        if (change.before() != null) {
            return;
        }
        String date = comment.itemId().startsWith(LetterKeys.PREFIX)
                ? comment.itemId().substring(LetterKeys.PREFIX.length())
                : null;
        String title = date == null
                ? null
                : store.get(SupportTable.LISTED_LETTER.of(date))
                        .map(LetterListing::title)
                        .orElse(null);
        String given = comment.itemTitle();
        add(
                comment.createdAt(),
                ActivityKind.COMMENT,
                comment.commentId(),
                comment.userId(),
                comment.userName(),
                title != null ? title : given == null ? comment.itemId() : given,
                date,
                PAGES + comment.itemId() + "#comment-" + comment.commentId());
    }

    /** Somebody was let in. */
    private void member(RecordChange<UserProfile> change) {
        UserProfile after = change.after();
        if (after != null && isMember(after) && !isMember(change.before()) && !after.isProfilePrivate()) {
            add(
                    after.updatedAt(),
                    ActivityKind.MEMBER,
                    after.userId(),
                    after.userId(),
                    after.displayName(),
                    after.displayName(),
                    null,
                    PAGES + "people/" + after.userId());
        }
    }

    private static boolean isMember(@Nullable UserProfile profile) {
        return profile != null
                && profile.status() == ProfileStatus.ACTIVE
                && Groups.standing(profile.groups()) != Standing.PENDING;
    }

    /** A draft that waits to be reviewed, until it does no longer. */
    private void draft(RecordChange<Draft> change) {
        Draft draft = change.latest();
        if (change.after() == null || draft.status() != DraftStatus.READY) {
            remove(draft.createdAt(), ActivityKind.DRAFT, draft.draftId());
            return;
        }
        ExtractedData read = draft.extractedData();
        String title = read == null || read.title() == null ? "" : read.title();
        add(
                draft.createdAt(),
                ActivityKind.DRAFT,
                draft.draftId(),
                draft.uploaderId(),
                null,
                title,
                null,
                PAGES + "drafts/" + draft.draftId());
    }

    /** Writes something down; for other areas too. {@code userName}: null if it has to be looked up. */
    public void add(
            Instant at,
            ActivityKind kind,
            String subject,
            String userId,
            @Nullable String userName,
            String title,
            @Nullable String letterDate,
            String path) {
        String known = userName == null ? names.of(userId) : userName;
        store.put(
                SupportTable.ACTIVITY,
                new Activity(
                        at, kind, subject, userId, known == null ? "" : known, title, letterDate, path, at.plus(KEPT)));
    }

    public void remove(Instant at, ActivityKind kind, String subject) {
        store.delete(SupportTable.ACTIVITY, new Activity(at, kind, subject, "", "", "", null, "", at), Expect.ANYTHING);
    }
}
