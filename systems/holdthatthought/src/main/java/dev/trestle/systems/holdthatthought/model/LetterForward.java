package dev.trestle.systems.holdthatthought.model;

import java.time.Instant;

/** Where a letter went that had this date. */
public record LetterForward(String date, String movedTo, Instant movedAt, String movedBy) {}
