package dev.trestle.platform.table;

import java.time.Instant;

/** A group that people of a tenant can be in. */
public record TenantGroup(String tenant, String group, String about, Instant createdAt) {}
