package dev.trestle.systems.holdthatthought.drafts;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.trestle.media.MediaLimits;
import dev.trestle.media.MediaTools;
import dev.trestle.platform.api.Problem.Kind;
import dev.trestle.platform.api.Reply;
import dev.trestle.platform.events.Events;
import dev.trestle.platform.events.RecordChange;
import dev.trestle.platform.jobs.JobRunner;
import dev.trestle.platform.jobs.Sweep;
import dev.trestle.platform.operation.Operations;
import dev.trestle.platform.settings.SharedSettings;
import dev.trestle.systems.holdthatthought.archive.Scans;
import dev.trestle.systems.holdthatthought.area.Area;
import dev.trestle.systems.holdthatthought.area.Message;
import dev.trestle.systems.holdthatthought.area.Parts;
import dev.trestle.systems.holdthatthought.area.TimedSweep;
import dev.trestle.systems.holdthatthought.drafts.DraftRequests.AskUpload;
import dev.trestle.systems.holdthatthought.drafts.DraftRequests.ById;
import dev.trestle.systems.holdthatthought.drafts.DraftRequests.ListDrafts;
import dev.trestle.systems.holdthatthought.drafts.DraftRequests.PatchDraft;
import dev.trestle.systems.holdthatthought.drafts.DraftRequests.Process;
import dev.trestle.systems.holdthatthought.drafts.DraftRequests.Publish;
import dev.trestle.systems.holdthatthought.drafts.DraftRequests.Reorder;
import dev.trestle.systems.holdthatthought.drafts.DraftUploads.Processed;
import dev.trestle.systems.holdthatthought.drafts.DraftUploads.UploadAddresses;
import dev.trestle.systems.holdthatthought.drafts.Drafts.Found;
import dev.trestle.systems.holdthatthought.letters.LetterWrites;
import dev.trestle.systems.holdthatthought.model.Draft;
import dev.trestle.systems.holdthatthought.model.DraftDetails;
import dev.trestle.systems.holdthatthought.model.HoldThatThoughtTable;
import dev.trestle.systems.holdthatthought.model.SupportTable;
import dev.trestle.systems.holdthatthought.people.Caller;
import dev.trestle.systems.holdthatthought.people.Rights;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Drafts: their operations, the job that reads them, their events and their sweep. */
public final class DraftArea implements Area {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Duration SWEPT_EVERY = Duration.ofHours(1);

    private final Drafts drafts;
    private final DraftUploads uploads;
    private final DraftViews views;
    private final DraftReview review;
    private final DraftProcessing processing;
    private final Spelling spelling;
    private final TimedSweep sweep;

    /** Told to pages. {@code status} is left out when only the progress changed, {@code progress} when only the status did. */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    private record DraftEvent(
            String draftId, String kind, @Nullable String status, DraftView.@Nullable Progress progress) {}

    public DraftArea(Parts parts, Scans scans, LetterWrites letters) {
        SharedSettings.Media media = parts.environment().shared().media();
        MediaLimits limits = MediaLimits.DEFAULT.withTime(media.timeMax()).withMemory(media.memoryMax());
        MediaTools tools = tools(parts, media, limits);
        MediaTools ofPage =
                tools(parts, media, media.timeMax().compareTo(PATIENCE) < 0 ? limits : limits.withTime(PATIENCE));
        Transcriber transcriber = new Transcriber(parts.environment().shared().ai(), PATIENCE);
        this.spelling = new Spelling(parts.settings().draftStatus());
        this.drafts = new Drafts(parts.store());
        this.uploads = new DraftUploads(parts, drafts, spelling);
        this.views = new DraftViews(parts, scans, spelling);
        this.review = new DraftReview(parts, scans, letters, views);
        this.processing = new DraftProcessing(parts, drafts, scans, tools, new TextReading(transcriber, ofPage));
        DraftSweep work = new DraftSweep(parts, drafts, review);
        this.sweep = new TimedSweep("drafts", SWEPT_EVERY, parts.environment().clock(), work::run);
    }

    private static MediaTools tools(Parts parts, SharedSettings.Media media, MediaLimits limits) {
        return new MediaTools(
                parts.environment().directory().resolve("media"), limits, media.tesseract(), media.languages());
    }

    @Override
    public void declare(Operations<Caller> operations) {
        declareUploads(operations);
        operations
                .get("listDrafts", "/admin/drafts", ListDrafts.class)
                .about("Drafts of all members, newest first")
                .right(Rights.MEMBER)
                .givesPage(DraftView.class, given -> views.list(given.asked()));
        operations
                .get("getDraft", "/admin/drafts/{id}", ById.class)
                .about("A draft with its pages")
                .right(Rights.MEMBER)
                .on(Drafts.ANY, given -> drafts.find(given.asked().id()), Found::draft)
                .gives(DraftView.class, (given, found) -> views.one(found));
        operations
                .patch("reviewDraft", "/admin/drafts/{id}", PatchDraft.class)
                .about("Corrects what was read from a draft's files")
                .right(Rights.MEMBER)
                .bodyBytesMax(2 << 20)
                .on(Drafts.ANY, given -> drafts.find(given.asked().id()), Found::draft)
                .changes(review::patch)
                .gives(
                        DraftView.class,
                        (given, before) -> Reply.of(view(given.asked().id())));
        operations
                .delete("deleteDraft", "/admin/drafts/{id}", ById.class)
                .about("Deletes a draft with its files; for its uploader and administrators")
                .right(Rights.MEMBER)
                .on(Drafts.OWN, given -> drafts.find(given.asked().id()), Found::draft)
                .changes(Message.class, review::delete);
        operations
                .post("publishDraft", "/admin/drafts/{id}/publish", Publish.class)
                .about("Makes a letter of a draft, or gives its scan to a letter that has none")
                .right(Rights.MEMBER)
                .bodyBytesMax(2 << 20)
                .on(Drafts.ANY, given -> drafts.find(given.asked().id()), Found::draft)
                .changes(DraftReview.Published.class, review::publish);
    }

    private void declareUploads(Operations<Caller> operations) {
        operations
                .post("requestUpload", "/letters/upload-request", AskUpload.class)
                .about("Announces the files of a draft. Each is sent by a PUT to its address, which holds an hour")
                .right(Rights.MEMBER)
                .refuses(Kind.RATE_LIMITED)
                .gives(UploadAddresses.class, uploads::announce);
        operations
                .put("orderUpload", "/letters/upload/{uploadId}/order", Reorder.class)
                .about("Puts the files of a draft into another order, or leaves some out, before it is processed")
                .right(Rights.MEMBER)
                .on(Drafts.OWN, given -> drafts.find(given.asked().uploadId()), Found::draft)
                .changes(Message.class, uploads::reorder);
        operations
                .post("processUpload", "/letters/process/{id}", Process.class)
                .about("Confirms the files of a draft and has them read; for its uploader and administrators")
                .right(Rights.MEMBER)
                .refuses(Kind.CONFLICT, Kind.UNPROCESSABLE)
                .accepted()
                .on(Drafts.OWN, given -> drafts.find(given.asked().id()), Found::draft)
                .gives(Processed.class, uploads::process);
    }

    private DraftView view(String draftId) {
        return views.one(drafts.find(draftId).orElseThrow(() -> Drafts.ANY.missing("it was deleted meanwhile")));
    }

    @Override
    public void handleBy(JobRunner runner) {
        processing.handleBy(runner);
        review.handleBy(runner);
    }

    @Override
    public void tell(Events<Caller> events) {
        events.event("draft", HoldThatThoughtTable.DRAFT, this::changed, (who, draft) -> who.isMember());
        events.event("draft", SupportTable.DRAFT_DETAILS, DraftArea::progressed, (who, details) -> who.isMember());
    }

    private DraftEvent changed(RecordChange<Draft> change) {
        Draft draft = change.latest();
        return new DraftEvent(draft.draftId(), change.kind(), spelling.of(draft.status()), null);
    }

    private static @Nullable DraftEvent progressed(RecordChange<DraftDetails> change) {
        DraftDetails now = change.after();
        if (now == null || now.done() == null || now.total() == null) {
            return null;
        }
        return new DraftEvent(now.draftId(), "changed", null, new DraftView.Progress(now.done(), now.total()));
    }

    @Override
    public List<Sweep> sweeps() {
        return List.of(sweep);
    }

    @Override
    public void start() {
        sweep.start();
    }

    @Override
    public void close() {
        sweep.close();
    }
}
