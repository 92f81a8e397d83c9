package dev.trestle.systems.holdthatthought.comments;

import dev.trestle.model.operation.Expect;
import dev.trestle.model.operation.Stored;
import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.Problem.Kind;
import dev.trestle.platform.operation.Decision;
import dev.trestle.platform.operation.Given;
import dev.trestle.platform.time.Times;
import dev.trestle.systems.holdthatthought.area.Parts;
import dev.trestle.systems.holdthatthought.area.PlainText;
import dev.trestle.systems.holdthatthought.comments.CommentRequests.AddComment;
import dev.trestle.systems.holdthatthought.comments.CommentRequests.EditComment;
import dev.trestle.systems.holdthatthought.comments.CommentRequests.RestoreComment;
import dev.trestle.systems.holdthatthought.model.Comment;
import dev.trestle.systems.holdthatthought.model.CommentHistory;
import dev.trestle.systems.holdthatthought.model.DeletedComment;
import dev.trestle.systems.holdthatthought.model.FormerText;
import dev.trestle.systems.holdthatthought.model.HoldThatThoughtTable;
import dev.trestle.systems.holdthatthought.model.RateAction;
import dev.trestle.systems.holdthatthought.model.SupportTable;
import dev.trestle.systems.holdthatthought.people.Caller;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * What becomes of comments. A comment is its author's to edit and delete, and the administrators'. A deleted one goes to the support table
 * with its reactions, so that lists do not have to pass over it; whoever deleted it can take that back for ten minutes.
 */
final class Comments {
    static final int TEXT_MAX = 2000;

    private static final int TYPE_MAX = 50;
    private static final int TITLE_MAX = 200;
    private static final Duration UNDO = Duration.ofMinutes(10);

    private final Parts parts;
    private final CommentedItems items;
    private final Located located;
    private final CommentTally tally;
    private final ReactionMoves moves;
    private final CommentMails mails;
    private final Mentions mentions;

    Comments(
            Parts parts,
            CommentedItems items,
            Located located,
            CommentTally tally,
            ReactionMoves moves,
            CommentMails mails,
            Mentions mentions) {
        this.parts = parts;
        this.items = items;
        this.located = located;
        this.tally = tally;
        this.moves = moves;
        this.mails = mails;
        this.mentions = mentions;
    }

    Decision<Comment> add(Given<Caller, AddComment> given) {
        CommentRequests.NewComment asked = given.asked().body();
        Caller by = given.by();
        Comment comment = new Comment(
                items.present(ItemIds.item(given.asked().itemId())),
                UUID.randomUUID().toString(),
                by.userId(),
                by.profile().displayName(),
                by.profile().photoUrl(),
                PlainText.required("commentText", asked.commentText(), TEXT_MAX),
                PlainText.optional("itemType", asked.itemType(), TYPE_MAX),
                PlainText.optional("itemTitle", asked.itemTitle(), TITLE_MAX),
                0,
                given.at(),
                null);
        Decision<Comment> decision = Decision.of(comment).create(HoldThatThoughtTable.COMMENT, comment);
        mails.tell(tally.counted(decision, comment), comment);
        mentions.tell(decision, comment, "", by.issuer(), given.at());
        return parts.limits().counting(decision, by.userId(), RateAction.COMMENT, given.at());
    }

    Decision<Comment> edit(Given<Caller, EditComment> given) {
        ItemIds.WithComment which = ItemIds.withComment(given.asked().itemId());
        Stored<Comment> found = own(given.by(), which.commentId(), which.itemId());
        Comment before = found.record();
        String text = PlainText.required("commentText", given.asked().body().commentText(), TEXT_MAX);
        if (text.equals(before.commentText())) {
            return Decision.of(before);
        }
        Instant written = before.updatedAt() == null ? before.createdAt() : before.updatedAt();
        Comment after = before.withCommentText(text).withUpdatedAt(Times.after(given.at(), written));
        Decision<Comment> decision =
                Decision.of(after).replace(HoldThatThoughtTable.COMMENT, found, after, "commentText", "updatedAt");
        keep(decision, before.commentId(), new FormerText(before.commentText(), written));
        if (given.by().is(after.userId())) {
            mentions.tell(decision, after, before.commentText(), given.by().issuer(), given.at());
        }
        return parts.limits().counting(decision, given.by().userId(), RateAction.COMMENT, given.at());
    }

    private void keep(Decision<?> decision, String commentId, FormerText text) {
        Optional<Stored<CommentHistory>> kept = parts.consistent().stored(SupportTable.FORMER_TEXTS.of(commentId));
        if (kept.isPresent()) {
            decision.replace(
                    SupportTable.COMMENT_HISTORY,
                    kept.get(),
                    kept.get().record().with(text));
        } else {
            decision.create(SupportTable.COMMENT_HISTORY, new CommentHistory(commentId, List.of(text)));
        }
    }

    /** Deletes a comment of the caller's, or for an administrator anybody's. */
    Decision<Comment> delete(Given<Caller, ?> given, ItemIds.WithComment which) {
        return delete(given, own(given.by(), which.commentId(), which.itemId()));
    }

    /** Deletes any comment. */
    Decision<Comment> deleteAny(Given<Caller, ?> given, String commentId) {
        return delete(given, located.comment(commentId, null));
    }

    private Decision<Comment> delete(Given<Caller, ?> given, Stored<Comment> found) {
        Comment comment = found.record();
        Decision<Comment> decision = Decision.of(comment)
                .delete(HoldThatThoughtTable.COMMENT, found)
                .put(
                        SupportTable.DELETED_COMMENT,
                        new DeletedComment(
                                comment.commentId(),
                                comment,
                                given.at(),
                                given.by().userId()));
        moves.away(decision, comment);
        return tally.uncounted(decision, comment.commentId());
    }

    /** Takes a deletion back: who deleted it, for ten minutes; an administrator, at any time. */
    Decision<Comment> restore(Given<Caller, RestoreComment> given) {
        String commentId = given.asked().commentId();
        String itemId = ItemIds.item(given.asked().itemId());
        Optional<Stored<Comment>> there = located.find(commentId);
        if (there.isPresent() && located.isOf(there.get().record().itemId(), itemId)) {
            return Decision.of(there.get().record()); // a request that is sent again
        }
        Stored<DeletedComment> deleted = Optional.of(commentId)
                .filter(Located::isId)
                .flatMap(id -> parts.consistent().stored(SupportTable.DELETED_COMMENT_BY_ID.of(id)))
                .filter(found -> located.isOf(found.record().comment().itemId(), itemId))
                .orElseThrow(Located::none);
        Caller by = given.by();
        if (!by.isAdmin()) {
            if (!by.is(deleted.record().deletedBy())) {
                throw ApiException.forbidden("somebody else deleted the comment");
            }
            if (given.at().isAfter(deleted.record().deletedAt().plus(UNDO))) {
                throw ApiException.of(Kind.GONE, "A deletion can be taken back for ten minutes.")
                        .withCode("undo-over");
            }
        }
        // The item may have got another id since.
        Comment comment = deleted.record().comment().withItemId(items.present(itemId));
        Decision<Comment> decision = Decision.of(comment)
                .create(HoldThatThoughtTable.COMMENT, comment)
                .delete(SupportTable.DELETED_COMMENT, deleted.record(), Expect.PRESENT);
        moves.back(decision, comment);
        return tally.counted(decision, comment);
    }

    private Stored<Comment> own(Caller by, String commentId, String itemId) {
        Stored<Comment> found = located.comment(commentId, itemId);
        if (!by.mayManage(found.record().userId())) {
            throw ApiException.forbidden("the comment is somebody else's");
        }
        return found;
    }
}
