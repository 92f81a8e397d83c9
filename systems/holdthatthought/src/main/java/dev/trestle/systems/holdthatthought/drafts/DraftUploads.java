package dev.trestle.systems.holdthatthought.drafts;

import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.Problem;
import dev.trestle.platform.api.Problem.Kind;
import dev.trestle.platform.operation.Decision;
import dev.trestle.platform.operation.Given;
import dev.trestle.platform.uploads.Confirmation;
import dev.trestle.platform.uploads.Intent;
import dev.trestle.platform.uploads.Ticket;
import dev.trestle.platform.uploads.Uploads;
import dev.trestle.systems.holdthatthought.archive.ScanFolder;
import dev.trestle.systems.holdthatthought.area.Links;
import dev.trestle.systems.holdthatthought.area.Message;
import dev.trestle.systems.holdthatthought.area.Parts;
import dev.trestle.systems.holdthatthought.drafts.DraftRequests.AskUpload;
import dev.trestle.systems.holdthatthought.drafts.DraftRequests.NewUpload;
import dev.trestle.systems.holdthatthought.drafts.DraftRequests.Process;
import dev.trestle.systems.holdthatthought.drafts.DraftRequests.Reorder;
import dev.trestle.systems.holdthatthought.drafts.Drafts.Found;
import dev.trestle.systems.holdthatthought.model.Draft;
import dev.trestle.systems.holdthatthought.model.DraftDetails;
import dev.trestle.systems.holdthatthought.model.DraftFile;
import dev.trestle.systems.holdthatthought.model.DraftStatus;
import dev.trestle.systems.holdthatthought.model.HoldThatThoughtTable;
import dev.trestle.systems.holdthatthought.model.RateAction;
import dev.trestle.systems.holdthatthought.model.SupportTable;
import dev.trestle.systems.holdthatthought.people.Caller;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Files of drafts: announced, put into an order, confirmed, and handed to the job that reads them. */
final class DraftUploads {
    private final Parts parts;
    private final Drafts drafts;
    private final Spelling spelling;

    /** Where to send files. */
    record UploadAddresses(String uploadId, List<FileAddress> urls, long expiresIn) {}

    /** Where to send one, with these headers. */
    record FileAddress(String url, String key, int index, Map<String, String> headers) {}

    /** What became of a request to process a draft. */
    record Processed(String message, String uploadId, String status) {}

    DraftUploads(Parts parts, Drafts drafts, Spelling spelling) {
        this.parts = parts;
        this.drafts = drafts;
        this.spelling = spelling;
    }

    UploadAddresses announce(Given<Caller, AskUpload> given) {
        NewUpload asked = given.asked().body();
        check(asked);
        String draftId = Uploads.newId();
        List<DraftFile> files = files(asked);
        Draft draft = new Draft(
                draftId,
                DraftStatus.PENDING,
                given.by().userId(),
                files.stream()
                        .map(file -> DraftFiles.key(draftId, file.index(), file.contentType()))
                        .toList(),
                null,
                null,
                given.at(),
                given.at());
        Object unused = parts.changes()
                .run(
                        parts.consistent(),
                        () -> parts.limits()
                                .counting(
                                        Decision.done()
                                                .create(HoldThatThoughtTable.DRAFT, draft)
                                                .create(SupportTable.DRAFT_DETAILS, DraftDetails.of(draftId, files)),
                                        given.by().userId(),
                                        RateAction.UPLOAD,
                                        given.at()));
        return new UploadAddresses(
                draftId, files.stream().map(file -> address(draftId, file)).toList(), Links.LIFE.toSeconds());
    }

    private FileAddress address(String draftId, DraftFile file) {
        String key = DraftFiles.key(draftId, file.index(), file.contentType());
        Ticket.Put put = parts.incoming()
                .uploads()
                .begin(
                        DraftFiles.holder(draftId),
                        file.uploadId(),
                        new Intent(key, file.contentType(), file.size(), null),
                        DraftFiles.LIMITS)
                .puts()
                .get(0);
        return new FileAddress(put.url(), key, file.index(), put.headers());
    }

    private static void check(NewUpload asked) {
        checkCount("fileTypes", asked.fileTypes(), asked.fileCount());
        checkCount("fileSizes", asked.fileSizes(), asked.fileCount());
        checkCount("fileNames", asked.fileNames(), asked.fileCount());
        List<Long> sizes = asked.fileSizes();
        if (sizes != null && sizes.stream().mapToLong(Long::longValue).sum() > DraftFiles.TOGETHER_MAX) {
            throw ApiException.invalid("fileSizes", "must be at most " + DraftFiles.TOGETHER_MAX + " bytes together")
                    .withCode("draft-too-large", Map.of("n", DraftFiles.TOGETHER_MAX));
        }
    }

    private static void checkCount(String field, @Nullable List<?> values, int count) {
        if (values != null && values.size() != count) {
            throw ApiException.invalid(field, "must have " + count + " entries, as fileCount says")
                    .withCode("draft-count", Map.of("n", count));
        }
    }

    private static List<DraftFile> files(NewUpload asked) {
        List<DraftFile> files = new ArrayList<>();
        List<Long> sizes = asked.fileSizes();
        List<String> names = asked.fileNames();
        for (int i = 0; i < asked.fileCount(); i++) {
            files.add(new DraftFile(
                    i,
                    asked.fileTypes().get(i),
                    sizes == null ? null : sizes.get(i),
                    names == null ? null : shown(names.get(i)),
                    Uploads.newId(),
                    false));
        }
        return files;
    }

    private static @Nullable String shown(String name) {
        String cleaned = name.replaceAll("[\\p{Cntrl}]", "").strip();
        return cleaned.isEmpty() ? null : cleaned;
    }

    /** Puts the pages into another order; those that are not named are left out. */
    Decision<Message> reorder(Given<Caller, Reorder> given, Found found) {
        Draft draft = found.draft();
        if (draft.status() != DraftStatus.PENDING && draft.status() != DraftStatus.FAILED) {
            throw ApiException.conflict("The pages are put into order before the draft is processed.", null)
                    .withCode("draft-processed");
        }
        List<Integer> order = given.asked().body().order();
        if (new HashSet<>(order).size() != order.size()) {
            throw ApiException.invalid("order", "must name no file twice").withCode("draft-order");
        }
        DraftDetails details = found.known();
        List<String> keys = new ArrayList<>();
        for (int index : order) {
            DraftFile file = details.files().stream()
                    .filter(each -> each.index() == index)
                    .findFirst()
                    .orElseThrow(
                            () -> ApiException.invalid("order", "has " + index + ", which is no file of this draft")
                                    .withCode("draft-order"));
            keys.add(DraftFiles.key(draft.draftId(), index, file.contentType()));
        }
        Draft after = draft.withFileKeys(keys).withUpdatedAt(given.after(draft.updatedAt()));
        return Drafts.replace(Decision.of(new Message("The pages are in this order now.")), found, after);
    }

    /** Confirms the files and enqueues the job. Asked again, it does nothing. */
    Processed process(Given<Caller, Process> given, Found found) {
        Draft draft = found.draft();
        boolean isAgain = Boolean.TRUE.equals(given.asked().again());
        if (draft.status() == DraftStatus.PUBLISHED && isAgain) {
            throw ApiException.conflict("The draft is published already.", null).withCode("draft-published");
        }
        boolean isWaiting = draft.status() == DraftStatus.PENDING || draft.status() == DraftStatus.FAILED;
        if (!isWaiting && !(draft.status() == DraftStatus.READY && isAgain)) {
            return new Processed("There is nothing to do.", draft.draftId(), spelling.of(draft.status()));
        }
        if (!hasScan(found)) {
            confirmAll(given, found);
        }
        DraftStatus now = parts.changes().run(parts.consistent(), () -> begin(given, draft.status()));
        return new Processed("The draft is processed.", draft.draftId(), spelling.of(now));
    }

    /** Files are kept for a day; the scan that was made of them for as long as the draft. */
    private boolean hasScan(Found found) {
        return found.known().pages() != null
                && parts.contents()
                        .exists(ScanFolder.ofDraft(found.draft().draftId()).pdf());
    }

    private Decision<DraftStatus> begin(Given<Caller, Process> given, DraftStatus from) {
        Found now = drafts.find(given.asked().id()).orElseThrow(() -> Drafts.ANY.missing("it was deleted meanwhile"));
        if (now.draft().status() != from) {
            return Decision.of(now.draft().status()); // another request was first
        }
        Decision<DraftStatus> decision = Decision.of(DraftStatus.PROCESSING);
        Drafts.replace(decision, now, Drafts.to(now.draft(), DraftStatus.PROCESSING, null, given.at()));
        Drafts.replace(decision, now, now.known().withDone(0).withTotal(null));
        return DraftProcessing.enqueue(decision, now.draft().draftId());
    }

    private void confirmAll(Given<Caller, Process> given, Found found) {
        List<Integer> missing = new ArrayList<>();
        List<DraftFiles.Page> pages = found.pages();
        long together = 0;
        for (DraftFiles.Page page : pages) {
            DraftFile file = page.file();
            try {
                Optional<Long> length = file == null || file.arrived() ? stored(page) : confirm(found.draft(), file);
                length.ifPresentOrElse(bytes -> {}, () -> missing.add(file == null ? page.number() - 1 : file.index()));
                together += length.orElse(0L);
            } catch (ApiException e) {
                if (e.problem().kind() != Kind.UNPROCESSABLE) {
                    throw e;
                }
                throw failed(
                        given, page.name() + ": " + e.getMessage(), e.problem().code());
            }
        }
        if (together > DraftFiles.TOGETHER_MAX) {
            throw failed(
                    given,
                    "The files have " + together + " bytes together. At most " + DraftFiles.TOGETHER_MAX
                            + " are taken.",
                    "TOO_LARGE");
        }
        if (!missing.isEmpty()) {
            String which = String.join(
                    ", ", missing.stream().map(i -> String.valueOf(i + 1)).toList());
            throw new ApiException(Problem.of(
                            Kind.CONFLICT,
                            "These files are missing: " + which
                                    + ". Send them to their addresses, which hold an hour, or begin again.")
                    .withField("missing", missing)
                    .withCode("draft-files-missing"));
        }
    }

    private Optional<Long> stored(DraftFiles.Page page) {
        DraftFile file = page.file();
        Long size = file == null ? null : file.size();
        return page.key().startsWith(DraftFiles.PREFIX) && parts.contents().exists(page.key())
                ? Optional.of(size == null ? 0 : size)
                : Optional.empty();
    }

    /** The length of a file that is confirmed now; empty if it was not sent. */
    private Optional<Long> confirm(Draft draft, DraftFile file) {
        try (Confirmation stored =
                parts.incoming().uploads().confirm(DraftFiles.holder(draft.draftId()), file.uploadId())) {
            Object unused = parts.changes().run(parts.consistent(), () -> arrived(stored, draft.draftId(), file));
            return Optional.of(stored.length());
        } catch (ApiException e) {
            Problem problem = e.problem();
            boolean isUnsent = problem.kind() == Kind.CONFLICT && problem.retryAfter() == null
                    || problem.kind() == Kind.GONE
                    || problem.kind() == Kind.NOT_FOUND;
            if (isUnsent) {
                return Optional.empty();
            }
            throw e;
        }
    }

    private Decision<@Nullable Void> arrived(Confirmation stored, String draftId, DraftFile file) {
        if (stored.isRepeated() || stored.isConfirmedMeanwhile()) {
            return Decision.done();
        }
        Found now = drafts.find(draftId).orElseThrow(() -> Drafts.ANY.missing("it was deleted meanwhile"));
        DraftDetails after = now.known().withArrived(file.index(), stored.length());
        return stored.closedBy(Drafts.replace(Decision.done(), now, after));
    }

    /** A file that is not taken fails the draft; another one can be sent to its address, and the draft processed again. */
    private ApiException failed(Given<Caller, Process> given, String message, String code) {
        Object unused = parts.changes().run(parts.consistent(), () -> {
            Optional<Found> now = drafts.find(given.asked().id());
            boolean isWaiting = now.isPresent()
                    && (now.get().draft().status() == DraftStatus.PENDING
                            || now.get().draft().status() == DraftStatus.FAILED);
            return isWaiting
                    ? Drafts.replace(
                            Decision.done(),
                            now.get(),
                            Drafts.to(now.get().draft(), DraftStatus.FAILED, message, given.at()))
                    : Decision.done();
        });
        return new ApiException(Problem.of(Kind.UNPROCESSABLE, message).withCode(code));
    }
}
