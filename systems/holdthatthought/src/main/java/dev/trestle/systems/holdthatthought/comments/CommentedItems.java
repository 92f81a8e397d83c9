package dev.trestle.systems.holdthatthought.comments;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** What comments have to know of the items that they are about. Any item may be commented on, known or not. */
public interface CommentedItems {
    /** Items that are what their ids say, and have no publisher. */
    CommentedItems UNKNOWN = new CommentedItems() {};

    /** The id that an item has now: a letter that got another date has another one. */
    default String present(String itemId) {
        return itemId;
    }

    /** Ids that an item had, whose comments may not all have been moved yet; empty for nearly all. */
    default List<String> former(String itemId) {
        return List.of();
    }

    /** Who brought the item here, and is told of comments on it; null if nobody is known. */
    default @Nullable String publisher(String itemId) {
        return null;
    }

    /** What people call the item; null if nobody knows. */
    default @Nullable String title(String itemId) {
        return null;
    }
}
