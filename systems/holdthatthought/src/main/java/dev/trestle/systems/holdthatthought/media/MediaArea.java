package dev.trestle.systems.holdthatthought.media;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.trestle.platform.api.Problem.Kind;
import dev.trestle.platform.api.Reply;
import dev.trestle.platform.events.Events;
import dev.trestle.platform.jobs.JobRunner;
import dev.trestle.platform.jobs.Sweep;
import dev.trestle.platform.operation.Item;
import dev.trestle.platform.operation.Operations;
import dev.trestle.systems.holdthatthought.area.Area;
import dev.trestle.systems.holdthatthought.area.Message;
import dev.trestle.systems.holdthatthought.area.Parts;
import dev.trestle.systems.holdthatthought.area.TimedSweep;
import dev.trestle.systems.holdthatthought.media.MediaRequests.AskMedia;
import dev.trestle.systems.holdthatthought.media.MediaRequests.ById;
import dev.trestle.systems.holdthatthought.media.MediaRequests.ListMedia;
import dev.trestle.systems.holdthatthought.media.MediaRequests.PatchMedia;
import dev.trestle.systems.holdthatthought.model.MediaCategory;
import dev.trestle.systems.holdthatthought.model.MediaItem;
import dev.trestle.systems.holdthatthought.model.SupportTable;
import dev.trestle.systems.holdthatthought.people.Caller;
import dev.trestle.systems.holdthatthought.people.Rights;
import java.time.Duration;
import java.util.List;

/** The gallery: its operations, events, small pictures, and the walk that takes up what other programs store. */
public final class MediaArea implements Area {
    private static final String MISSING = "There is no such thing in the gallery.";

    static final Item<Caller, MediaItem> ANY = Item.of(MISSING);

    private static final Item<Caller, MediaItem> OWN = Item.<Caller, MediaItem>of(MISSING)
            .atLeast(Role.MANAGER, (who, item) -> who.mayManage(item.uploaderId()) ? Role.MANAGER : Role.READER);
    private static final Duration WALKED_EVERY = Duration.ofHours(1);

    private final Gallery gallery;
    private final Thumbnails thumbnails;
    private final TimedSweep walk;

    /** What a member is to a medium. */
    enum Role {
        READER,
        MANAGER
    }

    @JsonInclude(JsonInclude.Include.NON_NULL)
    private record MediaEvent(String mediaId, MediaCategory category, String kind) {}

    public MediaArea(Parts parts) {
        this.thumbnails = new Thumbnails(parts);
        this.gallery = new Gallery(parts, thumbnails);
        MediaWalk work = new MediaWalk(parts);
        this.walk = new TimedSweep("media", WALKED_EVERY, parts.environment().clock(), work::run);
    }

    @Override
    public void declare(Operations<Caller> operations) {
        operations
                .post("announceMedia", "/media/upload-url", AskMedia.class)
                .about("Addresses to which up to 50 files of the gallery can be sent")
                .right(Rights.MEMBER)
                .refuses(Kind.RATE_LIMITED)
                .gives(Gallery.Addresses.class, gallery::announce);
        operations
                .post("confirmMedia", "/media/{id}/confirm", ById.class)
                .about(
                        "Puts a file that was sent into the gallery. If something there has its bytes already, gives that")
                .right(Rights.MEMBER)
                .refuses(Kind.CONFLICT, Kind.UNPROCESSABLE, Kind.GONE, Kind.NOT_FOUND)
                .createdOr200()
                .replies(MediaView.class, gallery::confirm);
        operations
                .get("listMedia", "/media", ListMedia.class)
                .about("The gallery, newest first")
                .right(Rights.MEMBER)
                .givesPage(MediaView.class, given -> gallery.list(given.asked()));
        operations
                .get("getMedium", "/media/{id}", ById.class)
                .about("Something of the gallery")
                .right(Rights.MEMBER)
                .on(ANY, given -> SupportTable.MEDIA_BY_ID.of(given.asked().id()))
                .gives(MediaView.class, (given, read) -> gallery.view(read.record(), false));
        operations
                .patch("captionMedium", "/media/{id}", PatchMedia.class)
                .about("Changes the caption; for its uploader and administrators")
                .right(Rights.MEMBER)
                .on(OWN, given -> SupportTable.MEDIA_BY_ID.of(given.asked().id()))
                .changes(gallery::change)
                .gives(MediaView.class, (given, item) -> Reply.of(gallery.view(item, false)));
        operations
                .delete("deleteMedium", "/media/{id}", ById.class)
                .about("Deletes something of the gallery; for its uploader and administrators")
                .right(Rights.MEMBER)
                .on(OWN, given -> SupportTable.MEDIA_BY_ID.of(given.asked().id()))
                .changes(Message.class, gallery::delete);
    }

    @Override
    public void handleBy(JobRunner runner) {
        gallery.handleBy(runner);
        thumbnails.handleBy(runner);
    }

    @Override
    public void tell(Events<Caller> events) {
        events.event(
                "media",
                SupportTable.MEDIA_ITEM,
                change -> new MediaEvent(
                        change.latest().mediaId(), change.latest().category(), change.kind()),
                (who, item) -> who.isMember());
    }

    @Override
    public List<Sweep> sweeps() {
        return List.of(walk);
    }

    @Override
    public void start() {
        walk.start();
    }

    @Override
    public void close() {
        walk.close();
    }
}
