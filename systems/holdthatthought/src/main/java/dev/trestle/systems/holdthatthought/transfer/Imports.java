package dev.trestle.systems.holdthatthought.transfer;

import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.operation.Decision;
import dev.trestle.platform.work.WorkContext;
import dev.trestle.platform.work.WorkException;
import dev.trestle.platform.work.WorkKind;
import dev.trestle.platform.work.WorkStep;
import dev.trestle.platform.zip.ZipRefusedException;
import dev.trestle.systems.holdthatthought.area.Parts;
import dev.trestle.systems.holdthatthought.letters.LetterImports;
import dev.trestle.systems.holdthatthought.letters.LetterKeys;
import dev.trestle.systems.holdthatthought.model.HoldThatThoughtTable;
import dev.trestle.systems.holdthatthought.model.ImportFile;
import dev.trestle.systems.holdthatthought.model.LetterVersion;
import dev.trestle.systems.holdthatthought.model.SupportTable;
import dev.trestle.systems.holdthatthought.model.UserProfile;
import dev.trestle.systems.holdthatthought.people.Caller;
import dev.trestle.systems.holdthatthought.people.Groups;
import dev.trestle.systems.holdthatthought.people.Standing;
import dev.trestle.systems.holdthatthought.transfer.ImportRequests.Existing;
import dev.trestle.systems.holdthatthought.transfer.ImportRequests.Kind;
import dev.trestle.systems.holdthatthought.transfer.ImportRequests.Outcome;
import dev.trestle.systems.holdthatthought.transfer.ImportRequests.People;
import dev.trestle.systems.holdthatthought.transfer.ImportRequests.PlannedFile;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Imports as long work. A step is one file: its scan is stored first, then one transaction makes the letter, or an edit of it, and moves the
 * checkpoint, so that after a crash no letter is imported twice and none is left out. A letter that is there is never replaced: it is
 * skipped, or edited, which keeps what it was.
 */
final class Imports {
    private static final String PROGRESS = "holdthatthought.importing";
    private static final int PROBLEMS_MAX = 100;

    /** A transaction has a hundred actions, and four megabytes. */
    private static final int VERSIONS_MAX = 40;

    private static final long VERSION_BYTES_MAX = 2_500_000;

    final WorkKind<Asked, At> kind = WorkKind.of("import", Asked.class, At.class, this::step)
            .undoneBy((work, from) -> WorkStep.end(from == null ? At.BEGINNING : from))
            .withOpen(1)
            .withOpenTogether(2, work -> "");

    private final Parts parts;
    private final LetterImports letters;
    private final ImportArchives archives;
    private final Restoring restoring;

    Imports(Parts parts, LetterImports letters, ImportArchives archives) {
        this.parts = parts;
        this.letters = letters;
        this.archives = archives;
        this.restoring = new Restoring(parts);
    }

    record Asked(
            String importId,
            String userId,
            Existing existing,
            @Nullable People people) {}

    /** How many files are done, and what became of them. */
    record At(
            int files,
            int created,
            int edited,
            int skipped,
            int refused,
            int people,
            int comments,
            int media,
            List<PlannedFile> problems) {
        static final At BEGINNING = new At(0, 0, 0, 0, 0, 0, 0, 0, List.of());

        At and(PlannedFile file) {
            Outcome outcome = file.outcome();
            List<PlannedFile> more = new ArrayList<>(problems);
            if (outcome == Outcome.REFUSED && more.size() < PROBLEMS_MAX) {
                more.add(file);
            }
            boolean isLetter = file.kind() == Kind.LETTER;
            int count = file.count() == null ? 0 : file.count();
            return new At(
                    files + 1,
                    created + (isLetter && outcome == Outcome.CREATE ? 1 : 0),
                    edited + (outcome == Outcome.EDIT ? 1 : 0),
                    skipped + (isLetter && outcome == Outcome.SKIP ? 1 : 0),
                    refused + (outcome == Outcome.REFUSED ? 1 : 0),
                    people + (file.kind() == Kind.PEOPLE ? count : 0),
                    comments + (file.kind() == Kind.COMMENTS ? count : 0),
                    media + (file.kind() == Kind.MEDIA ? count : 0),
                    more);
        }
    }

    private WorkStep<At> step(WorkContext<Asked> work, @Nullable At from) throws IOException {
        Caller by = administrator(work.asked().userId());
        ImportFile file = parts.consistent()
                .get(SupportTable.IMPORT_BY_ID.of(work.asked().importId()))
                .orElseThrow(() -> new WorkException("FILE_GONE", "The file is kept no longer. Upload it again."));
        At at = from == null ? At.BEGINNING : from;
        try (ImportArchive archive = archives.open(file)) {
            List<String> others = archive.others();
            int letterCount = archive.letters().size();
            int total = letterCount + others.size();
            if (at.files() >= total) {
                archives.forget(file);
                return WorkStep.<At>end(at).progress(total, total, PROGRESS);
            }
            if (at.files() >= letterCount) {
                People people = work.asked().people() == null
                        ? People.LOCKED
                        : work.asked().people();
                PlannedFile restored = restoring.restore(archive, others.get(at.files() - letterCount), people);
                return WorkStep.to(at.and(restored)).progress(at.files() + 1, total, PROGRESS);
            }
            String name = archive.letters().get(at.files());
            Prepared next = prepare(archive, name, work.asked().existing(), by);
            return WorkStep.to(at.and(next.plan()))
                    .progress(at.files() + 1, total, PROGRESS)
                    .writing(next.change());
        } catch (ZipRefusedException e) {
            throw new WorkException(e.problem().name(), message(e));
        }
    }

    /** What would become of each file. */
    List<PlannedFile> preview(ImportFile file, Existing existing, int max) throws IOException {
        List<PlannedFile> plans = new ArrayList<>();
        try (ImportArchive archive = archives.open(file)) {
            for (String name :
                    archive.letters().subList(0, Math.min(max, archive.letters().size()))) {
                plans.add(plan(archive, name, existing).file());
            }
            for (String name : archive.others()) {
                if (plans.size() < max) {
                    plans.add(restoring.plan(archive, name));
                }
            }
        }
        return plans;
    }

    private Caller administrator(String userId) {
        UserProfile profile = parts.consistent()
                .get(HoldThatThoughtTable.PROFILE_OF_USER.of(userId))
                .filter(found -> Groups.isActiveAdmin(found) || found.groups().isEmpty())
                .orElseThrow(() -> new WorkException("NOT_ALLOWED", "You may no longer import letters."));
        return new Caller(profile, Standing.ADMIN, "");
    }

    private record Plan(PlannedFile file, ImportArchive.@Nullable Found found) {}

    private record Prepared(PlannedFile plan, Decision<?> change) {}

    private Plan plan(ImportArchive archive, String name, Existing existing) throws IOException {
        ImportArchive.Found found;
        try {
            found = archive.letter(name);
        } catch (LetterFileException | ApiException e) {
            return new Plan(PlannedFile.refused(name, message(e)), null);
        }
        String date = found.letter().date();
        String title = found.letter().title();
        if (letters.find(date).isEmpty()) {
            return new Plan(PlannedFile.letter(name, date, title, Outcome.CREATE), found);
        }
        Outcome outcome = existing == Existing.EDIT ? Outcome.EDIT : Outcome.SKIP;
        return new Plan(PlannedFile.letter(name, date, title, outcome), found);
    }

    private static String message(RuntimeException e) {
        return String.valueOf(e.getMessage());
    }

    private Prepared prepare(ImportArchive archive, String name, Existing existing, Caller by) throws IOException {
        Plan plan = plan(archive, name, existing);
        ImportArchive.Found found = plan.found();
        Instant now = parts.times().now();
        if (found == null || plan.file().outcome() == Outcome.SKIP) {
            return new Prepared(plan.file(), Decision.done());
        }
        try {
            storeScan(archive, found);
            if (plan.file().outcome() == Outcome.EDIT) {
                return new Prepared(plan.file(), letters.edit(found.letter(), by, now));
            }
            return new Prepared(plan.file(), creation(archive, found, by, now));
        } catch (ApiException e) {
            return new Prepared(PlannedFile.refused(name, message(e)), Decision.done());
        }
    }

    private Decision<?> creation(ImportArchive archive, ImportArchive.Found found, Caller by, Instant now)
            throws IOException {
        String date = found.letter().date();
        LetterFile file = found.file();
        Versions versions = versions(archive, found, by, now);
        Instant created = LetterFields.time(file.text("created"), now);
        Instant updated = LetterFields.time(file.text("updated"), now);
        LetterImports.Past past = new LetterImports.Past(
                created,
                updated.isBefore(created) ? created : updated,
                LetterFields.person(file.text("updatedBy"), by.userId()),
                versions.count());
        return letters.create(found.letter().withDate(date), past, versions.newest());
    }

    /**
     * The newest former states, which fit into the transaction of their letter, and how many there are. Older ones are stored before it: nobody sees them without
     * the letter.
     */
    private Versions versions(ImportArchive archive, ImportArchive.Found found, Caller by, Instant now)
            throws IOException {
        List<LetterVersion> newest = new ArrayList<>();
        Set<Instant> taken = new HashSet<>();
        long bytes = 0;
        for (String name : archive.versionsOf(found.name())) {
            LetterVersion version = version(archive.file(name), found.letter().date(), by, now);
            if (version == null || !taken.add(version.timestamp())) {
                continue;
            }
            bytes += 2L * version.content().length();
            if (newest.size() < VERSIONS_MAX && bytes <= VERSION_BYTES_MAX) {
                newest.add(version);
            } else {
                letters.storeOlder(version);
            }
        }
        return new Versions(newest, taken.size());
    }

    private record Versions(List<LetterVersion> newest, int count) {}

    private static @Nullable LetterVersion version(LetterFile file, String date, Caller by, Instant now) {
        String title = file.text("title");
        return title == null || file.content().isBlank()
                ? null
                : new LetterVersion(
                        date,
                        title,
                        file.text("author"),
                        file.content(),
                        file.text("description"),
                        LetterFields.time(file.text("timestamp"), now),
                        LetterFields.person(file.text("updatedBy"), by.userId()));
    }

    /** A scan that is there already stays. */
    private void storeScan(ImportArchive archive, ImportArchive.Found found) throws IOException {
        String date = found.letter().date();
        Optional<String> scan = archive.scanOf(found.name());
        if (scan.isPresent() && !letters.hasPdf(date)) {
            archive.store(scan.get(), LetterKeys.pdf(date), "application/pdf", parts.bucket());
        }
    }
}
