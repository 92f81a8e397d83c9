package dev.trestle.systems.unisync.activity;

import dev.trestle.systems.unisync.model.Activity;
import dev.trestle.systems.unisync.model.ActivityDetails;
import dev.trestle.systems.unisync.model.AuditEntry;
import dev.trestle.systems.unisync.model.AuditSubject;
import dev.trestle.systems.unisync.model.Language;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Something that was done, as it is shown: a documented activity, or an entry of the audit.
 *
 * @param showSetId null if it was done to a user
 * @param aboutUserId the user to whom it was done, null if to a ShowSet
 * @param about the users whom it is about: to whom it was done, who was assigned, whom the note mentions
 * @param note the note that it is about; null if it is about none, or the note is gone
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
        Instant createdAt,
        List<Somebody> about,
        @Nullable NoteExcerpt note)
        implements EntryBuilder.With {
    /** A user, by the name that is known. */
    public record Somebody(String userId, String name) {}

    /**
     * The beginning of a note, in the language it was written in.
     *
     * @param isCut whether the note goes on
     */
    public record NoteExcerpt(String noteId, String text, Language language, boolean isCut, boolean isRevisionNote) {}

    static Entry of(Activity activity) {
        return new Entry(
                activity.activityId(),
                activity.showSetId(),
                null,
                activity.userId(),
                activity.userName(),
                Audit.text(activity.action()),
                activity.details(),
                activity.createdAt(),
                assigned(activity.details()),
                null);
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
                entry.createdAt(),
                List.of(),
                null);
    }

    private static List<Somebody> assigned(ActivityDetails details) {
        if (!(details instanceof ActivityDetails.Assignment assignment) || assignment.assignedTo() == null) {
            return List.of();
        }
        String name = assignment.assignedToName();
        return List.of(new Somebody(assignment.assignedTo(), name == null ? assignment.assignedTo() : name));
    }
}
