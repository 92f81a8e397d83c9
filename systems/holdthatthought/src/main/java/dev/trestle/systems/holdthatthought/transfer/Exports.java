package dev.trestle.systems.holdthatthought.transfer;

import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Page;
import dev.trestle.platform.api.Json;
import dev.trestle.platform.content.ObjectOutput;
import dev.trestle.platform.work.WorkContext;
import dev.trestle.platform.work.WorkKind;
import dev.trestle.platform.work.WorkStep;
import dev.trestle.platform.zip.ZipOutput;
import dev.trestle.platform.zip.ZipOutput.Packing;
import dev.trestle.systems.holdthatthought.area.Parts;
import dev.trestle.systems.holdthatthought.book.BookWords;
import dev.trestle.systems.holdthatthought.comments.CommentArchive;
import dev.trestle.systems.holdthatthought.comments.CommentArchive.CommentFile;
import dev.trestle.systems.holdthatthought.letters.LetterKeys;
import dev.trestle.systems.holdthatthought.media.MediaArchive;
import dev.trestle.systems.holdthatthought.media.MediaArchive.MediaFile;
import dev.trestle.systems.holdthatthought.model.Comment;
import dev.trestle.systems.holdthatthought.model.HoldThatThoughtTable;
import dev.trestle.systems.holdthatthought.model.Letter;
import dev.trestle.systems.holdthatthought.model.LetterDetails;
import dev.trestle.systems.holdthatthought.model.LetterListing;
import dev.trestle.systems.holdthatthought.model.LetterVersion;
import dev.trestle.systems.holdthatthought.model.MediaCategory;
import dev.trestle.systems.holdthatthought.model.MediaItem;
import dev.trestle.systems.holdthatthought.model.SupportTable;
import dev.trestle.systems.holdthatthought.model.UserProfile;
import dev.trestle.systems.holdthatthought.people.PersonFile;
import dev.trestle.systems.holdthatthought.people.StillMember;
import dev.trestle.systems.holdthatthought.transfer.ReadingPage.Neighbour;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.s3.model.S3Object;

/**
 * Exports as long work: an archive is written straight to an object, entry by entry, so that it needs little memory however much there is.
 * An export that is cut off begins anew; what it had written is dropped. Letters are files of markdown that any editor opens, beside
 * their scans; {@code index.html} is where a person begins.
 */
final class Exports {
    static final String PREFIX = "temp/exports/";

    private static final String PROGRESS = "holdthatthought.exporting";
    private static final int LETTERS_A_PAGE = 10;
    private static final int ROWS_A_FILE = 500;

    /** Below a letter; the files of comments have all of them. */
    private static final int COMMENTS_SHOWN_MAX = 500;

    private static final int PEOPLE_MAX = 5_000;
    private static final int OBJECTS_A_PAGE = 500;
    private static final int OPEN_OF_ONE_MAX = 2;
    private static final int OPEN_MAX = 4;

    final WorkKind<Asked, Boolean> kind = WorkKind.of("export", Asked.class, Boolean.class, this::step)
            .undoneBy((work, from) -> undo(work))
            .withOpen(OPEN_OF_ONE_MAX)
            .withOpenTogether(OPEN_MAX, work -> "");

    private final Parts parts;
    private final ItemStore store;
    private final CommentArchive commentArchive;

    Exports(Parts parts) {
        this.parts = parts;
        this.store = parts.store();
        this.commentArchive = new CommentArchive(parts);
    }

    /** {@code isFull}: with versions, comments, media and people. {@code language}: of its pages; null for English. */
    record Asked(String userId, boolean isFull, @Nullable String language) {
        BookWords words() {
            return new BookWords(language == null ? "en" : language);
        }
    }

    /** What an export made. */
    record Result(String key, String fileName, int letters, long length) {}

    private static String key(WorkContext<Asked> work) {
        return PREFIX + work.work().workId() + ".zip";
    }

    private WorkStep<Boolean> undo(WorkContext<Asked> work) {
        parts.contents().delete(key(work));
        return WorkStep.end(null);
    }

    private WorkStep<Boolean> step(WorkContext<Asked> work, @Nullable Boolean from) throws IOException {
        if (work.asked().isFull()) {
            StillMember.requireAdmin(parts.consistent(), work.asked().userId());
        } else {
            StillMember.require(parts.consistent(), work.asked().userId());
        }
        String key = key(work);
        int letters;
        long length;
        try (ObjectOutput out = new ObjectOutput(parts.bucket(), key, "application/zip")) {
            Writing writing = new Writing(work, new ZipOutput(out));
            letters = writing.letters();
            writing.lastPage();
            if (work.asked().isFull()) {
                writing.versions();
                writing.comments();
                writing.people();
                writing.media();
            }
            writing.end();
            out.complete();
            length = out.length();
        }
        String name = (work.asked().isFull() ? "archive-" : "letters-")
                + parts.times().now().toString().substring(0, 10) + ".zip";
        return WorkStep.<Boolean>end(new Result(key, name, letters, length)).progress(letters, letters, PROGRESS);
    }

    /** One archive on its way. */
    private final class Writing {
        private final WorkContext<Asked> work;
        private final ZipOutput zip;
        private final Manifest manifest = new Manifest();
        private final BookWords words;
        private final StartPage start;
        private @Nullable ReadingPage page;
        private @Nullable Neighbour before;
        private final List<String> dates = new ArrayList<>();
        private final Instant now = parts.times().now();

        Writing(WorkContext<Asked> work, ZipOutput zip) {
            this.work = work;
            this.zip = zip;
            this.words = work.asked().words();
            this.start = new StartPage(words);
        }

        private void add(String name, Instant modified, byte[] bytes) throws IOException {
            manifest.add(name, bytes);
            zip.add(name, modified, bytes);
            requireGoing();
        }

        private void requireGoing() throws IOException {
            if (work.isCancelled()) {
                throw new IOException("The export was cancelled.");
            }
        }

        private void text(String name, Instant modified, String text) throws IOException {
            add(name, modified, text.getBytes(StandardCharsets.UTF_8));
        }

        /** An object; nothing if it is gone. */
        private boolean object(String name, String key) throws IOException {
            try (InputStream stored = parts.contents().open(key)) {
                if (stored == null) {
                    return false;
                }
                Manifest.Counting counting = manifest.counting(name, stored);
                zip.add(name, now, Packing.AS_IT_IS, counting);
                counting.end();
                return true;
            }
        }

        int letters() throws IOException {
            String cursor = null;
            do {
                Page<LetterListing> page =
                        store.page(SupportTable.LISTED_LETTERS_OLDEST_FIRST.of(), LETTERS_A_PAGE, cursor);
                for (LetterListing listed : page.items()) {
                    letter(listed.date());
                }
                cursor = page.next().orElse(null);
                work.progress(dates.size(), 0, PROGRESS);
            } while (cursor != null);
            return dates.size();
        }

        private void letter(String date) throws IOException {
            Letter letter =
                    store.get(HoldThatThoughtTable.LETTER_BY_DATE.of(date)).orElse(null);
            if (letter == null || date.contains("/")) {
                return;
            }
            LetterDetails details =
                    store.get(SupportTable.DETAILS_OF_LETTER.of(date)).orElse(LetterDetails.none(date));
            text(date + ".md", letter.updatedAt(), LetterFields.write(letter, details));
            boolean hasPdf = object(date + ".pdf", LetterKeys.pdf(date));
            start.add(letter, hasPdf);
            dates.add(date);
            List<Comment> comments = work.asked().isFull()
                    ? store.first(HoldThatThoughtTable.COMMENTS_ON_ITEM.of(LetterKeys.itemId(date)), COMMENTS_SHOWN_MAX)
                    : List.of();
            turn(new ReadingPage(words, letter, details, hasPdf, comments));
        }

        /** A page is written once the next letter is known, which it leads to. */
        private void turn(@Nullable ReadingPage next) throws IOException {
            ReadingPage now = page;
            if (now != null) {
                Neighbour neighbour = now.asNeighbour();
                text(
                        ReadingPage.name(neighbour.date()),
                        now.changedAt(),
                        now.html(before, next == null ? null : next.asNeighbour()));
                before = neighbour;
            }
            page = next;
        }

        void lastPage() throws IOException {
            turn(null);
        }

        void versions() throws IOException {
            for (String date : dates) {
                String cursor = null;
                do {
                    Page<LetterVersion> page =
                            store.page(HoldThatThoughtTable.VERSIONS_OF_LETTER.of(date), LETTERS_A_PAGE, cursor);
                    for (LetterVersion version : page.items()) {
                        String name = version.timestamp().toString().replace(':', '-');
                        text(
                                zip.free("versions/" + date + "/" + name + ".md"),
                                version.timestamp(),
                                LetterFields.write(version));
                    }
                    cursor = page.next().orElse(null);
                } while (cursor != null);
            }
        }

        /** By author: no key finds the comments on all items. A file has so many that an import can hold them. */
        void comments() throws IOException {
            for (UserProfile person : everybody()) {
                String cursor = null;
                int number = 1;
                do {
                    Page<Comment> page =
                            store.page(HoldThatThoughtTable.COMMENTS_OF_USER.of(person.userId()), ROWS_A_FILE, cursor);
                    List<CommentFile> files =
                            page.items().stream().map(commentArchive::file).toList();
                    if (!files.isEmpty()) {
                        String name = safe(person.userId()) + (number == 1 ? "" : "-" + number);
                        add(zip.free(ArchiveNames.COMMENTS + name + ".json"), now, Json.bytes(files));
                    }
                    number++;
                    cursor = page.next().orElse(null);
                } while (cursor != null);
            }
        }

        void people() throws IOException {
            List<PersonFile> files = new ArrayList<>();
            for (UserProfile person : everybody()) {
                String key = person.photoUrl();
                String photo = null;
                if (key != null && key.startsWith(ArchiveNames.photoFolder(person.userId()))) {
                    String name = ArchiveNames.PHOTOS + safe(person.userId()) + "/"
                            + safe(key.substring(key.lastIndexOf('/') + 1));
                    photo = object(zip.free(name), key) ? name : null;
                }
                files.add(PersonFile.of(person, photo));
            }
            add(ArchiveNames.PEOPLE, now, Json.bytes(files));
        }

        private List<UserProfile> everybody() {
            return store.all(SupportTable.USERS.of(), PEOPLE_MAX);
        }

        /** The files first: those of other programs are there before the gallery lists them. */
        void media() throws IOException {
            Map<String, String> names = new HashMap<>();
            String after = null;
            List<S3Object> page;
            do {
                page = parts.contents()
                        .list(ArchiveNames.MEDIA, after, OBJECTS_A_PAGE)
                        .contents();
                for (S3Object each : page) {
                    String[] segments = each.key().split("/", -1);
                    StringBuilder path = new StringBuilder("media");
                    for (int i = 1; i < segments.length; i++) {
                        path.append('/').append(safe(segments[i]));
                    }
                    String name = zip.free(path.toString());
                    if (object(name, each.key())) {
                        names.put(each.key(), name);
                    }
                    after = each.key();
                    work.progress(dates.size(), 0, PROGRESS);
                    requireGoing();
                }
            } while (!page.isEmpty());
            for (MediaCategory category : MediaCategory.values()) {
                listed(category, names);
            }
        }

        private void listed(MediaCategory category, Map<String, String> names) throws IOException {
            String cursor = null;
            int number = 1;
            do {
                Page<MediaItem> page = store.page(SupportTable.MEDIA_OF_CATEGORY.of(category), ROWS_A_FILE, cursor);
                List<MediaFile> files = new ArrayList<>();
                for (MediaItem item : page.items()) {
                    String name = names.get(item.s3Key());
                    if (name != null) {
                        files.add(MediaFile.of(item, name));
                        start.add(item, name, names.get(MediaArchive.smallPicture(item)));
                    }
                }
                if (!files.isEmpty()) {
                    String of = category.name().toLowerCase(Locale.ROOT);
                    add(
                            ArchiveNames.GALLERY + of + (number == 1 ? "" : "-" + number) + ".json",
                            now,
                            Json.bytes(files));
                }
                number++;
                cursor = page.next().orElse(null);
            } while (cursor != null);
        }

        void end() throws IOException {
            text("index.html", now, start.html());
            zip.add("manifest.json", now, manifest.json());
            zip.finish();
        }

        private String safe(String part) {
            String safe = part.replaceAll("[^A-Za-z0-9._@-]", "_").replaceAll("[. ]+$", "_");
            return safe.isEmpty() ? "_" : safe;
        }
    }
}
