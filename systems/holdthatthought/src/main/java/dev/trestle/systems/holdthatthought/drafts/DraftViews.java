package dev.trestle.systems.holdthatthought.drafts;

import dev.trestle.platform.api.Page;
import dev.trestle.platform.operation.Timeline;
import dev.trestle.systems.holdthatthought.archive.PageView;
import dev.trestle.systems.holdthatthought.archive.ScanFolder;
import dev.trestle.systems.holdthatthought.archive.Scans;
import dev.trestle.systems.holdthatthought.area.Incoming;
import dev.trestle.systems.holdthatthought.area.Parts;
import dev.trestle.systems.holdthatthought.drafts.DraftRequests.ListDrafts;
import dev.trestle.systems.holdthatthought.drafts.Drafts.Found;
import dev.trestle.systems.holdthatthought.model.Draft;
import dev.trestle.systems.holdthatthought.model.DraftDetails;
import dev.trestle.systems.holdthatthought.model.DraftFile;
import dev.trestle.systems.holdthatthought.model.DraftListing;
import dev.trestle.systems.holdthatthought.model.DraftStatus;
import dev.trestle.systems.holdthatthought.model.ExtractedData;
import dev.trestle.systems.holdthatthought.model.SupportTable;
import dev.trestle.systems.holdthatthought.people.Names;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Drafts as members see them, one and many. */
final class DraftViews {
    private static final Timeline<DraftListing> NEWEST_FIRST =
            new Timeline<>(DraftListing::createdAt, DraftListing::draftId);
    /** In the order in which a draft goes through them, so that one which moves on meanwhile is in one list at least. */
    private static final List<DraftStatus> ON_ITS_WAY = List.of(
            DraftStatus.PENDING, DraftStatus.PROCESSING, DraftStatus.READY, DraftStatus.FAILED, DraftStatus.PUBLISHED);

    private final Parts parts;
    private final Scans scans;
    private final Spelling spelling;
    private final Names names;

    DraftViews(Parts parts, Scans scans, Spelling spelling) {
        this.parts = parts;
        this.scans = scans;
        this.spelling = spelling;
        this.names = new Names(parts.store());
    }

    Page<DraftView> list(ListDrafts asked) {
        DraftStatus status = asked.status() == null ? null : Spelling.parse(asked.status());
        List<Timeline.Source<DraftListing>> sources = sources(status, asked.uploader());
        List<DraftListing> found = new ArrayList<>();
        @Nullable String next = asked.cursor();
        do {
            Page<DraftListing> page = NEWEST_FIRST.page(sources, Timeline.NEWEST, asked.limit() - found.size(), next);
            page.items().stream()
                    .filter(draft -> status == null || draft.status() == status)
                    .forEach(found::add);
            next = page.next();
        } while (next != null && found.size() < asked.limit());
        Map<String, String> names =
                this.names.of(found.stream().map(DraftListing::uploaderId).toList());
        return new Page<>(found.stream().map(draft -> row(draft, names)).toList(), next).named("drafts");
    }

    private List<Timeline.Source<DraftListing>> sources(@Nullable DraftStatus status, @Nullable String uploader) {
        if (uploader != null && !uploader.isEmpty()) {
            return List.of((moment, max) -> parts.store().stream(
                    SupportTable.DRAFTS_OF_UPLOADER.of(uploader).to(moment), max));
        }
        List<Timeline.Source<DraftListing>> sources = new ArrayList<>();
        for (DraftStatus each : status == null ? ON_ITS_WAY : List.of(status)) {
            sources.add((moment, max) ->
                    parts.store().stream(SupportTable.DRAFTS_BY_STATUS.of(each).to(moment), max));
        }
        return sources;
    }

    private DraftView row(DraftListing draft, Map<String, String> names) {
        boolean hasData = draft.date() != null || draft.title() != null || draft.author() != null;
        return new DraftView(
                draft.draftId(),
                "DRAFT#" + draft.draftId(),
                spelling.of(draft.status()),
                draft.uploaderId(),
                names.get(draft.uploaderId()),
                null,
                draft.fileCount(),
                null,
                null,
                null,
                hasData ? new DraftView.Data(draft.date(), draft.title(), draft.author(), null, null, null) : null,
                draft.errorMessage(),
                null,
                null,
                null,
                null,
                draft.createdAt(),
                draft.updatedAt());
    }

    DraftView one(Found found) {
        Draft draft = found.draft();
        DraftDetails details = found.known();
        String letter = details.letterDate();
        boolean hasScan = details.pages() != null;
        ScanFolder folder = letter == null || scans.isOnItsWay(draft.draftId(), letter)
                ? ScanFolder.ofDraft(draft.draftId())
                : ScanFolder.ofLetter(letter);
        List<PageView> pages = hasScan ? scans.pages(folder) : List.of();
        return new DraftView(
                draft.draftId(),
                "DRAFT#" + draft.draftId(),
                spelling.of(draft.status()),
                draft.uploaderId(),
                names.of(draft.uploaderId()),
                draft.fileKeys(),
                draft.fileKeys().size(),
                files(found),
                hasScan ? folder.pdf() : null,
                hasScan ? parts.links().read(folder.pdf()) : null,
                data(draft.extractedData(), details),
                draft.errorMessage(),
                pages.isEmpty() ? null : pages,
                details.textSource(),
                details.done() == null || details.total() == null
                        ? null
                        : new DraftView.Progress(details.done(), details.total()),
                letter,
                draft.createdAt(),
                draft.updatedAt());
    }

    private List<DraftView.File> files(Found found) {
        boolean isPending = found.draft().status() == DraftStatus.PENDING;
        List<DraftView.File> files = new ArrayList<>();
        for (DraftFiles.Page page : found.pages()) {
            DraftFile file = page.file();
            boolean isSent = file == null
                    || file.arrived()
                    || isPending && parts.contents().exists(Incoming.STAGING + file.uploadId());
            files.add(new DraftView.File(
                    file == null ? page.number() - 1 : file.index(),
                    page.contentType(),
                    file == null ? null : file.name(),
                    file == null ? null : file.size(),
                    isSent));
        }
        return files;
    }

    private static DraftView.@Nullable Data data(@Nullable ExtractedData data, DraftDetails details) {
        if (data == null && details.summary() == null && details.tags() == null) {
            return null;
        }
        return new DraftView.Data(
                data == null ? null : data.date(),
                data == null ? null : data.title(),
                data == null ? null : data.author(),
                data == null ? null : data.content(),
                details.summary(),
                details.tags());
    }
}
