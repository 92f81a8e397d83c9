package dev.trestle.systems.holdthatthought.letters;

import dev.trestle.model.operation.ItemStore;
import dev.trestle.systems.holdthatthought.comments.CommentedItems;
import dev.trestle.systems.holdthatthought.model.HoldThatThoughtTable;
import dev.trestle.systems.holdthatthought.model.Letter;
import dev.trestle.systems.holdthatthought.model.LetterListing;
import dev.trestle.systems.holdthatthought.model.LetterVersion;
import dev.trestle.systems.holdthatthought.model.SupportTable;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Letters, as comments know them. */
public final class CommentedLetters implements CommentedItems {
    private final ItemStore store;
    private final LetterMoves moves;

    public CommentedLetters(ItemStore store, LetterMoves moves) {
        this.store = store.consistent();
        this.moves = moves;
    }

    @Override
    public String present(String itemId) {
        return moves.current(itemId);
    }

    @Override
    public List<String> former(String itemId) {
        String other = moves.alsoUnder(itemId);
        return other == null ? List.of() : List.of(other);
    }

    /** Who wrote its first version. */
    @Override
    public @Nullable String publisher(String itemId) {
        if (!itemId.startsWith(LetterKeys.PREFIX)) {
            return null;
        }
        String date = itemId.substring(LetterKeys.PREFIX.length());
        return store.first(HoldThatThoughtTable.VERSIONS_OLDEST_FIRST.of(date), 1).stream()
                .map(LetterVersion::updatedBy)
                .findFirst()
                .or(() ->
                        store.get(HoldThatThoughtTable.LETTER_BY_DATE.of(date)).map(Letter::updatedBy))
                .orElse(null);
    }

    @Override
    public @Nullable String title(String itemId) {
        return itemId.startsWith(LetterKeys.PREFIX)
                ? store.get(SupportTable.LISTED_LETTER.of(itemId.substring(LetterKeys.PREFIX.length())))
                        .map(LetterListing::title)
                        .orElse(null)
                : null;
    }
}
