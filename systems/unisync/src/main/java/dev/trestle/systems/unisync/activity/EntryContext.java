package dev.trestle.systems.unisync.activity;

import dev.trestle.model.Bound;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.systems.unisync.activity.Entry.NoteExcerpt;
import dev.trestle.systems.unisync.activity.Entry.Somebody;
import dev.trestle.systems.unisync.model.Area;
import dev.trestle.systems.unisync.model.Mention;
import dev.trestle.systems.unisync.model.Note;
import dev.trestle.systems.unisync.model.NotesTable;
import dev.trestle.systems.unisync.model.ShowSet;
import dev.trestle.systems.unisync.model.ShowSetsTable;
import dev.trestle.systems.unisync.model.SupportTable;
import dev.trestle.systems.unisync.model.User;
import dev.trestle.systems.unisync.model.UsersTable;
import dev.trestle.systems.unisync.translation.Texts;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What the entries of one request are about: notes, users, areas. It is read when it is needed, each thing once, and only shown: no right
 * depends on it.
 *
 * <p>The documented activity of a new note does not name the note. The two have the same time, ShowSet and author, by which it is found.
 */
final class EntryContext {
    private static final int EXCERPT_MAX = 280;

    /** Notes of one ShowSet at the very same millisecond. */
    private static final int NOTES_MAX = 10;

    private static final int MENTIONED_MAX = 20;
    private static final int MENTIONS_MAX = 1_000;

    private final ItemStore store;
    private final Map<String, String> names = new HashMap<>();
    private final Map<String, Optional<Area>> areas = new HashMap<>();

    EntryContext(ItemStore store) {
        this.store = store;
    }

    /** An entry of the log with whom and which note it is about. */
    Entry complete(Entry entry) {
        String aboutUserId = entry.aboutUserId();
        if (aboutUserId != null) {
            return entry.withAbout(List.of(somebody(aboutUserId)));
        }
        Note note = note(entry);
        if (note == null) {
            return entry;
        }
        List<Somebody> about = new ArrayList<>();
        for (Mention mention : store.first(SupportTable.MENTIONS_IN_NOTE.of(note.noteId()), MENTIONED_MAX)) {
            about.add(somebody(mention.userId()));
        }
        return entry.with().about(about).note(excerpt(note)).build();
    }

    /** An item that does not fit its record is left out: an entry is shown without it. */
    private <T extends Record> Optional<T> readable(Bound<T> bound) {
        return store.getAll(List.of(bound)).get(0);
    }

    private Somebody somebody(String userId) {
        return new Somebody(
                userId,
                names.computeIfAbsent(
                        userId,
                        id -> readable(UsersTable.USER_BY_ID.of(id))
                                .map(User::name)
                                .orElse(id)));
    }

    private @Nullable Note note(Entry entry) {
        String showSetId = entry.showSetId();
        if (showSetId == null) {
            return null;
        }
        if (entry.details() instanceof Map<?, ?> details && details.get("noteId") instanceof String noteId) {
            return readable(SupportTable.NOTE_BY_ID.of(noteId))
                    .flatMap(at -> readable(NotesTable.NOTE_BY_KEY.of(at.showSetId(), at.createdAt(), at.noteId())))
                    .orElse(null);
        }
        if (!entry.action().equals("note_added")) {
            return null;
        }
        return store
                .first(
                        NotesTable.NOTES_UP_TO
                                .of(showSetId)
                                .from(entry.createdAt())
                                .to(entry.createdAt()),
                        NOTES_MAX)
                .stream()
                .filter(note -> note.authorId().equals(entry.userId()))
                .findFirst()
                .orElse(null);
    }

    private static NoteExcerpt excerpt(Note note) {
        String text = Texts.of(note.content(), note.originalLang());
        boolean isCut = text.codePointCount(0, text.length()) > EXCERPT_MAX;
        String shown = isCut ? text.substring(0, text.offsetByCodePoints(0, EXCERPT_MAX)) : text;
        boolean isRevision = Boolean.TRUE.equals(note.isRevisionNote());
        return new NoteExcerpt(note.noteId(), shown, note.originalLang(), isCut, isRevision);
    }

    /** Whether a user did it, or it is about that user. */
    Predicate<Entry> person(String userId) {
        record At(String showSetId, Instant time) {}
        Set<At> mentioned = new HashSet<>();
        store.first(SupportTable.MENTIONS_OF_USER.of(userId), MENTIONS_MAX)
                .forEach(mention -> mentioned.add(new At(mention.showSetId(), mention.createdAt())));
        return entry -> entry.userId().equals(userId)
                || userId.equals(entry.aboutUserId())
                || entry.about().stream().anyMatch(each -> each.userId().equals(userId))
                || entry.showSetId() != null
                        && entry.action().equals("note_added")
                        && mentioned.contains(new At(entry.showSetId(), entry.createdAt()));
    }

    /** Whether it was done to a ShowSet that is in an area now. */
    Predicate<Entry> area(Area area) {
        return entry -> {
            String showSetId = entry.showSetId();
            return showSetId != null
                    && areas.computeIfAbsent(
                                    showSetId,
                                    id -> readable(ShowSetsTable.SHOWSET_BY_ID.of(id))
                                            .map(ShowSet::area))
                            .filter(area::equals)
                            .isPresent();
        };
    }
}
