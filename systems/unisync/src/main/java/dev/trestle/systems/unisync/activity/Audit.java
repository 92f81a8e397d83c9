package dev.trestle.systems.unisync.activity;

import dev.trestle.model.value.WireNames;
import dev.trestle.platform.time.Ids;
import dev.trestle.systems.unisync.model.AuditAction;
import dev.trestle.systems.unisync.model.AuditEntry;
import dev.trestle.systems.unisync.model.AuditSubject;
import dev.trestle.systems.unisync.model.User;
import java.time.Instant;
import java.util.Map;

/** Makes the entries of what one user does at one time, beyond the documented actions. */
public record Audit(Ids ids, User by, Instant at) {
    public AuditEntry ofShowSet(String showSetId, AuditAction action, Map<String, String> details) {
        return entry(AuditSubject.SHOWSET, showSetId, action, details);
    }

    public AuditEntry ofUser(String userId, AuditAction action, Map<String, String> details) {
        return entry(AuditSubject.USER, userId, action, details);
    }

    /** A value as entries tell of it: enumerations as items have them. */
    public static String text(Object value) {
        return value instanceof Enum<?> constant
                ? WireNames.of(constant.getDeclaringClass()).name(constant)
                : value.toString();
    }

    /** Notes how a value was changed, if it was. */
    public static void difference(Map<String, String> details, String name, Object before, Object after) {
        if (!before.equals(after)) {
            details.put(name, text(before) + " to " + text(after));
        }
    }

    private AuditEntry entry(AuditSubject subject, String id, AuditAction action, Map<String, String> details) {
        return new AuditEntry(ids.rising("aud_", at, 0), subject, id, by.userId(), by.name(), action, details, at);
    }
}
