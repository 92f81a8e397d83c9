package dev.trestle.systems.zentriqvision.model;

import java.time.Instant;

/** The organisation of somebody whose tokens do not always name it. */
public record OrganizationOfToken(String issuer, String subject, String organization, Instant boundAt) {}
