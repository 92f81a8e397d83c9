package dev.trestle.systems.unisync.model;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A note on a ShowSet.
 *
 * @param isRevisionNote whether it says what a revision is about
 */
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
        Instant updatedAt) {
    /** The same note of a ShowSet that has another id now. */
    public Note inShowSet(String id) {
        return new Note(
                noteId,
                id,
                authorId,
                authorName,
                originalLang,
                content,
                translationStatus,
                attachments,
                isRevisionNote,
                createdAt,
                updatedAt);
    }

    /** The same note with another text, whose other languages are missing. */
    public Note saying(Language language, LocalizedString text, Instant at) {
        return new Note(
                noteId,
                showSetId,
                authorId,
                authorName,
                language,
                text,
                TranslationStatus.PENDING,
                attachments,
                isRevisionNote,
                createdAt,
                at);
    }

    /** The same text in more languages. */
    public Note translated(LocalizedString text, TranslationStatus status) {
        return new Note(
                noteId,
                showSetId,
                authorId,
                authorName,
                originalLang,
                text,
                status,
                attachments,
                isRevisionNote,
                createdAt,
                updatedAt);
    }

    public Note attached(List<NoteAttachment> files, Instant at) {
        return new Note(
                noteId,
                showSetId,
                authorId,
                authorName,
                originalLang,
                content,
                translationStatus,
                List.copyOf(files),
                isRevisionNote,
                createdAt,
                at);
    }
}
