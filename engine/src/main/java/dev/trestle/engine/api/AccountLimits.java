package dev.trestle.engine.api;

/** The provisioned capacity that an account, and each of its tables, may have. */
public record AccountLimits(long accountMaxRead, long accountMaxWrite, long tableMaxRead, long tableMaxWrite) {}
