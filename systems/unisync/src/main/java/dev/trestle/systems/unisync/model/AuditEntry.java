package dev.trestle.systems.unisync.model;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.util.Map;

/**
 * What was done to a ShowSet or a user beyond the documented actions.
 *
 * @param subjectId the ShowSet's id, or the user's
 * @param details what the action tells, by name: the former and the new id of a rename, say
 */
@RecordBuilder
public record AuditEntry(
        String entryId,
        AuditSubject subject,
        String subjectId,
        String userId,
        String userName,
        AuditAction action,
        Map<String, String> details,
        Instant createdAt)
        implements AuditEntryBuilder.With {}
