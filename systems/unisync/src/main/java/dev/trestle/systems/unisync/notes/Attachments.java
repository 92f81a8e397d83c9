package dev.trestle.systems.unisync.notes;

import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Stored;
import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.jobs.JobContext;
import dev.trestle.platform.jobs.JobRunner;
import dev.trestle.platform.operation.Changes;
import dev.trestle.platform.operation.Decision;
import dev.trestle.platform.operation.Given;
import dev.trestle.platform.schema.About;
import dev.trestle.platform.schema.Length;
import dev.trestle.platform.schema.Matches;
import dev.trestle.platform.schema.OneOf;
import dev.trestle.platform.schema.Range;
import dev.trestle.platform.time.Ids;
import dev.trestle.platform.time.Times;
import dev.trestle.platform.uploads.Confirmation;
import dev.trestle.platform.uploads.Intent;
import dev.trestle.platform.uploads.Ticket;
import dev.trestle.platform.uploads.UploadLimits;
import dev.trestle.platform.uploads.Uploads;
import dev.trestle.systems.unisync.activity.Audit;
import dev.trestle.systems.unisync.model.AuditAction;
import dev.trestle.systems.unisync.model.AuditEntry;
import dev.trestle.systems.unisync.model.Note;
import dev.trestle.systems.unisync.model.NoteAttachment;
import dev.trestle.systems.unisync.model.NotesTable;
import dev.trestle.systems.unisync.model.SupportTable;
import dev.trestle.systems.unisync.model.User;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Files that belong to notes. They are announced, sent straight to the object store, and confirmed; only then does the note have them,
 * as what was really stored.
 */
public final class Attachments {
    public static final long BYTES_MAX = 50L * 1024 * 1024;

    /** Of one note. */
    public static final int COUNT_MAX = 50;

    private static final int NAME_BYTES_MAX = 900;
    private static final Duration UPLOAD_LIFE = Duration.ofMinutes(10);
    private static final Duration URL_LIFE = Duration.ofHours(1);
    private static final UploadLimits LIMITS = UploadLimits.of(
                    BYTES_MAX, "application/pdf", "image/png", "image/jpeg", "image/gif", "image/webp")
            .withLife(UPLOAD_LIFE);

    private final ItemStore store;
    private final NoteFinder finder;
    private final NoteRemoval removal;
    private final AttachmentBucket bucket;
    private final Ids ids;
    private final Times times;
    private final Changes commits;

    public Attachments(
            ItemStore store, NoteRemoval removal, AttachmentBucket bucket, Ids ids, Times times, Changes commits) {
        this.store = store.consistent();
        this.finder = new NoteFinder(store);
        this.removal = removal;
        this.bucket = bucket;
        this.ids = ids;
        this.times = times;
        this.commits = commits;
    }

    /** A file that somebody wants to send. */
    public record NewAttachment(
            @Length(min = 1, max = 255) @Matches("[^/\\\\\\u0000-\\u001f\\u007f]+")
            String fileName,

            @OneOf({"application/pdf", "image/png", "image/jpeg", "image/gif", "image/webp"})
            String mimeType,

            @Range(min = 1, max = BYTES_MAX) long fileSize) {
        public NewAttachment {
            boolean isPath = fileName.equals(".") || fileName.equals("..");
            if (isPath || fileName.getBytes(StandardCharsets.UTF_8).length > NAME_BYTES_MAX) {
                throw new IllegalArgumentException("must be a file's name, of at most " + NAME_BYTES_MAX + " bytes");
            }
        }
    }

    public record Announce(@Length(min = 1, max = 100) String noteId, NewAttachment body) {}

    public record ByAttachment(
            @Length(min = 1, max = 100) String noteId,
            @Length(min = 1, max = 100) String attachmentId) {}

    public record Download(
            @Length(min = 1, max = 100) String noteId,
            @Length(min = 1, max = 100) String attachmentId,
            @About("To be kept, not shown") @Nullable Boolean download) {}

    /** Where to send a file: a PUT of its bytes with these headers. */
    public record Announced(String attachmentId, String uploadUrl, Map<String, String> headers, Instant expiresAt) {}

    /** Where a file can be had. */
    public record Address(NoteAttachment attachment, String url, Instant expiresAt) {}

    /** Has jobs that remove files done by a runner. */
    public void handleBy(JobRunner runner) {
        runner.handle(NoteRemoval.OBJECTS, this::deleteObjects);
        runner.handle(Uploads.SWEEP, job -> bucket.uploads().sweep(job));
    }

    Announced announce(Given<User, Announce> given, Stored<Note> note) {
        checkRoom(note.record());
        NewAttachment asked = given.asked().body();
        String attachmentId = Uploads.newId();
        String key = NoteRemoval.prefix(note.record().noteId()) + attachmentId + "/" + asked.fileName();
        Intent intent = Intent.of(key, asked.mimeType(), asked.fileSize());
        Ticket ticket = bucket.uploads().begin(given.call().principal(), attachmentId, intent, LIMITS);
        Ticket.Put put = ticket.puts().get(0);
        return new Announced(attachmentId, put.url(), put.headers(), ticket.until());
    }

    private Stored<Note> note(String noteId) {
        return finder.find(noteId).orElseThrow(() -> ApiException.notFound("There is no such note."));
    }

    private static void checkRoom(Note note) {
        if (note.attachments().size() >= COUNT_MAX) {
            throw ApiException.conflict("A note has " + COUNT_MAX + " attachments at most.", null)
                    .withCode("attachments-full");
        }
    }

    /** Gives a note what was stored; to confirm again gives the same. */
    NoteAttachment confirm(Given<User, ByAttachment> given) {
        String noteId = given.asked().noteId();
        String attachmentId = given.asked().attachmentId();
        try (Confirmation stored = bucket.uploads().confirm(given.call().principal(), attachmentId)) {
            String prefix = NoteRemoval.prefix(noteId) + attachmentId + "/";
            if (!stored.key().startsWith(prefix)) {
                throw unknown();
            }
            if (stored.isRepeated()) {
                return attachment(note(noteId).record(), attachmentId);
            }
            NoteAttachment made = new NoteAttachment(
                    attachmentId,
                    stored.key().substring(prefix.length()),
                    stored.length(),
                    stored.contentType(),
                    stored.key(),
                    times.now());
            return add(stored, given.by(), noteId, made);
        }
    }

    private NoteAttachment add(Confirmation stored, User by, String noteId, NoteAttachment made) {
        return commits.run(store, () -> {
            Stored<Note> read = note(noteId);
            if (stored.isConfirmedMeanwhile()) {
                return Decision.of(attachment(note(noteId).record(), made.id()));
            }
            checkRoom(read.record());
            List<NoteAttachment> all = new ArrayList<>(read.record().attachments());
            all.add(made);
            Note after = attached(read, all, times.now());
            return stored.closedBy(Decision.of(made)
                    .replace(NotesTable.NOTE, read, after)
                    .create(SupportTable.AUDIT_ENTRY, audit(by, after, AuditAction.ATTACHMENT_ADDED, made)));
        });
    }

    private Note attached(Stored<Note> read, List<NoteAttachment> all, Instant now) {
        Instant at = Times.after(now, read.record().updatedAt());
        return read.record().with(to -> to.attachments(all).updatedAt(at));
    }

    private AuditEntry audit(User by, Note after, AuditAction action, NoteAttachment which) {
        return new Audit(ids, by, after.updatedAt())
                .ofShowSet(after.showSetId(), action, Map.of("noteId", after.noteId(), "fileName", which.fileName()));
    }

    Address address(Note note, Download asked) {
        NoteAttachment attachment = attachment(note, asked.attachmentId());
        boolean saved = Boolean.TRUE.equals(asked.download());
        String name =
                URLEncoder.encode(attachment.fileName(), StandardCharsets.UTF_8).replace("+", "%20");
        var signed = bucket.presigner()
                .presignGetObject(request -> request.signatureDuration(URL_LIFE)
                        .getObjectRequest(get -> get.bucket(bucket.name())
                                .key(attachment.s3Key())
                                .responseContentType(attachment.mimeType())
                                .responseContentDisposition(
                                        (saved ? "attachment" : "inline") + "; filename*=UTF-8''" + name)));
        return new Address(attachment, signed.url().toString(), signed.expiration());
    }

    Decision<@Nullable Void> delete(Given<User, ByAttachment> given, NoteFinder.Found found) {
        Note note = found.stored().record();
        NoteAttachment gone = attachment(note, given.asked().attachmentId());
        List<NoteAttachment> left = note.attachments().stream()
                .filter(each -> !each.id().equals(gone.id()))
                .toList();
        Note after = attached(found.stored(), left, given.at());
        Decision<@Nullable Void> change = Decision.done()
                .replace(NotesTable.NOTE, found.stored(), after)
                .create(SupportTable.AUDIT_ENTRY, audit(given.by(), after, AuditAction.ATTACHMENT_DELETED, gone));
        removal.deleteObjects(change, note, List.of(gone));
        return change;
    }

    private static NoteAttachment attachment(Note note, String attachmentId) {
        return note.attachments().stream()
                .filter(each -> each.id().equals(attachmentId))
                .findFirst()
                .orElseThrow(Attachments::unknown);
    }

    private static ApiException unknown() {
        return ApiException.notFound("There is no such attachment.");
    }

    private void deleteObjects(JobContext job) {
        for (String key : job.payload(NoteRemoval.Objects.class).keys()) {
            bucket.client()
                    .deleteObject(request -> request.bucket(bucket.name()).key(key));
        }
    }
}
