package dev.trestle.systems.holdthatthought.transfer;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectReader;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.Json;
import dev.trestle.platform.api.Problem;
import dev.trestle.platform.operation.Decision;
import dev.trestle.platform.uploads.FirstBytes;
import dev.trestle.systems.holdthatthought.area.Parts;
import dev.trestle.systems.holdthatthought.comments.CommentArchive;
import dev.trestle.systems.holdthatthought.comments.CommentArchive.CommentFile;
import dev.trestle.systems.holdthatthought.media.MediaArchive;
import dev.trestle.systems.holdthatthought.media.MediaArchive.MediaFile;
import dev.trestle.systems.holdthatthought.model.HoldThatThoughtTable;
import dev.trestle.systems.holdthatthought.model.SupportTable;
import dev.trestle.systems.holdthatthought.model.UserProfile;
import dev.trestle.systems.holdthatthought.people.PersonFile;
import dev.trestle.systems.holdthatthought.transfer.ImportRequests.Kind;
import dev.trestle.systems.holdthatthought.transfer.ImportRequests.Outcome;
import dev.trestle.systems.holdthatthought.transfer.ImportRequests.People;
import dev.trestle.systems.holdthatthought.transfer.ImportRequests.PlannedFile;
import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Brings back what a full export has beside letters: people, comments and media. Everything is made where it is not, by its id, and nothing is
 * changed that is there; so the same may be done twice.
 */
final class Restoring {
    private static final Map<String, String> PHOTO_TYPES = Map.of(
            "jpg", "image/jpeg", "jpeg", "image/jpeg", "png", "image/png", "gif", "image/gif", "webp", "image/webp");
    private static final int ENTRIES_MAX = 5_000;
    private static final int PROBLEM_MAX = 300;
    private static final int FIRST_BYTES = 512;

    private final Parts parts;
    private final ItemStore store;
    private final CommentArchive comments;
    private final MediaArchive media;

    Restoring(Parts parts) {
        this.parts = parts;
        this.store = parts.consistent();
        this.comments = new CommentArchive(parts);
        this.media = new MediaArchive(parts);
    }

    private static Kind kind(String name) {
        return name.equals(ArchiveNames.PEOPLE)
                ? Kind.PEOPLE
                : name.startsWith(ArchiveNames.COMMENTS) ? Kind.COMMENTS : Kind.MEDIA;
    }

    /** What is done with each entry of a file. */
    private interface Act<T> {
        /** @return whether it was, or would be, brought back */
        boolean on(T entry) throws IOException;
    }

    /** What would become of a file: how many of it are not here. */
    PlannedFile plan(ImportArchive archive, String name) throws IOException {
        Kind kind = kind(name);
        return switch (kind) {
            case PEOPLE -> each(archive, name, kind, PersonFile[].class, this::isNew);
            case COMMENTS ->
                each(
                        archive,
                        name,
                        kind,
                        CommentFile[].class,
                        file -> store.get(SupportTable.COMMENT_BY_ID.of(String.valueOf(file.commentId())))
                                .isEmpty());
            case MEDIA -> each(archive, name, kind, MediaFile[].class, file -> !media.isHere(file));
            case LETTER -> throw new IllegalArgumentException(name);
        };
    }

    /** Brings back what a file has. */
    PlannedFile restore(ImportArchive archive, String name, People people) throws IOException {
        Instant now = parts.times().now();
        Kind kind = kind(name);
        return switch (kind) {
            case PEOPLE -> each(archive, name, kind, PersonFile[].class, file -> person(archive, file, people, now));
            case COMMENTS -> each(archive, name, kind, CommentFile[].class, file -> comments.restore(file, now));
            case MEDIA ->
                each(
                        archive,
                        name,
                        kind,
                        MediaFile[].class,
                        file -> archive.has(String.valueOf(file.file()))
                                && media.restore(file, () -> archive.open(file.file()), now));
            case LETTER -> throw new IllegalArgumentException(name);
        };
    }

    private static <T> PlannedFile each(ImportArchive archive, String name, Kind kind, Class<T[]> type, Act<T> act)
            throws IOException {
        int done = 0;
        String problem = null;
        try {
            List<T> entries = read(archive, name, type);
            for (T entry : entries) {
                try {
                    done += entry != null && act.on(entry) ? 1 : 0;
                } catch (ApiException e) {
                    problem = cut(String.valueOf(e.getMessage()));
                }
            }
        } catch (LetterFileException e) {
            problem = String.valueOf(e.getMessage());
        }
        Outcome outcome = problem != null ? Outcome.REFUSED : done > 0 ? Outcome.CREATE : Outcome.SKIP;
        return new PlannedFile(name, null, null, outcome, problem, kind, done);
    }

    private static String cut(String text) {
        return text.length() <= PROBLEM_MAX ? text : text.substring(0, PROBLEM_MAX);
    }

    private static <T> List<T> read(ImportArchive archive, String name, Class<T[]> type) throws IOException {
        ObjectReader reader = Json.mapper().readerFor(type);
        try {
            T[] entries = reader.readValue(archive.bytes(name));
            if (entries == null || entries.length > ENTRIES_MAX) {
                throw new LetterFileException("It has more entries than such a file of an export.");
            }
            return Arrays.asList(entries);
        } catch (JsonProcessingException e) {
            throw new LetterFileException("It is not as an export writes it.");
        }
    }

    private boolean isNew(PersonFile file) {
        return file.hasId()
                && store.get(HoldThatThoughtTable.PROFILE_OF_USER.of(file.userId()))
                        .isEmpty();
    }

    private boolean person(ImportArchive archive, PersonFile file, People people, Instant now) throws IOException {
        if (!file.hasId()) {
            throw ApiException.of(Problem.Kind.UNPROCESSABLE, "userId is no id of a person");
        }
        if (!isNew(file)) {
            return false;
        }
        UserProfile profile = file.profile(photo(archive, file), people == People.SAME, now);
        return parts.changes()
                .<Boolean>run(
                        store,
                        () -> isNew(file)
                                ? Decision.of(true).create(HoldThatThoughtTable.USER_PROFILE, profile)
                                : Decision.of(false));
    }

    /** Stores the photo; null if there is none. */
    private @Nullable String photo(ImportArchive archive, PersonFile file) throws IOException {
        String name = file.photo();
        if (name == null || !name.startsWith(ArchiveNames.PHOTOS) || !archive.has(name)) {
            return null;
        }
        String last = name.substring(name.lastIndexOf('/') + 1);
        String type = PHOTO_TYPES.get(last.substring(last.lastIndexOf('.') + 1));
        if (type == null || !last.matches("[A-Za-z0-9._-]{1,100}") || last.contains("..")) {
            return null;
        }
        try (InputStream in = archive.open(name)) {
            if (!FirstBytes.agree(type, in.readNBytes(FIRST_BYTES))) {
                return null;
            }
        }
        String key = ArchiveNames.photoFolder(file.userId()) + last;
        archive.store(name, key, type, parts.bucket());
        return key;
    }
}
