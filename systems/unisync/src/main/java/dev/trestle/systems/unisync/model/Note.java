package dev.trestle.systems.unisync.model;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A note on a ShowSet.
 *
 * @param isRevisionNote whether it says what a revision is about
 */
@RecordBuilder
public record Note(
        String noteId,
        String showSetId,
        String authorId,
        String authorName,
        Language originalLang,
        LocalizedString content,
        TranslationStatus translationStatus,
        List<NoteAttachment> attachments,
        @Nullable Boolean isRevisionNote,
        Instant createdAt,
        Instant updatedAt)
        implements NoteBuilder.With {}
