package dev.trestle.systems.holdthatthought.comments;

import dev.trestle.platform.api.Problem.Kind;
import dev.trestle.platform.api.Reply;
import dev.trestle.platform.events.Events;
import dev.trestle.platform.events.Follower;
import dev.trestle.platform.events.RecordChange;
import dev.trestle.platform.jobs.JobRunner;
import dev.trestle.platform.operation.Given;
import dev.trestle.platform.operation.Operations;
import dev.trestle.systems.holdthatthought.area.Area;
import dev.trestle.systems.holdthatthought.area.Message;
import dev.trestle.systems.holdthatthought.area.Parts;
import dev.trestle.systems.holdthatthought.comments.CommentRequests.AddComment;
import dev.trestle.systems.holdthatthought.comments.CommentRequests.ByComment;
import dev.trestle.systems.holdthatthought.comments.CommentRequests.DeleteComment;
import dev.trestle.systems.holdthatthought.comments.CommentRequests.EditComment;
import dev.trestle.systems.holdthatthought.comments.CommentRequests.GetReactions;
import dev.trestle.systems.holdthatthought.comments.CommentRequests.ListComments;
import dev.trestle.systems.holdthatthought.comments.CommentRequests.OfUser;
import dev.trestle.systems.holdthatthought.comments.CommentRequests.React;
import dev.trestle.systems.holdthatthought.comments.CommentRequests.RestoreComment;
import dev.trestle.systems.holdthatthought.mails.Mails;
import dev.trestle.systems.holdthatthought.model.Comment;
import dev.trestle.systems.holdthatthought.model.HoldThatThoughtTable;
import dev.trestle.systems.holdthatthought.people.Caller;
import dev.trestle.systems.holdthatthought.people.Rights;

/** Comments and reactions. */
public final class CommentsArea implements Area {
    private static final Message DELETED = new Message("The comment is deleted.");

    private final Parts parts;
    private final CommentTally tally;
    private final ReactionMoves moves;
    private final CommentMails mails;
    private final Comments comments;
    private final CommentViews views;
    private final CommentLists lists;
    private final Reactions reactions;

    public CommentsArea(Parts parts, CommentedItems items, Mails mails) {
        this.parts = parts;
        Located located = new Located(parts.store(), items);
        this.tally = new CommentTally(parts.environment().deployment(), parts.store(), parts.changes());
        this.moves = new ReactionMoves(parts.store(), located);
        this.mails = new CommentMails(parts.store(), items, located, mails);
        this.comments = new Comments(
                parts,
                items,
                located,
                tally,
                moves,
                this.mails,
                new Mentions(parts.store(), parts.environment().notices()));
        this.views = new CommentViews(parts);
        this.lists = new CommentLists(parts, items, views);
        this.reactions = new Reactions(parts, located);
    }

    @Override
    public void declare(Operations<Caller> operations) {
        operations
                .get("listComments", "/comments/{itemId*}", ListComments.class)
                .about("The comments on an item, oldest first")
                .right(Rights.MEMBER)
                .givesPage(CommentView.class, lists::ofItem);
        operations
                .post("addComment", "/comments/{itemId*}", AddComment.class)
                .about("Comments on an item")
                .right(Rights.MEMBER)
                .created()
                .refuses(Kind.RATE_LIMITED)
                .changes(comments::add)
                .gives(CommentView.class, this::shown);
        operations
                .put("editComment", "/comments/{itemId*}", EditComment.class)
                .about("Changes a comment of the caller's; the path ends with its id")
                .right(Rights.MEMBER)
                .refuses(Kind.RATE_LIMITED, Kind.NOT_FOUND)
                .changes(comments::edit)
                .gives(CommentView.class, this::shown);
        operations
                .delete("deleteComment", "/comments/{itemId*}", DeleteComment.class)
                .about("Deletes a comment of the caller's; the path ends with its id")
                .right(Rights.MEMBER)
                .refuses(Kind.NOT_FOUND)
                .changes(given ->
                        comments.delete(given, ItemIds.withComment(given.asked().itemId())))
                .gives(Message.class, (given, comment) -> Reply.of(DELETED));
        operations
                .post("restoreComment", "/comments/{itemId*}/{commentId}/restore", RestoreComment.class)
                .about("Takes a deletion back, for ten minutes; administrators at any time")
                .right(Rights.MEMBER)
                .refuses(Kind.NOT_FOUND, Kind.GONE)
                .changes(comments::restore)
                .gives(CommentView.class, this::shown);
        operations
                .delete("deleteAnyComment", "/admin/comments/{commentId}", ByComment.class)
                .about("Deletes anybody's comment")
                .right(Rights.ADMIN)
                .refuses(Kind.NOT_FOUND)
                .changes(given -> comments.deleteAny(given, given.asked().commentId()))
                .gives(Message.class, (given, comment) -> Reply.of(DELETED));
        declareLists(operations);
        declareReactions(operations);
    }

    private void declareLists(Operations<Caller> operations) {
        operations
                .get("listCommentsOfUser", "/profile/{userId}/comments", OfUser.class)
                .about("A person's comments, newest first; those of a private person for them and administrators")
                .right(Rights.MEMBER)
                .refuses(Kind.NOT_FOUND)
                .givesPage(CommentView.class, lists::ofUser);
        operations
                .get("listReactionsOfUser", "/profile/{userId}/reactions", OfUser.class)
                .about("A person's reactions, newest first, for them and administrators")
                .right(Rights.MEMBER)
                .refuses(Kind.NOT_FOUND)
                .givesPage(ReactionsView.Given.class, lists::reactionsOfUser);
    }

    private void declareReactions(Operations<Caller> operations) {
        operations
                .get("getReactions", "/reactions/{commentId}", GetReactions.class)
                .about("The reactions to a comment")
                .right(Rights.MEMBER)
                .refuses(Kind.NOT_FOUND)
                .gives(ReactionsView.class, reactions::get);
        operations
                .post("react", "/reactions/{commentId}", React.class)
                .about("Reacts to a comment: the same reaction again removes it, another replaces it")
                .right(Rights.MEMBER)
                .refuses(Kind.NOT_FOUND, Kind.RATE_LIMITED)
                .changes(reactions::toggle)
                .gives(ReactionsView.class, (given, comment) -> Reply.of(reactions.view(given.by(), comment)));
        operations
                .delete("removeReaction", "/reactions/{commentId}", GetReactions.class)
                .about("Removes the caller's reaction to a comment")
                .right(Rights.MEMBER)
                .refuses(Kind.NOT_FOUND, Kind.RATE_LIMITED)
                .changes(reactions::remove)
                .gives(ReactionsView.class, (given, comment) -> Reply.of(reactions.view(given.by(), comment)));
    }

    private Reply shown(Given<Caller, ?> given, Comment comment) {
        return Reply.of(views.of(given.by(), comment));
    }

    @Override
    public void handleBy(JobRunner runner) {
        moves.handleBy(runner, parts.changes());
        mails.handleBy(runner, parts.changes());
    }

    @Override
    public void follow(Follower follower) {
        follower.on(HoldThatThoughtTable.COMMENT, tally::changed);
    }

    @Override
    public void checkAll() {
        tally.checkAll();
    }

    /** A comment was written, changed or deleted; reactions change its count. */
    record Commented(String itemId, String commentId, String kind) {}

    @Override
    public void tell(Events<Caller> events) {
        events.event(
                "comment", HoldThatThoughtTable.COMMENT, CommentsArea::commented, (who, comment) -> who.isMember());
    }

    private static Commented commented(RecordChange<Comment> change) {
        return new Commented(change.latest().itemId(), change.latest().commentId(), change.kind());
    }
}
