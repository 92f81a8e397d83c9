package dev.trestle.systems.holdthatthought.book;

import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Page;
import dev.trestle.platform.work.WorkException;
import dev.trestle.systems.holdthatthought.book.BookRequests.Choice;
import dev.trestle.systems.holdthatthought.letters.LetterDate;
import dev.trestle.systems.holdthatthought.model.LetterDetails;
import dev.trestle.systems.holdthatthought.model.LetterListing;
import dev.trestle.systems.holdthatthought.model.LetterReference;
import dev.trestle.systems.holdthatthought.model.SupportTable;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Which letters a book has, the oldest first. */
final class ChosenLetters {
    private static final int ROWS_A_PAGE = 100;

    private final ItemStore store;

    ChosenLetters(ItemStore store) {
        this.store = store;
    }

    List<String> dates(Choice choice) {
        List<String> asked = choice.dates();
        if (asked != null) {
            return asked.stream()
                    .distinct()
                    .filter(LetterDate::isValid)
                    .sorted()
                    .toList();
        }
        List<String> dates = new ArrayList<>();
        String cursor = null;
        do {
            Page<LetterListing> page = store.page(SupportTable.LISTED_LETTERS_OLDEST_FIRST.of(), ROWS_A_PAGE, cursor);
            for (LetterListing row : page.items()) {
                if (isChosen(row, choice)) {
                    dates.add(row.date());
                }
            }
            cursor = page.next().orElse(null);
        } while (cursor != null && dates.size() <= BookRequests.LETTERS_MAX);
        if (dates.size() > BookRequests.LETTERS_MAX) {
            throw new WorkException(
                    "BOOK_TOO_MANY", "A book has at most " + BookRequests.LETTERS_MAX + " letters. Choose fewer.");
        }
        return dates;
    }

    private boolean isChosen(LetterListing row, Choice choice) {
        if (!LetterDate.isValid(row.date())) {
            return false;
        }
        String year = row.date().substring(0, 4);
        boolean isAfter = choice.fromYear() == null || year.compareTo(choice.fromYear()) >= 0;
        boolean isBefore = choice.toYear() == null || year.compareTo(choice.toYear()) <= 0;
        return isAfter && isBefore && (choice.person() == null || isAbout(row, choice.person()));
    }

    private boolean isAbout(LetterListing row, String person) {
        return isSame(row.author(), person)
                || isSame(
                        store.get(SupportTable.DETAILS_OF_LETTER.of(row.date()))
                                .map(LetterDetails::recipient)
                                .orElse(null),
                        person);
    }

    private static boolean isSame(@Nullable String name, String person) {
        return name != null && LetterReference.folded(name).equals(LetterReference.folded(person));
    }
}
