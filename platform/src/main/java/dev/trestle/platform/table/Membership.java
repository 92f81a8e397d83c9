package dev.trestle.platform.table;

import java.time.Instant;
import java.util.List;

/**
 * That a person belongs to a tenant.
 *
 * @param groups in this tenant
 */
public record Membership(String personId, String tenant, List<String> groups, Instant since) {}
