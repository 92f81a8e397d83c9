package dev.trestle.systems.holdthatthought.model;

import java.time.Instant;

/**
 * A letter that has moved to a date, while its versions, comments and objects follow. Until it is gone, what belongs to the letter may stand
 * under either date.
 *
 * @param date the letter's date
 * @param from the one that it had before
 */
public record LetterArrival(String date, String from, Instant since) {}
