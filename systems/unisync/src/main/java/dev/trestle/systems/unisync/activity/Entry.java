package dev.trestle.systems.unisync.activity;

import dev.trestle.systems.unisync.model.Activity;
import dev.trestle.systems.unisync.model.AuditEntry;
import dev.trestle.systems.unisync.model.AuditSubject;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Something that was done, as it is shown: a documented activity, or an entry of the audit.
 *
 * @param showSetId null if it was done to a user
 * @param aboutUserId the user to whom it was done, null if to a ShowSet
 */
@RecordBuilder
public record Entry(
        String activityId,
        @Nullable String showSetId,
        @Nullable String aboutUserId,
        String userId,
        String userName,
        String action,
        Object details,
        Instant createdAt)
        implements EntryBuilder.With {
    static Entry of(Activity activity) {
        return new Entry(
                activity.activityId(),
                activity.showSetId(),
                null,
                activity.userId(),
                activity.userName(),
                Audit.text(activity.action()),
                activity.details(),
                activity.createdAt());
    }

    static Entry of(AuditEntry entry) {
        boolean ofUser = entry.subject() == AuditSubject.USER;
        return new Entry(
                entry.entryId(),
                ofUser ? null : entry.subjectId(),
                ofUser ? entry.subjectId() : null,
                entry.userId(),
                entry.userName(),
                Audit.text(entry.action()),
                entry.details(),
                entry.createdAt());
    }
}
