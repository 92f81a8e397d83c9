package dev.trestle.systems.holdthatthought.comments;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.Problem;
import dev.trestle.platform.operation.Decision;
import dev.trestle.systems.holdthatthought.area.Parts;
import dev.trestle.systems.holdthatthought.area.PlainText;
import dev.trestle.systems.holdthatthought.model.Comment;
import dev.trestle.systems.holdthatthought.model.CommentHistory;
import dev.trestle.systems.holdthatthought.model.FormerText;
import dev.trestle.systems.holdthatthought.model.HoldThatThoughtTable;
import dev.trestle.systems.holdthatthought.model.Reaction;
import dev.trestle.systems.holdthatthought.model.SupportTable;
import dev.trestle.systems.holdthatthought.people.Ids;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Comments with their reactions and former texts, as an export has them and an import brings them back. */
public final class CommentArchive {
    /** A transaction has a hundred actions. */
    private static final int REACTIONS_A_STEP = 80;

    /** More than a family has people. */
    private static final int REACTIONS_MAX = 10_000;

    private static final int NAME_MAX = 200;
    private static final int ID_MAX = 100;
    private static final String PHOTOS = "profile-photos/";

    private final Parts parts;
    private final ItemStore store;
    private final CommentTally tally;

    /** A comment in a file. */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record CommentFile(
            String itemId,
            String commentId,
            String userId,
            String userName,
            @Nullable String userPhotoUrl,
            String commentText,
            @Nullable String itemType,
            @Nullable String itemTitle,
            Instant createdAt,
            @Nullable Instant updatedAt,
            List<ReactionFile> reactions,
            List<FormerText> formerTexts) {}

    /** What somebody feels about it. */
    public record ReactionFile(String userId, String userName, String reactionType, Instant createdAt) {}

    public CommentArchive(Parts parts) {
        this.parts = parts;
        this.store = parts.consistent();
        this.tally = new CommentTally(parts.environment().deployment(), parts.store(), parts.changes());
    }

    /** A comment as an export has it. */
    public CommentFile file(Comment comment) {
        List<ReactionFile> reactions = store
                .all(HoldThatThoughtTable.REACTIONS_TO_COMMENT.of(comment.itemId(), comment.commentId()), REACTIONS_MAX)
                .stream()
                .map(each -> new ReactionFile(each.userId(), each.userName(), each.reactionType(), each.createdAt()))
                .toList();
        List<FormerText> former = store.get(SupportTable.FORMER_TEXTS.of(comment.commentId()))
                .map(CommentHistory::formerTexts)
                .orElse(List.of());
        return new CommentFile(
                comment.itemId(),
                comment.commentId(),
                comment.userId(),
                comment.userName(),
                comment.userPhotoUrl(),
                comment.commentText(),
                comment.itemType(),
                comment.itemTitle(),
                comment.createdAt(),
                comment.updatedAt(),
                reactions,
                former);
    }

    /**
     * Brings a comment back. One that is there, or was deleted, stays as it is. Reactions that do not fit into the transaction of the comment are
     * written before it: nothing shows them until the comment is there.
     *
     * @return whether it was brought back
     * @throws ApiException if it is not as comments are
     */
    public boolean restore(CommentFile file, Instant now) {
        Comment comment = comment(file, now);
        List<Reaction> all = reactions(file, comment, now);
        int last = Math.max(0, all.size() - REACTIONS_A_STEP);
        for (int from = 0; from < last && !isThere(comment); from += REACTIONS_A_STEP) {
            List<Reaction> step = all.subList(from, Math.min(last, from + REACTIONS_A_STEP));
            Object unused = parts.changes().run(store, () -> {
                Decision<?> decision = Decision.done();
                step.forEach(each -> decision.put(HoldThatThoughtTable.REACTION, each));
                return decision;
            });
        }
        Comment whole = comment.withReactionCount(all.size());
        List<Reaction> rest = all.subList(last, all.size());
        return parts.changes().<Boolean>run(store, () -> restoring(file, whole, rest));
    }

    private boolean isThere(Comment comment) {
        return store.get(SupportTable.COMMENT_BY_ID.of(comment.commentId())).isPresent()
                || store.get(SupportTable.DELETED_COMMENT_BY_ID.of(comment.commentId()))
                        .isPresent()
                || store.get(HoldThatThoughtTable.COMMENT_BY_KEY.of(
                                comment.itemId(), comment.createdAt(), comment.commentId()))
                        .isPresent();
    }

    private Decision<Boolean> restoring(CommentFile file, Comment comment, List<Reaction> reactions) {
        if (isThere(comment)) {
            return Decision.of(false);
        }
        Decision<Boolean> decision = Decision.of(true).create(HoldThatThoughtTable.COMMENT, comment);
        // One that a step before a crash has written is the same.
        reactions.forEach(each -> decision.put(HoldThatThoughtTable.REACTION, each));
        List<FormerText> former = former(file);
        if (!former.isEmpty()) {
            decision.put(SupportTable.COMMENT_HISTORY, new CommentHistory(comment.commentId(), former));
        }
        return tally.counted(decision, comment);
    }

    private static Comment comment(CommentFile file, Instant now) {
        String id = checkedId("commentId", file.commentId());
        if (!Located.isId(id)) {
            throw ApiException.of(Problem.Kind.UNPROCESSABLE, "commentId must have no # in it");
        }
        String userId = userId(file.userId());
        Instant created = file.createdAt() == null || file.createdAt().isAfter(now) ? now : file.createdAt();
        String photo = file.userPhotoUrl();
        return new Comment(
                ItemIds.item(String.valueOf(file.itemId())),
                id,
                userId,
                PlainText.required("userName", file.userName(), NAME_MAX),
                photo != null && photo.startsWith(PHOTOS + userId + "/") ? photo : null,
                PlainText.required("commentText", file.commentText(), Comments.TEXT_MAX),
                PlainText.optional("itemType", file.itemType(), NAME_MAX),
                PlainText.optional("itemTitle", file.itemTitle(), NAME_MAX),
                0,
                created,
                file.updatedAt() != null && file.updatedAt().isAfter(now) ? now : file.updatedAt());
    }

    private static String checkedId(String field, @Nullable String id) {
        if (id == null || id.isBlank() || id.length() > ID_MAX) {
            throw ApiException.of(Problem.Kind.UNPROCESSABLE, field + " must have 1 to " + ID_MAX + " characters");
        }
        return id;
    }

    private static String userId(@Nullable String id) {
        String userId = checkedId("userId", id);
        String problem = Ids.problem(userId);
        if (problem != null) {
            throw ApiException.of(Problem.Kind.UNPROCESSABLE, "userId " + problem);
        }
        return userId;
    }

    private static List<Reaction> reactions(CommentFile file, Comment comment, Instant now) {
        Set<String> who = new HashSet<>();
        return (file.reactions() == null ? List.<ReactionFile>of() : file.reactions())
                .stream()
                        .filter(each -> each.reactionType() != null
                                && each.reactionType().matches("[a-z]{1,20}")
                                && each.userId() != null
                                && each.userId().length() <= ID_MAX
                                && Ids.problem(each.userId()) == null
                                && who.add(each.userId()))
                        .limit(REACTIONS_MAX)
                        .map(each -> new Reaction(
                                comment.itemId(),
                                comment.commentId(),
                                each.userId(),
                                PlainText.required("userName", each.userName(), NAME_MAX),
                                each.reactionType(),
                                each.createdAt() == null || each.createdAt().isAfter(now) ? now : each.createdAt()))
                        .toList();
    }

    private static List<FormerText> former(CommentFile file) {
        return (file.formerTexts() == null ? List.<FormerText>of() : file.formerTexts())
                .stream()
                        .filter(each -> each.commentText() != null
                                && each.writtenAt() != null
                                && each.commentText().length() <= 2 * Comments.TEXT_MAX)
                        .limit(CommentHistory.TEXTS_MAX)
                        .toList();
    }
}
