package dev.trestle.systems.holdthatthought.model;

import java.time.Instant;

/** Which issuer's tokens a person's id belongs to: the one that brought it first. */
public record UserOwner(String userId, String issuer, Instant since) {}
