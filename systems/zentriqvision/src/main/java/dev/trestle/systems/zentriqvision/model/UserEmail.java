package dev.trestle.systems.zentriqvision.model;

/** Whose address it is in an organisation: no two users of one have the same. */
public record UserEmail(String email, String userId) {}
