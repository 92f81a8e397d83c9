package dev.trestle.systems.formkiq.documents;

import dev.trestle.media.MediaTools;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.platform.jobs.JobRunner;
import dev.trestle.platform.jobs.Jobs;
import dev.trestle.platform.operation.Changes;
import dev.trestle.platform.operation.Operations;
import dev.trestle.platform.system.Bucket;
import dev.trestle.systems.formkiq.actions.ActionContent;
import dev.trestle.systems.formkiq.actions.Actions;
import dev.trestle.systems.formkiq.api.Caller;
import dev.trestle.systems.formkiq.api.Outside;
import dev.trestle.systems.formkiq.api.Pages;
import dev.trestle.systems.formkiq.api.PublicRates;
import dev.trestle.systems.formkiq.folders.FolderOperations;
import java.time.Clock;
import java.util.List;

/** Documents and their contents, wired: their operations and their jobs. */
public final class DocumentService {
    private final Library library;
    private final Contents contents;
    private final Incoming incoming;
    private final Deletions deletions;
    private final DocumentLimits limits;
    private final Compressing compressing;
    private final Creation creation;
    private final Updating updating;
    private final Changes changes;
    private final Watermarked watermarked;
    private final Actions actions;
    private final Filing filing;
    private final Examining examining;

    /** What it runs on. */
    public record Parts(
            ItemStore items,
            Bucket bucket,
            List<String> linkedBuckets,
            Jobs jobs,
            Changes changes,
            MediaTools media,
            Clock clock,
            Library.Views views,
            Actions actions) {}

    public DocumentService(Parts parts) {
        this.changes = parts.changes();
        this.actions = parts.actions();
        this.contents = new Contents(parts.bucket(), parts.linkedBuckets());
        this.incoming = new Incoming(
                parts.items(),
                parts.jobs(),
                changes,
                contents,
                new Incoming.Presigning(parts.bucket()::presigner),
                parts.clock(),
                parts.actions());
        this.library = new Library(parts.items(), incoming::settle, parts.views());
        this.limits = new DocumentLimits(parts.items());
        this.deletions = new Deletions(library, contents, changes, limits, parts.actions());
        this.watermarked = new Watermarks(library, contents, changes, parts.media(), parts.clock());
        this.compressing = new Compressing(library, contents, watermarked);
        this.creation = new Creation(library, contents, incoming, changes, limits, parts.actions());
        this.updating = new Updating(library, contents, creation, changes, parts.actions());
        this.examining = new Examining(contents, parts.media());
        this.filing = new Filing(library, creation, disposing(), changes, parts.clock());
    }

    public Library library() {
        return library;
    }

    /** What makes documents of what was left outside of the operations on documents. */
    public Filing filing() {
        return filing;
    }

    /** What those may do who are not signed in, where {@code isOpen}. */
    public PublicDocuments forPublic(Outside outside, PublicRates rates, boolean isOpen, Clock clock) {
        return new PublicDocuments(creation, outside, rates, isOpen, clock);
    }

    /** What gives contents to those who have been let in otherwise than by rights. */
    public Handing handing() {
        return new Handing(library, contents, watermarked);
    }

    /** What keeps the texts of documents. */
    public TextObjects texts() {
        return new TextObjects(contents);
    }

    /** What makes documents of files that are on this machine. */
    public MachineFiles machineFiles() {
        return new MachineFiles(creation, contents);
    }

    /** What deletes documents whose time has come. */
    public Disposing disposing() {
        return new Disposing(library, limits);
    }

    /** Takes what has come for a document. */
    public void settle(ItemStore store, String documentId) {
        Object unused = library.find(store, documentId);
    }

    /** What gives contents to actions. */
    public ActionContent forActions() {
        return new HandedToActions(contents, handing());
    }

    public DocumentLimits limits() {
        return limits;
    }

    public void declare(Operations<Caller> api, Pages pages, FolderOperations folders) {
        new ContentOperations(library, contents, creation, incoming, changes, watermarked).declare(api);
        new VersionOperations(library, contents, pages, actions).declare(api);
        compressing.declare(api);
        examining.declare(api);
        new DocumentOperations(library, creation, updating, deletions, new DayLists(library, pages), folders::make)
                .declare(api);
    }

    /** Has its jobs done. */
    public void runBy(JobRunner runner) {
        runner.handle(Deletions.MOVE, deletions::move)
                .handle(Deletions.CLEAR, deletions::clear)
                .handle(Creation.SWEEP, deletions::sweep)
                .handle(Compressing.MAKE, compressing::make)
                .handle(Compressing.DROP, compressing::drop)
                .handle(Filing.EXPIRE, filing::expire)
                .handle(Examining.DROP, examining::drop);
        incoming.takenBy(runner);
    }

    public void close() {
        incoming.close();
    }
}
