package dev.trestle.systems.holdthatthought.comments;

import dev.trestle.model.Bound;
import dev.trestle.model.operation.Expect;
import dev.trestle.model.operation.Stored;
import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.operation.Decision;
import dev.trestle.platform.operation.Given;
import dev.trestle.systems.holdthatthought.area.Parts;
import dev.trestle.systems.holdthatthought.comments.CommentRequests.GetReactions;
import dev.trestle.systems.holdthatthought.comments.CommentRequests.NewReaction;
import dev.trestle.systems.holdthatthought.comments.CommentRequests.React;
import dev.trestle.systems.holdthatthought.model.Comment;
import dev.trestle.systems.holdthatthought.model.HoldThatThoughtTable;
import dev.trestle.systems.holdthatthought.model.RateAction;
import dev.trestle.systems.holdthatthought.model.Reaction;
import dev.trestle.systems.holdthatthought.people.Caller;
import dev.trestle.systems.holdthatthought.people.Names;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reactions: one of a person to a comment. The same again removes it, another replaces it. The row and the comment's count change in one
 * transaction, so that the count is always the number of rows.
 */
final class Reactions {
    static final String DEFAULT = "like";

    private static final Pattern TYPE = Pattern.compile("[a-z]{1,20}");
    private static final int SHOWN_MAX = 100;

    private final Parts parts;
    private final Located located;

    Reactions(Parts parts, Located located) {
        this.parts = parts;
        this.located = located;
    }

    ReactionsView get(Given<Caller, GetReactions> given) {
        Comment comment = located.comment(
                        given.asked().commentId(), item(given.asked().itemId(), null))
                .record();
        return view(given.by(), comment);
    }

    /** As it is now; an answer to a change is read after it. */
    ReactionsView view(Caller by, Comment comment) {
        List<Reaction> rows = parts.consistent()
                .first(HoldThatThoughtTable.REACTIONS_TO_COMMENT.of(comment.itemId(), comment.commentId()), SHOWN_MAX);
        boolean liked = rows.stream().anyMatch(row -> by.is(row.userId()))
                || rows.size() == SHOWN_MAX
                        && parts.consistent().get(at(comment, by)).isPresent();
        return new ReactionsView(
                comment.commentId(),
                comment.itemId(),
                liked,
                comment.reactionCount(),
                rows.stream()
                        .map(row -> new ReactionsView.One(
                                row.userId(),
                                Names.withoutAddress(row.userName()),
                                row.reactionType(),
                                row.createdAt()))
                        .toList());
    }

    Decision<Comment> toggle(Given<Caller, React> given) {
        NewReaction asked = given.asked().body();
        String type = asked == null || asked.reactionType() == null ? DEFAULT : asked.reactionType();
        if (!TYPE.matcher(type).matches()) {
            throw ApiException.invalid("reactionType", "must be 1 to 20 letters from a to z")
                    .withCode("reaction-form");
        }
        Stored<Comment> found = located.comment(
                given.asked().commentId(), item(given.asked().itemId(), asked == null ? null : asked.itemId()));
        Caller by = given.by();
        Stored<Reaction> before =
                parts.consistent().stored(at(found.record(), by)).orElse(null);
        Decision<Comment> decision;
        if (before == null) {
            decision = added(found, by, type, given);
        } else if (before.record().reactionType().equals(type)) {
            decision = removed(found, before);
        } else {
            decision = replaced(found, before, type, given);
        }
        return counting(decision, given);
    }

    Decision<Comment> remove(Given<Caller, GetReactions> given) {
        Stored<Comment> found =
                located.comment(given.asked().commentId(), item(given.asked().itemId(), null));
        Stored<Reaction> before =
                parts.consistent().stored(at(found.record(), given.by())).orElse(null);
        return before == null ? Decision.of(found.record()) : counting(removed(found, before), given);
    }

    private Decision<Comment> counting(Decision<Comment> decision, Given<Caller, ?> given) {
        return parts.limits().counting(decision, given.by().userId(), RateAction.REACTION, given.at());
    }

    private static Decision<Comment> added(Stored<Comment> found, Caller by, String type, Given<Caller, ?> given) {
        Comment comment = found.record();
        Reaction reaction = new Reaction(
                comment.itemId(), comment.commentId(), by.userId(), by.profile().displayName(), type, given.at());
        return counted(found, 1).create(HoldThatThoughtTable.REACTION, reaction);
    }

    private static Decision<Comment> removed(Stored<Comment> found, Stored<Reaction> before) {
        return counted(found, -1).delete(HoldThatThoughtTable.REACTION, before);
    }

    /** GSI1SK holds the time, so that the item is written anew under the same key. */
    private static Decision<Comment> replaced(
            Stored<Comment> found, Stored<Reaction> before, String type, Given<Caller, ?> given) {
        Comment comment = found.record();
        Reaction after = before.record().withReactionType(type).withCreatedAt(given.at());
        return Decision.of(comment)
                .replace(HoldThatThoughtTable.REACTION, before, after)
                .check(
                        HoldThatThoughtTable.COMMENT_BY_KEY.of(
                                comment.itemId(), comment.createdAt(), comment.commentId()),
                        Expect.PRESENT);
    }

    private static Decision<Comment> counted(Stored<Comment> found, int change) {
        Comment before = found.record();
        Comment after = before.withReactionCount(Math.max(0, before.reactionCount() + change));
        return Decision.of(after).replace(HoldThatThoughtTable.COMMENT, found, after, "reactionCount");
    }

    private static Bound<Reaction> at(Comment comment, Caller by) {
        return HoldThatThoughtTable.REACTION_BY_KEY.of(comment.itemId(), comment.commentId(), by.userId());
    }

    private static @Nullable String item(@Nullable String inQuery, @Nullable String inBody) {
        String named = inQuery == null ? inBody : inQuery;
        return named == null || named.isBlank() ? null : ItemIds.item(named);
    }
}
