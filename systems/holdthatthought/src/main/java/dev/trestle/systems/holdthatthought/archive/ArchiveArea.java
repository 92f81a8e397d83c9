package dev.trestle.systems.holdthatthought.archive;

import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.Problem.Kind;
import dev.trestle.platform.jobs.JobRunner;
import dev.trestle.platform.operation.Given;
import dev.trestle.platform.operation.Operations;
import dev.trestle.platform.schema.Length;
import dev.trestle.systems.holdthatthought.area.Area;
import dev.trestle.systems.holdthatthought.area.Incoming;
import dev.trestle.systems.holdthatthought.area.Parts;
import dev.trestle.systems.holdthatthought.model.ArchivePrefix;
import dev.trestle.systems.holdthatthought.model.HoldThatThoughtTable;
import dev.trestle.systems.holdthatthought.model.SupportTable;
import dev.trestle.systems.holdthatthought.people.Caller;
import dev.trestle.systems.holdthatthought.people.Rights;

/** Reading the archive's objects by their keys, and photos of people. */
public final class ArchiveArea implements Area {
    /** Small pictures of media, which no documented prefix is for. */
    public static final String THUMBNAILS = "media/thumbnails/";

    private final Parts parts;
    private final Scans scans;
    private final ProfilePhotos photos;
    private final AttachmentReaders attachments;

    record ByKey(@Length(min = 1, max = 1024) String key) {}

    /** Where an object can be had, for an hour. */
    record DownloadAddress(String downloadUrl, String filename) {}

    public ArchiveArea(Parts parts, Scans scans, ProfilePhotos photos, AttachmentReaders attachments) {
        this.parts = parts;
        this.scans = scans;
        this.photos = photos;
        this.attachments = attachments;
    }

    @Override
    public void declare(Operations<Caller> operations) {
        operations
                .get("getDownloadUrl", "/download/presigned-url", ByKey.class)
                .about("A signed address of an object that the caller may read")
                .right(Rights.MEMBER)
                .refuses(Kind.NOT_FOUND)
                .gives(DownloadAddress.class, this::address);
        photos.declare(operations);
    }

    @Override
    public void handleBy(JobRunner runner) {
        scans.handleBy(runner);
    }

    private DownloadAddress address(Given<Caller, ByKey> given) {
        String key = given.asked().key();
        String problem = ArchiveKeys.problem(key);
        if (problem != null) {
            throw ApiException.invalid("key", problem).withCode("key-form");
        }
        if (!mayRead(given.by(), key)) {
            throw ApiException.forbidden("the caller may not read " + key);
        }
        if (!parts.contents().exists(key)) {
            throw ApiException.notFound("There is no such object.");
        }
        String name = key.substring(key.lastIndexOf('/') + 1);
        return new DownloadAddress(parts.links().download(key, name), name);
    }

    private boolean mayRead(Caller caller, String key) {
        ArchivePrefix prefix = ArchivePrefix.of(key).orElse(null);
        if (prefix == null) {
            return key.startsWith(THUMBNAILS);
        }
        return switch (prefix) {
            case LETTERS -> caller.isAdmin() || !isOfDeletedLetter(key);
            case PICTURES, VIDEOS, DOCUMENTS -> true;
            case PROFILE_PHOTOS -> mayReadPhoto(caller, key);
            case TEMP -> isOfDraft(key);
            case MESSAGES -> attachments.mayRead(caller, key);
        };
    }

    /** Its scan is kept for the time in which it can be restored. */
    private boolean isOfDeletedLetter(String key) {
        return parts.consistent()
                .get(SupportTable.DELETED_LETTER_BY_DATE.of(part(key, 1)))
                .isPresent();
    }

    private boolean mayReadPhoto(Caller caller, String key) {
        String owner = part(key, 1);
        return caller.mayManage(owner)
                || parts.consistent()
                        .get(HoldThatThoughtTable.PROFILE_OF_USER.of(owner))
                        .filter(profile -> !profile.isProfilePrivate())
                        .isPresent();
    }

    /** Bytes that nobody has confirmed, exports and imports lie below {@code temp/}, too: they are nobody's to read by key. */
    private boolean isOfDraft(String key) {
        return !key.startsWith(Incoming.STAGING)
                && key.split("/").length == 3
                && parts.consistent()
                        .get(HoldThatThoughtTable.DRAFT_BY_ID.of(part(key, 1)))
                        .filter(draft -> draft.fileKeys().contains(key))
                        .isPresent();
    }

    private static String part(String key, int number) {
        String[] parts = key.split("/");
        return number < parts.length ? parts[number] : "";
    }
}
