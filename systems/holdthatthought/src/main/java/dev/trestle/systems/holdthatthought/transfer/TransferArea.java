package dev.trestle.systems.holdthatthought.transfer;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.model.operation.Stored;
import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.Principal;
import dev.trestle.platform.api.Problem.Kind;
import dev.trestle.platform.api.Reply;
import dev.trestle.platform.operation.Decision;
import dev.trestle.platform.operation.Given;
import dev.trestle.platform.operation.Operations;
import dev.trestle.platform.operation.Right;
import dev.trestle.platform.uploads.Confirmation;
import dev.trestle.platform.uploads.Intent;
import dev.trestle.platform.uploads.Ticket;
import dev.trestle.platform.uploads.UploadLimits;
import dev.trestle.platform.work.LongWork;
import dev.trestle.platform.work.LongWorks;
import dev.trestle.platform.work.WorkException;
import dev.trestle.platform.work.WorkOperations;
import dev.trestle.platform.work.WorkRunner;
import dev.trestle.platform.work.WorkView;
import dev.trestle.platform.zip.ZipRefusedException;
import dev.trestle.systems.holdthatthought.area.Area;
import dev.trestle.systems.holdthatthought.area.Parts;
import dev.trestle.systems.holdthatthought.book.BookRequests;
import dev.trestle.systems.holdthatthought.book.BookRequests.BookView;
import dev.trestle.systems.holdthatthought.book.Books;
import dev.trestle.systems.holdthatthought.letters.LettersArea;
import dev.trestle.systems.holdthatthought.model.ImportFile;
import dev.trestle.systems.holdthatthought.model.SupportTable;
import dev.trestle.systems.holdthatthought.people.Caller;
import dev.trestle.systems.holdthatthought.people.Rights;
import dev.trestle.systems.holdthatthought.transfer.ImportRequests.Announce;
import dev.trestle.systems.holdthatthought.transfer.ImportRequests.Announced;
import dev.trestle.systems.holdthatthought.transfer.ImportRequests.ByWork;
import dev.trestle.systems.holdthatthought.transfer.ImportRequests.Export;
import dev.trestle.systems.holdthatthought.transfer.ImportRequests.ExportView;
import dev.trestle.systems.holdthatthought.transfer.ImportRequests.ImportView;
import dev.trestle.systems.holdthatthought.transfer.ImportRequests.PlannedFile;
import dev.trestle.systems.holdthatthought.transfer.ImportRequests.Start;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** Exports of the archive, and imports of letters. Both are long work, which its owner sees and cancels. */
public final class TransferArea implements Area {
    private static final int PREVIEWED_MAX = 1_000;
    private static final String FULL = "full";
    private static final Map<String, String> TYPES =
            Map.of(".zip", "application/zip", ".md", "text/markdown", ".markdown", "text/markdown");
    private static final UploadLimits LIMITS = UploadLimits.of(
                    ImportArchives.LENGTH_MAX, "application/zip", "text/markdown")
            .withOpen(10);
    private static final Right<Caller, Export> EXPORT = Right.of("MEMBER (full: ADMIN)", (who, asked) -> {
        return asked.isFull() ? who.isAdmin() : who.isMember();
    });

    private final Parts parts;
    private final LongWorks works;
    private final Exports exports;
    private final Imports imports;
    private final Books books;
    private final WorkRunner runner;

    public TransferArea(Parts parts, LettersArea letters) {
        this.parts = parts;
        this.exports = new Exports(parts);
        this.imports = new Imports(
                parts,
                letters.imports(),
                new ImportArchives(
                        parts.contents(), parts.environment().directory().resolve("imports")));
        this.books = new Books(parts, letters.pages(), letters.media(), Exports.PREFIX);
        this.works = new LongWorks(
                        parts.store(),
                        SupportTable.WORKS,
                        parts.jobs(),
                        parts.environment().clock())
                .of(exports.kind)
                .of(imports.kind)
                .of(books.kind);
        this.runner = new WorkRunner(works, parts.changes(), WorkRunner.Options.standard(), new Random());
    }

    @Override
    public void declare(Operations<Caller> operations) {
        operations
                .post("beginExport", "/exports", Export.class)
                .about("Makes an archive of all letters, as long work")
                .description(
                        "A zip of a file of markdown for each letter, its scan, and pages to read in a browser. Full, for administrators: also versions,"
                                + " comments, media, people, and a manifest with checksums.")
                .right(EXPORT)
                .refuses(Kind.RATE_LIMITED)
                .accepted()
                .changes(ExportView.class, this::beginExport);
        operations
                .get("getExport", "/exports/{id}", ByWork.class)
                .about("An export, and where it can be downloaded once it has ended")
                .right(Rights.MEMBER)
                .refuses(Kind.NOT_FOUND)
                .gives(ExportView.class, given -> {
                    ExportView view =
                            exportView(given.call().principal(), given.asked().id());
                    // Somebody may have made it as an administrator, and be none any more.
                    if (view.work().subject().equals(FULL) && !given.by().isAdmin()) {
                        throw ApiException.forbidden("a full export is for administrators");
                    }
                    return view;
                });
        operations
                .post("beginBook", "/books", BookRequests.Begin.class)
                .about("Makes a book of letters to print, as a PDF file, as long work")
                .description(
                        "With a title page, contents, the letters and, unless pictures is false, the pages of their scans.")
                .right(Rights.MEMBER)
                .refuses(Kind.RATE_LIMITED)
                .accepted()
                .changes(BookView.class, this::beginBook);
        operations
                .get("getBook", "/books/{id}", BookRequests.ByWork.class)
                .about("A book, and where it can be downloaded once it has ended")
                .right(Rights.MEMBER)
                .refuses(Kind.NOT_FOUND)
                .gives(
                        BookView.class,
                        given ->
                                bookView(given.call().principal(), given.asked().id()));
        operations
                .post("announceImport", "/imports", Announce.class)
                .about("Announces a file of letters, which is sent to the address that this gives")
                .right(Rights.ADMIN)
                .refuses(Kind.RATE_LIMITED)
                .created()
                .gives(Announced.class, this::announce);
        operations
                .get("getImport", "/imports/{id}", ByWork.class)
                .about("An import, and how far it is")
                .right(Rights.ADMIN)
                .refuses(Kind.NOT_FOUND)
                .gives(
                        ImportView.class,
                        given -> importView(
                                given.call().principal(),
                                stored(given.by(), given.asked().id()).record(),
                                null,
                                null));
        operations
                .post("startImport", "/imports/{id}/start", Start.class)
                .about("Says what an import would do with each file, or begins it as long work")
                .description(
                        "preview changes nothing. existing says what becomes of letters that are there: skip, or edit, which keeps"
                                + " what they were as versions. people says what becomes of people of a full export: locked,"
                                + " until an administrator lets them in, or same, with the rights that they had.")
                .right(Rights.ADMIN)
                .refuses(Kind.NOT_FOUND, Kind.CONFLICT, Kind.UNPROCESSABLE, Kind.RATE_LIMITED, Kind.GONE)
                .accepted()
                .replies(ImportView.class, this::start);
        WorkOperations.declare(operations, works, Rights.MEMBER);
    }

    private Decision<ExportView> beginExport(Given<Caller, Export> given) {
        boolean isFull = given.asked().isFull();
        LongWork work = works.prepare(
                given.call().principal(),
                exports.kind,
                isFull ? FULL : "letters",
                new Exports.Asked(given.by().userId(), isFull, given.asked().language()));
        return works.begin(Decision.of(new ExportView(works.view(work), null, null)), work);
    }

    private Decision<BookView> beginBook(Given<Caller, BookRequests.Begin> given) {
        LongWork work = works.prepare(
                given.call().principal(),
                books.kind,
                "letters",
                new Books.Asked(given.by().userId(), given.asked().body()));
        return works.begin(Decision.of(new BookView(works.view(work), null, null)), work);
    }

    private BookView bookView(Principal who, String id) {
        ExportView made = exportView(who, id);
        if (!made.work().kind().equals(Books.KIND)) {
            throw ApiException.notFound("There is no such book.");
        }
        return new BookView(made.work(), made.downloadUrl(), made.filename());
    }

    private ExportView exportView(Principal who, String id) {
        WorkView work = works.get(who, id);
        if (work.result() instanceof JsonNode result
                && result.path("key").asText().startsWith(Exports.PREFIX)) {
            String name = result.path("fileName").asText();
            return new ExportView(
                    work, parts.links().download(result.path("key").asText(), name), name);
        }
        return new ExportView(work, null, null);
    }

    private Announced announce(Given<Caller, Announce> given) {
        String name = given.asked().body().fileName().strip();
        String lower = name.toLowerCase(Locale.ROOT);
        String type = TYPES.entrySet().stream()
                .filter(each -> lower.endsWith(each.getKey()))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElseThrow(() -> ApiException.invalid("fileName", "must end with .md or .zip")
                        .withCode("file-type"));
        String importId = given.ids().random();
        String key = "temp/imports/" + importId;
        Long size = given.asked().body().size();
        Ticket ticket = parts.incoming()
                .uploads()
                .begin(
                        given.call().principal(),
                        size == null ? Intent.unsized(key, type) : Intent.of(key, type, size),
                        LIMITS);
        parts.store()
                .create(
                        SupportTable.IMPORT_FILE,
                        new ImportFile(
                                importId, given.by().userId(), name, ticket.uploadId(), key, false, null, given.at()));
        return new Announced(importId, ticket.puts().get(0).url(), type, ticket.until());
    }

    /** An import is its owner's. */
    private Stored<ImportFile> stored(Caller caller, String id) {
        return parts.consistent()
                .stored(SupportTable.IMPORT_BY_ID.of(id))
                .filter(found -> caller.is(found.record().userId()))
                .orElseThrow(() -> ApiException.notFound("There is no such import."));
    }

    private Reply start(Given<Caller, Start> given) throws IOException {
        Principal who = given.call().principal();
        ImportFile file = arrived(who, stored(given.by(), given.asked().id()));
        if (given.asked().preview()) {
            try {
                List<PlannedFile> files = imports.preview(file, given.asked().existing(), PREVIEWED_MAX);
                return Reply.of(importView(who, file, files, files.size()));
            } catch (ZipRefusedException e) {
                throw ApiException.of(Kind.UNPROCESSABLE, String.valueOf(e.getMessage()))
                        .withCode("archive-refused");
            } catch (WorkException e) {
                throw ApiException.of(Kind.GONE, String.valueOf(e.getMessage()));
            }
        }
        ImportFile begun = parts.changes().run(parts.consistent(), () -> begin(given, file.importId()));
        return Reply.of(importView(who, begun, null, null));
    }

    private Decision<ImportFile> begin(Given<Caller, Start> given, String importId) {
        Stored<ImportFile> read = stored(given.by(), importId);
        if (read.record().workId() != null) {
            return Decision.of(read.record());
        }
        LongWork work = works.prepare(
                given.call().principal(),
                imports.kind,
                read.record().fileName(),
                new Imports.Asked(
                        importId,
                        given.by().userId(),
                        given.asked().existing(),
                        given.asked().people()));
        ImportFile after = read.record().withWorkId(work.workId());
        return works.begin(Decision.of(after).replace(SupportTable.IMPORT_FILE, read, after), work);
    }

    /** The file, once its bytes are there; they are checked and copied at the first call after they came. */
    private ImportFile arrived(Principal who, Stored<ImportFile> read) {
        ImportFile file = read.record();
        if (file.hasArrived()) {
            return file;
        }
        ImportFile after = file.withHasArrived(true);
        try (Confirmation confirmed = parts.incoming().uploads().confirm(who, file.uploadId())) {
            if (!confirmed.isRepeated()) {
                parts.changes()
                        .tryCommit(
                                parts.consistent(),
                                confirmed.closedBy(Decision.of(after).replace(SupportTable.IMPORT_FILE, read, after)));
            }
        } catch (UncheckedIOException e) {
            throw ApiException.unavailable("The file could not be read.", java.time.Duration.ofSeconds(5), e);
        }
        return after;
    }

    private ImportView importView(
            Principal who, ImportFile file, @Nullable List<PlannedFile> files, @Nullable Integer count) {
        String workId = file.workId();
        return new ImportView(
                file.importId(),
                file.fileName(),
                file.hasArrived(),
                files,
                count,
                workId == null ? null : works.get(who, workId));
    }

    @Override
    public void start() {
        runner.start();
    }

    @Override
    public void close() {
        runner.close();
    }
}
