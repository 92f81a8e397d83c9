package dev.trestle.systems.holdthatthought.comments;

import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Stored;
import dev.trestle.platform.api.ApiException;
import dev.trestle.systems.holdthatthought.model.Comment;
import dev.trestle.systems.holdthatthought.model.CommentPointer;
import dev.trestle.systems.holdthatthought.model.HoldThatThoughtTable;
import dev.trestle.systems.holdthatthought.model.SupportTable;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Finds comments by their ids. */
final class Located {
    private final ItemStore store;
    private final CommentedItems items;

    Located(ItemStore store, CommentedItems items) {
        this.store = store.consistent();
        this.items = items;
    }

    /** A comment; 404 if there is none, or if it is not one of the item that is named. */
    Stored<Comment> comment(String commentId, @Nullable String itemId) {
        return find(commentId)
                .filter(found -> itemId == null || isOf(found.record().itemId(), itemId))
                .orElseThrow(Located::none);
    }

    Optional<Stored<Comment>> find(String commentId) {
        if (!isId(commentId)) {
            return Optional.empty();
        }
        Optional<CommentPointer> pointer = store.get(SupportTable.COMMENT_BY_ID.of(commentId));
        return pointer.flatMap(to ->
                store.stored(HoldThatThoughtTable.COMMENT_BY_KEY.of(to.itemId(), to.createdAt(), to.commentId())));
    }

    /** While an item's comments are moved, they are found under its new id and under its old one. */
    boolean isOf(String actual, String asked) {
        return actual.equals(asked)
                || items.present(asked).equals(actual)
                || items.former(asked).contains(actual);
    }

    /** Whether keys can have it: a comment's id stands before a delimiter there. */
    static boolean isId(String commentId) {
        return !commentId.isEmpty() && commentId.indexOf('#') < 0;
    }

    static ApiException none() {
        return ApiException.notFound("There is no such comment.");
    }
}
