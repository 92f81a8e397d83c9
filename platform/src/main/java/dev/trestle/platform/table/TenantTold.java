package dev.trestle.platform.table;

import java.time.Instant;

/** That a system was told of a tenant. */
public record TenantTold(String tenant, String system, Instant at) {}
