package dev.trestle.systems.unisync.model;

import java.time.Instant;

/** That an issuer's tokens with this subject are a user's. */
public record SignIn(String issuer, String subject, String userId, Instant boundAt) {}
