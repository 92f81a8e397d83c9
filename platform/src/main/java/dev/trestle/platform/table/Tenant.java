package dev.trestle.platform.table;

import java.time.Instant;

/**
 * An organisation whose people share data.
 *
 * @param tenant its id, which tokens and keys name; it never changes
 * @param name what people call it
 */
public record Tenant(String tenant, String name, Status status, Instant createdAt) {
    /** Whether a tenant's people may do anything in it. */
    public enum Status {
        ACTIVE,
        SUSPENDED
    }

    public boolean isSuspended() {
        return status == Status.SUSPENDED;
    }

    public Tenant withName(String changed) {
        return new Tenant(tenant, changed, status, createdAt);
    }

    public Tenant withStatus(Status changed) {
        return new Tenant(tenant, name, changed, createdAt);
    }
}
