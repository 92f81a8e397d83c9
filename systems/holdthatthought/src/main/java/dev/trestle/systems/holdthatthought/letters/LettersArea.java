package dev.trestle.systems.holdthatthought.letters;

import dev.trestle.media.MediaLimits;
import dev.trestle.media.MediaTools;
import dev.trestle.platform.api.Problem.Kind;
import dev.trestle.platform.api.Reply;
import dev.trestle.platform.events.Events;
import dev.trestle.platform.events.Follower;
import dev.trestle.platform.jobs.JobRunner;
import dev.trestle.platform.operation.Decision;
import dev.trestle.platform.operation.Given;
import dev.trestle.platform.operation.Operations;
import dev.trestle.platform.settings.SharedSettings;
import dev.trestle.systems.holdthatthought.area.Area;
import dev.trestle.systems.holdthatthought.area.Message;
import dev.trestle.systems.holdthatthought.area.Parts;
import dev.trestle.systems.holdthatthought.letters.LetterRequests.ByDate;
import dev.trestle.systems.holdthatthought.letters.Letters.Result;
import dev.trestle.systems.holdthatthought.model.HoldThatThoughtTable;
import dev.trestle.systems.holdthatthought.model.SupportTable;
import dev.trestle.systems.holdthatthought.people.Caller;
import dev.trestle.systems.holdthatthought.people.Rights;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Letters, their versions and their files. */
public final class LettersArea implements Area {
    /** A content of the greatest length, with every character escaped. */
    private static final long BODY_BYTES_MAX = 2L << 20;

    private static final DateTimeFormatter MONTH_AND_DAY =
            DateTimeFormatter.ofPattern("MM-dd").withZone(ZoneOffset.UTC);

    private final Parts parts;
    private final LetterFiles files;
    private final LetterWrites writes;
    private final Letters letters;
    private final LetterLists lists;
    private final Facets facets;
    private final LetterVersions versions;
    private final LetterEdits edits;
    private final LetterMoves moves;
    private final LetterDeletions deletions;
    private final MediaTools media;
    private final LetterPages pages;
    private final LetterFollowing following;
    private final LetterImports imports;

    public LettersArea(Parts parts) {
        this.parts = parts;
        this.files = new LetterFiles(parts);
        this.writes = new LetterWrites(parts.store());
        this.letters = new Letters(parts, files);
        this.lists = new LetterLists(parts.store(), parts.links());
        this.facets = new Facets(parts.store());
        this.versions = new LetterVersions(parts.store(), letters);
        this.moves = new LetterMoves(parts, writes, files);
        this.edits = new LetterEdits(letters, versions, moves);
        this.deletions = new LetterDeletions(parts, letters, files);
        this.media = media(parts);
        this.pages = new LetterPages(parts, letters, files, media);
        this.imports = new LetterImports(letters, writes, edits, files);
        this.following = new LetterFollowing(parts.store(), files, moves);
    }

    private static MediaTools media(Parts parts) {
        SharedSettings.Media settings = parts.environment().shared().media();
        return new MediaTools(
                parts.environment().directory().resolve("letter-pages"),
                MediaLimits.DEFAULT.withTime(settings.timeMax()).withMemory(settings.memoryMax()),
                settings.tesseract(),
                settings.languages());
    }

    /** New letters, for whoever publishes drafts or imports. */
    public LetterWrites writes() {
        return writes;
    }

    /** Letters that come from files. */
    public LetterImports imports() {
        return imports;
    }

    /** The pages of scans. */
    public LetterPages pages() {
        return pages;
    }

    /** What looks into scans. */
    public MediaTools media() {
        return media;
    }

    /** Lists say now that a letter has a scan. */
    public void scanArrived(String date) {
        files.refreshStats(date);
    }

    /** Where comments on letters stand that have moved. */
    public LetterMoves moves() {
        return moves;
    }

    @Override
    public void declare(Operations<Caller> operations) {
        declareLists(operations);
        declareLetters(operations);
        declareVersions(operations);
        declareDeletions(operations);
    }

    private void declareLists(Operations<Caller> operations) {
        operations
                .get("listLetters", "/letters", LetterRequests.ListLetters.class)
                .about("Letters without their contents, the newest first")
                .right(Rights.MEMBER)
                .givesPage(LetterRow.class, given -> lists.list(given.asked()));
        operations
                .get("getLetterFacets", "/letters/facets")
                .about("How many letters there are of each year, author and tag")
                .right(Rights.MEMBER)
                .gives(Facets.View.class, given -> facets.get());
        operations
                .get("listLettersOfDay", "/onthisday", LetterRequests.OfDay.class)
                .about("Letters that were written on a day of the year, today's if none is named")
                .right(Rights.MEMBER)
                .gives(OfDay.class, this::ofDay);
    }

    public record OfDay(String day, List<LetterRow> items) {}

    private OfDay ofDay(Given<Caller, LetterRequests.OfDay> given) {
        String asked = given.asked().day();
        String day = asked == null ? MONTH_AND_DAY.format(given.at()) : asked;
        return new OfDay(day, lists.ofDay(day));
    }

    private void declareLetters(Operations<Caller> operations) {
        operations
                .post("createLetter", "/letters", LetterRequests.Create.class)
                .about("Adds a letter")
                .description("A date that is taken is refused with a suggestion: a date of the same day that is free.")
                .right(Rights.MEMBER)
                .created()
                .bodyBytesMax(BODY_BYTES_MAX)
                .changes(this::create)
                .gives(LetterView.class, (given, made) -> Reply.created(view(given, made)));
        operations
                .get("getLetter", "/letters/{date}", ByDate.class)
                .about("A letter, with those before and behind it")
                .description("For a letter that has another date now, 404 with movedTo.")
                .right(Rights.MEMBER)
                .refuses(Kind.NOT_FOUND)
                .gives(
                        LetterView.class,
                        given ->
                                letters.shown(given.by().userId(), given.asked().date()));
        operations
                .put("editLetter", "/letters/{date}", LetterRequests.Edit.class)
                .about("Changes a letter; what it was becomes a version")
                .description("What is not sent stays; null or an empty text clears. With another date it moves there.")
                .right(Rights.MEMBER)
                .refuses(Kind.NOT_FOUND)
                .bodyBytesMax(BODY_BYTES_MAX)
                .changes(edits::edit)
                .gives(LetterView.class, (given, saved) -> Reply.of(view(given, saved)));
        operations
                .get("getLetterPdf", "/letters/{date}/pdf", ByDate.class)
                .about("Where the scan of a letter can be downloaded, for an hour")
                .right(Rights.MEMBER)
                .refuses(Kind.NOT_FOUND)
                .gives(LetterPages.Download.class, given -> pages.pdf(given.asked()));
        operations
                .get("getLetterPages", "/letters/{date}/pages", ByDate.class)
                .about("Pictures of the scan's pages, with the words on them")
                .right(Rights.MEMBER)
                .refuses(Kind.NOT_FOUND)
                .gives(LetterPages.View.class, given -> pages.pages(given.asked()));
        operations
                .get("getLetterPlace", "/letters/{date}/place", ByDate.class)
                .about("Which of all letters it is, counted from the oldest")
                .right(Rights.MEMBER)
                .refuses(Kind.NOT_FOUND)
                .gives(
                        Facets.Place.class,
                        given -> facets.place(
                                letters.letter(given.asked().date()).date()));
    }

    private Decision<Result> create(Given<Caller, LetterRequests.Create> given) {
        NewLetter asked = given.asked().body().letter().checked();
        String by = given.by().userId();
        return writes.creating(
                Decision.of(new Result(asked.letter(by, given.at()), asked.details())), asked, by, given.at());
    }

    private LetterView view(Given<Caller, ?> given, Result result) {
        return letters.view(given.by().userId(), result.letter(), result.details());
    }

    private void declareVersions(Operations<Caller> operations) {
        operations
                .get("listLetterVersions", "/letters/{date}/versions", LetterRequests.Page.class)
                .about("Former states of a letter, the newest first")
                .right(Rights.MEMBER)
                .refuses(Kind.NOT_FOUND)
                .givesPage(LetterVersions.View.class, given -> versions.list(given.asked()));
        operations
                .get("getLetterVersion", "/letters/{date}/versions/{timestamp}", LetterRequests.ByVersion.class)
                .about("A former state of a letter")
                .right(Rights.MEMBER)
                .refuses(Kind.NOT_FOUND)
                .gives(LetterVersions.View.class, given -> versions.get(given.asked()));
        operations
                .get("compareLetterVersions", "/letters/{date}/diff", LetterRequests.Compare.class)
                .about("What differs between two states of a letter, line by line and word by word")
                .right(Rights.MEMBER)
                .refuses(Kind.NOT_FOUND)
                .gives(
                        LetterVersions.Diff.class,
                        given -> versions.diff(given.by().userId(), given.asked()));
        operations
                .post("revertLetter", "/letters/{date}/revert", LetterRequests.Revert.class)
                .about("Makes a letter what it was; what it is now becomes a version")
                .right(Rights.MEMBER)
                .refuses(Kind.NOT_FOUND)
                .changes(edits::revert)
                .gives(LetterView.class, (given, saved) -> Reply.of(view(given, saved)));
    }

    private void declareDeletions(Operations<Caller> operations) {
        operations
                .delete("deleteLetter", "/letters/{date}", ByDate.class)
                .about("Deletes a letter, which can be undone for thirty days; its date stays taken until then")
                .right(Rights.ADMIN)
                .refuses(Kind.NOT_FOUND)
                .changes(Message.class, deletions::delete);
        operations
                .post("restoreLetter", "/letters/{date}/restore", ByDate.class)
                .about("Undoes the deletion of a letter")
                .right(Rights.ADMIN)
                .refuses(Kind.NOT_FOUND)
                .changes(deletions::restore)
                .gives(LetterView.class, (given, restored) -> Reply.of(view(given, restored)));
        operations
                .get("listDeletedLetters", "/admin/letters/deleted", LetterRequests.Listing.class)
                .about("Deleted letters, the last one first")
                .right(Rights.ADMIN)
                .givesPage(LetterDeletions.View.class, given -> deletions.list(given.asked()));
    }

    @Override
    public void handleBy(JobRunner runner) {
        runner.handle(LetterMoves.JOB, moves::run)
                .handle(LetterDeletions.PURGE, deletions::purge)
                .handle(LetterPages.JOB, pages::make)
                .handle(LetterFollowing.JOB, following::walk);
    }

    @Override
    public void follow(Follower follower) {
        following.follow(follower);
    }

    @Override
    public void checkAll() {
        following.checkAll();
    }

    /** What listeners are told of a letter; never its text. */
    record Told(String date, String kind) {}

    @Override
    public void tell(Events<Caller> events) {
        events.event(
                "letter",
                HoldThatThoughtTable.LETTER,
                change -> new Told(change.latest().date(), change.kind()),
                (who, letter) -> who.isMember());
    }

    /** The hourly walk is a job, so that one process of several does it. */
    @Override
    public void start() {
        parts.changes().run(parts.consistent(), () -> {
            Decision<@Nullable Void> decision = Decision.done();
            return parts.consistent()
                            .get(SupportTable.JOBS.byId().of(LetterFollowing.JOB))
                            .isPresent()
                    ? decision
                    : decision.job(
                            LetterFollowing.JOB, LetterFollowing.JOB, "letters", List.of(), LetterFollowing.EVERY);
        });
    }
}
