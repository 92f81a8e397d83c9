package dev.trestle.platform.table;

/** That an email address is taken, and by whom. */
public record EmailClaim(String email, String personId) {}
