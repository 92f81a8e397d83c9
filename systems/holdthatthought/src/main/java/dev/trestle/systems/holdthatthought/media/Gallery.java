package dev.trestle.systems.holdthatthought.media;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Stored;
import dev.trestle.platform.api.Alias;
import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.Page;
import dev.trestle.platform.api.Principal;
import dev.trestle.platform.api.Reply;
import dev.trestle.platform.jobs.JobRunner;
import dev.trestle.platform.operation.Decision;
import dev.trestle.platform.operation.Given;
import dev.trestle.platform.operation.Timeline;
import dev.trestle.platform.uploads.Confirmation;
import dev.trestle.platform.uploads.Intent;
import dev.trestle.platform.uploads.Ticket;
import dev.trestle.platform.uploads.Uploads;
import dev.trestle.systems.holdthatthought.area.Incoming;
import dev.trestle.systems.holdthatthought.area.Links;
import dev.trestle.systems.holdthatthought.area.Message;
import dev.trestle.systems.holdthatthought.area.Parts;
import dev.trestle.systems.holdthatthought.area.PlainText;
import dev.trestle.systems.holdthatthought.media.MediaRequests.AskMedia;
import dev.trestle.systems.holdthatthought.media.MediaRequests.ById;
import dev.trestle.systems.holdthatthought.media.MediaRequests.ListMedia;
import dev.trestle.systems.holdthatthought.media.MediaRequests.NewFile;
import dev.trestle.systems.holdthatthought.media.MediaRequests.NewMedia;
import dev.trestle.systems.holdthatthought.media.MediaRequests.PatchMedia;
import dev.trestle.systems.holdthatthought.model.HoldThatThoughtTable;
import dev.trestle.systems.holdthatthought.model.MediaCategory;
import dev.trestle.systems.holdthatthought.model.MediaChecksum;
import dev.trestle.systems.holdthatthought.model.MediaGone;
import dev.trestle.systems.holdthatthought.model.MediaItem;
import dev.trestle.systems.holdthatthought.model.RateAction;
import dev.trestle.systems.holdthatthought.model.SupportTable;
import dev.trestle.systems.holdthatthought.model.UserProfile;
import dev.trestle.systems.holdthatthought.people.Caller;
import dev.trestle.systems.holdthatthought.people.Names;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Media: announced, sent, confirmed, listed, captioned, deleted. No two have the same bytes. */
final class Gallery {
    private static final String DROP = "drop-media";
    private static final int CAPTION_MAX = 500;
    private static final Timeline<MediaItem> NEWEST_FIRST = new Timeline<>(MediaItem::createdAt, MediaItem::mediaId);

    private final Parts parts;
    private final ItemStore store;
    private final Thumbnails thumbnails;
    private final Names names;

    private record Dropped(String mediaId, String s3Key) {}

    /** Where to send files. Of a single one, its members stand here, too. */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record Addresses(
            List<Address> uploads,
            @Nullable String mediaId,
            @Alias("url") @Nullable String uploadUrl,
            @Nullable String s3Key,
            long expiresIn) {}

    /** Where to send one: whole, or each of its parts. */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record Address(
            String mediaId,
            String s3Key,
            @Alias("url") @Nullable String uploadUrl,
            @Nullable Map<String, String> headers,
            @Nullable List<Ticket.Put> parts) {}

    Gallery(Parts parts, Thumbnails thumbnails) {
        this.parts = parts;
        this.store = parts.consistent();
        this.thumbnails = thumbnails;
        this.names = new Names(parts.store());
    }

    void handleBy(JobRunner runner) {
        runner.handle(DROP, job -> {
            Dropped dropped = job.payload(Dropped.class);
            parts.contents().delete(dropped.s3Key());
            thumbnails.drop(dropped.mediaId());
        });
    }

    Addresses announce(Given<Caller, AskMedia> given) {
        List<NewFile> files = files(given.asked().body());
        files.forEach(file -> categoryOf(file.contentType()));
        Object unused = parts.changes()
                .run(
                        store,
                        () -> parts.limits()
                                .counting(Decision.done(), given.by().userId(), RateAction.UPLOAD, given.at()));
        List<Address> uploads = new ArrayList<>();
        for (NewFile file : files) {
            String mediaId = Uploads.newId();
            String key = categoryOf(file.contentType()).prefix() + mediaId + "/" + MediaTypes.inKey(file.fileName());
            Ticket ticket = parts.incoming()
                    .uploads()
                    .begin(
                            holder(given.by()),
                            mediaId,
                            new Intent(key, file.contentType(), file.size(), null),
                            MediaTypes.LIMITS);
            Ticket.Put first = ticket.puts().get(0);
            uploads.add(
                    ticket.parts() == 1
                            ? new Address(mediaId, key, first.url(), first.headers(), null)
                            : new Address(mediaId, key, null, null, ticket.puts()));
        }
        Address only = given.asked().body().files() == null ? uploads.get(0) : null;
        return new Addresses(
                uploads,
                only == null ? null : only.mediaId(),
                only == null ? null : only.uploadUrl(),
                only == null ? null : only.s3Key(),
                Links.LIFE.toSeconds());
    }

    private static List<NewFile> files(NewMedia asked) {
        if (asked.files() != null) {
            return asked.files();
        }
        if (asked.fileName() == null || asked.contentType() == null) {
            throw ApiException.invalid("files", "must be there, or fileName and contentType of one file")
                    .withCode("media-files");
        }
        return List.of(new NewFile(asked.fileName(), asked.contentType(), asked.size()));
    }

    private static MediaCategory categoryOf(String contentType) {
        return MediaTypes.category(contentType)
                .orElseThrow(() -> ApiException.invalid(
                                "contentType",
                                "must be a picture, film, voice or document" + " of a type that is kept here")
                        .withCode("file-type"));
    }

    private static Principal holder(Caller caller) {
        return Incoming.holder("media", caller.userId());
    }

    /** Makes a medium of what was sent: 201. If another one has these bytes already, that one: 200. */
    Reply confirm(Given<Caller, ById> given) {
        String mediaId = given.asked().id();
        try (Confirmation stored = parts.incoming().uploads().confirm(holder(given.by()), mediaId)) {
            if (stored.isRepeated()) {
                return Reply.of(known(mediaId)).status(200);
            }
            String checksum = Checksums.of(parts.bucket(), stored.key());
            MediaItem item = item(given, stored, checksum);
            Confirmed made = parts.changes().run(store, () -> confirmed(given, stored, item));
            return Reply.of(view(made.item(), made.isDuplicate())).status(made.isDuplicate() ? 200 : 201);
        }
    }

    private record Confirmed(MediaItem item, boolean isDuplicate) {}

    private static MediaItem item(Given<Caller, ById> given, Confirmation stored, String checksum) {
        String name = stored.key().substring(stored.key().lastIndexOf('/') + 1);
        return new MediaItem(
                stored.uploadId(),
                categoryOf(stored.contentType()),
                stored.key(),
                name,
                stored.contentType(),
                stored.length(),
                checksum,
                given.by().userId(),
                null,
                null,
                given.at(),
                given.at());
    }

    private Decision<Confirmed> confirmed(Given<Caller, ById> given, Confirmation stored, MediaItem item) {
        if (stored.isConfirmedMeanwhile()) {
            MediaItem other = same(item.checksum()).orElse(item);
            return Decision.of(new Confirmed(other, !other.mediaId().equals(item.mediaId())));
        }
        Optional<MediaItem> same = same(item.checksum());
        if (same.isPresent()) {
            MediaGone gone =
                    new MediaGone(item.mediaId(), item.s3Key(), same.get().mediaId(), given.at());
            return stored.closedBy(Decision.of(new Confirmed(same.get(), true))
                    .put(SupportTable.MEDIA_GONE, gone)
                    .job(DROP, item.mediaId(), new Dropped(item.mediaId(), item.s3Key())));
        }
        Decision<Confirmed> decision = Decision.of(new Confirmed(item, false)).create(SupportTable.MEDIA_ITEM, item);
        claim(decision, item);
        count(decision, given.by().userId());
        return stored.closedBy(Thumbnails.enqueue(decision, item));
    }

    private Optional<MediaItem> same(String checksum) {
        return store.get(SupportTable.MEDIA_BY_CHECKSUM.of(checksum))
                .flatMap(sum -> store.get(SupportTable.MEDIA_BY_ID.of(sum.mediaId())));
    }

    /** Of two who bring the same bytes at once, one is first; the other decides anew. */
    private void claim(Decision<?> decision, MediaItem item) {
        MediaChecksum sum = new MediaChecksum(item.checksum(), item.mediaId());
        Stored<MediaChecksum> stale =
                store.stored(SupportTable.MEDIA_BY_CHECKSUM.of(item.checksum())).orElse(null);
        if (stale == null) {
            decision.create(SupportTable.MEDIA_CHECKSUM, sum);
        } else {
            decision.replace(SupportTable.MEDIA_CHECKSUM, stale, sum);
        }
    }

    private void count(Decision<?> decision, String userId) {
        Stored<UserProfile> profile =
                store.stored(HoldThatThoughtTable.PROFILE_OF_USER.of(userId)).orElseThrow();
        UserProfile after = profile.record()
                .with(next -> next.mediaUploadCount(profile.record().mediaUploadCount() + 1));
        decision.replace(HoldThatThoughtTable.USER_PROFILE, profile, after, "mediaUploadCount");
    }

    private MediaView known(String mediaId) {
        Optional<MediaItem> item = store.get(SupportTable.MEDIA_BY_ID.of(mediaId));
        if (item.isPresent()) {
            return view(item.get(), false);
        }
        return store.get(SupportTable.GONE_MEDIA.of(mediaId))
                .map(MediaGone::duplicateOf)
                .flatMap(other -> store.get(SupportTable.MEDIA_BY_ID.of(other)))
                .map(other -> view(other, true))
                .orElseThrow(() -> MediaArea.ANY.missing("it was deleted"));
    }

    MediaView view(MediaItem item, boolean isDuplicate) {
        return MediaView.of(item, names.of(item.uploaderId()), parts.links(), isDuplicate);
    }

    Page<MediaView> list(ListMedia asked) {
        List<Timeline.Source<MediaItem>> sources = new ArrayList<>();
        for (MediaCategory category :
                asked.category() == null ? List.of(MediaCategory.values()) : List.of(asked.category())) {
            sources.add((moment, max) -> parts.store().stream(
                    SupportTable.MEDIA_OF_CATEGORY.of(category).to(moment), max));
        }
        Page<MediaItem> page = NEWEST_FIRST.page(sources, Timeline.NEWEST, asked.limit(), asked.cursor());
        Map<String, String> uploaders =
                names.of(page.items().stream().map(MediaItem::uploaderId).toList());
        return page.map(item -> MediaView.of(item, uploaders.get(item.uploaderId()), parts.links(), false))
                .named("media");
    }

    Decision<MediaItem> change(Given<Caller, PatchMedia> given, Stored<MediaItem> read) {
        MediaItem before = read.record();
        String caption =
                PlainText.optional("caption", given.asked().body().caption().applyTo(before.caption()), CAPTION_MAX);
        MediaItem after = before.withCaption(caption).withUpdatedAt(given.after(before.updatedAt()));
        return Decision.of(after).replace(SupportTable.MEDIA_ITEM, read, after);
    }

    Decision<Message> delete(Given<Caller, ById> given, Stored<MediaItem> read) {
        MediaItem item = read.record();
        Decision<Message> decision = Decision.of(new Message("It is deleted."))
                .delete(SupportTable.MEDIA_ITEM, read)
                .put(SupportTable.MEDIA_GONE, new MediaGone(item.mediaId(), item.s3Key(), null, given.at()))
                .job(DROP, item.mediaId(), new Dropped(item.mediaId(), item.s3Key()));
        store.stored(SupportTable.MEDIA_BY_CHECKSUM.of(item.checksum()))
                .filter(sum -> sum.record().mediaId().equals(item.mediaId()))
                .ifPresent(sum -> decision.delete(SupportTable.MEDIA_CHECKSUM, sum));
        return decision;
    }
}
