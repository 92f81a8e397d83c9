package dev.trestle.systems.holdthatthought.comments;

import dev.trestle.model.Bound;
import dev.trestle.systems.holdthatthought.area.Parts;
import dev.trestle.systems.holdthatthought.comments.CommentView.Former;
import dev.trestle.systems.holdthatthought.comments.CommentView.TypeCount;
import dev.trestle.systems.holdthatthought.model.Comment;
import dev.trestle.systems.holdthatthought.model.CommentHistory;
import dev.trestle.systems.holdthatthought.model.HoldThatThoughtTable;
import dev.trestle.systems.holdthatthought.model.Reaction;
import dev.trestle.systems.holdthatthought.model.SupportTable;
import dev.trestle.systems.holdthatthought.people.Caller;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Comments as a caller sees them: with names and photos, former texts and reactions. */
final class CommentViews {
    /** Types are counted over so many reactions; reactionCount has all. */
    private static final int REACTIONS_MAX = 500;

    private final Parts parts;

    CommentViews(Parts parts) {
        this.parts = parts;
    }

    CommentView of(Caller by, Comment comment) {
        return of(by, List.of(comment)).get(0);
    }

    /** Authors and former texts are one request each for all of them; reactions one for each comment that has any. */
    List<CommentView> of(Caller by, List<Comment> comments) {
        Authors authors = Authors.read(
                parts.store(), comments.stream().map(Comment::userId).toList(), by, parts.links());
        Map<String, List<Former>> histories = histories(comments);
        return comments.stream()
                .map(comment -> view(by, comment, authors, histories.getOrDefault(comment.commentId(), List.of())))
                .toList();
    }

    private Map<String, List<Former>> histories(List<Comment> comments) {
        List<Bound<CommentHistory>> edited = comments.stream()
                .filter(comment -> comment.updatedAt() != null)
                .map(comment -> SupportTable.FORMER_TEXTS.of(comment.commentId()))
                .toList();
        Map<String, List<Former>> histories = new HashMap<>();
        if (!edited.isEmpty()) {
            parts.consistent().getAll(edited).stream()
                    .flatMap(Optional::stream)
                    .forEach(history -> histories.put(
                            history.commentId(),
                            history.formerTexts().stream()
                                    .map(text -> new Former(text.commentText(), text.writtenAt()))
                                    .toList()));
        }
        return histories;
    }

    private CommentView view(Caller by, Comment comment, Authors authors, List<Former> history) {
        List<Reaction> reactions = comment.reactionCount() == 0 || !Located.isId(comment.commentId())
                ? List.of()
                : parts.consistent()
                        .first(
                                HoldThatThoughtTable.REACTIONS_TO_COMMENT.of(comment.itemId(), comment.commentId()),
                                REACTIONS_MAX);
        String own = reactions.stream()
                .filter(reaction -> by.is(reaction.userId()))
                .map(Reaction::reactionType)
                .findFirst()
                .orElse(null);
        return new CommentView(
                comment.commentId(),
                comment.itemId(),
                comment.userId(),
                authors.name(comment.userId(), comment.userName()),
                authors.photo(comment.userId()),
                comment.commentText(),
                comment.itemType(),
                comment.itemTitle(),
                comment.reactionCount(),
                counts(reactions),
                own,
                comment.updatedAt() != null,
                history,
                false,
                comment.createdAt(),
                comment.updatedAt());
    }

    private static List<TypeCount> counts(List<Reaction> reactions) {
        Map<String, Integer> counts = new TreeMap<>();
        reactions.forEach(reaction -> counts.merge(reaction.reactionType(), 1, Integer::sum));
        return counts.entrySet().stream()
                .map(each -> new TypeCount(each.getKey(), each.getValue()))
                .sorted(Comparator.comparingInt(TypeCount::count).reversed())
                .toList();
    }
}
