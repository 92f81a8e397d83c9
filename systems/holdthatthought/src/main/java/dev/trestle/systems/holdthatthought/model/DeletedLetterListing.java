package dev.trestle.systems.holdthatthought.model;

import java.time.Instant;

/** A deleted letter in the list of those. */
public record DeletedLetterListing(String date, String title, Instant deletedAt, String deletedBy) {
    static DeletedLetterListing of(DeletedLetter deleted) {
        return new DeletedLetterListing(
                deleted.date(), deleted.letter().title(), deleted.deletedAt(), deleted.deletedBy());
    }
}
