package dev.trestle.platform.table;

import java.time.Instant;

/** That something was done, which is done once. */
public record Mark(String mark, String value, Instant at) {}
