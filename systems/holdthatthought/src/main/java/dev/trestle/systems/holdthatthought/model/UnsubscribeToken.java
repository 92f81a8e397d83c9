package dev.trestle.systems.holdthatthought.model;

/** Whose mails a token ends. */
public record UnsubscribeToken(String token, String userId) {}
