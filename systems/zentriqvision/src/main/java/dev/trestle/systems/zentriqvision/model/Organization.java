package dev.trestle.systems.zentriqvision.model;

import java.time.Instant;

/** Whose cameras they are: the tenant. */
public record Organization(String orgId, String name, Instant createdAt, OrganizationStatus status) {}
