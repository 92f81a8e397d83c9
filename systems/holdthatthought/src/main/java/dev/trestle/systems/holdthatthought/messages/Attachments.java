package dev.trestle.systems.holdthatthought.messages;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.trestle.model.Bound;
import dev.trestle.model.operation.Expect;
import dev.trestle.platform.api.Alias;
import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.operation.Decision;
import dev.trestle.platform.operation.Given;
import dev.trestle.platform.uploads.Confirmation;
import dev.trestle.platform.uploads.Intent;
import dev.trestle.platform.uploads.Ticket;
import dev.trestle.platform.uploads.UploadLimits;
import dev.trestle.platform.uploads.Uploads;
import dev.trestle.systems.holdthatthought.area.Incoming;
import dev.trestle.systems.holdthatthought.area.Links;
import dev.trestle.systems.holdthatthought.area.Parts;
import dev.trestle.systems.holdthatthought.area.PlainText;
import dev.trestle.systems.holdthatthought.messages.MessageRequests.NewAttachment;
import dev.trestle.systems.holdthatthought.messages.MessageRequests.NewFile;
import dev.trestle.systems.holdthatthought.messages.MessageRequests.NewFiles;
import dev.trestle.systems.holdthatthought.model.AttachmentPlace;
import dev.trestle.systems.holdthatthought.model.HoldThatThoughtTable;
import dev.trestle.systems.holdthatthought.model.Message;
import dev.trestle.systems.holdthatthought.model.MessageAttachment;
import dev.trestle.systems.holdthatthought.model.RateAction;
import dev.trestle.systems.holdthatthought.model.SupportTable;
import dev.trestle.systems.holdthatthought.people.Caller;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Files that go with messages: sent to signed addresses first, and confirmed by the message that names them. */
final class Attachments {
    static final int FILES_MAX = 10;

    private static final long BYTES_MAX = 25L << 20;
    private static final int NAME_MAX = 200;
    private static final int KEY_NAME_MAX = 100;
    private static final int ID_LENGTH = 36;
    private static final UploadLimits LIMITS = UploadLimits.of(BYTES_MAX, UploadLimits.ANY_TYPE);

    private final Parts parts;

    Attachments(Parts parts) {
        this.parts = parts;
    }

    /** Where to send a file; {@code s3Key} is what the message names. */
    record Address(
            @Alias("url") String uploadUrl,
            @Alias("key") String s3Key,
            @Alias("filename") String fileName,
            Map<String, String> headers) {}

    /** The addresses of one request; the first stands by itself, too. */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record Addresses(
            @Alias("url") String uploadUrl,
            @Alias("key") String s3Key,
            long expiresIn,
            Map<String, String> headers,
            List<Address> uploads) {}

    Addresses announce(Given<Caller, ?> given, NewFiles asked) {
        List<NewFile> files = files(asked);
        Caller by = given.by();
        Object unused = parts.changes()
                .run(
                        parts.consistent(),
                        () -> parts.limits().counting(Decision.done(), by.userId(), RateAction.UPLOAD, given.at()));
        List<Address> addresses = new ArrayList<>();
        for (NewFile file : files) {
            String uploadId = Uploads.newId();
            String key = prefix(by.userId()) + uploadId + "_" + keyName(file.fileName());
            Ticket.Put put = parts.incoming()
                    .uploads()
                    .begin(
                            Incoming.holder("attachments", by.userId()),
                            uploadId,
                            new Intent(key, file.contentType(), file.size(), null),
                            LIMITS)
                    .puts()
                    .get(0);
            addresses.add(new Address(put.url(), key, file.fileName(), put.headers()));
        }
        Address first = addresses.get(0);
        return new Addresses(first.uploadUrl(), first.s3Key(), Links.LIFE.toSeconds(), first.headers(), addresses);
    }

    private static List<NewFile> files(NewFiles asked) {
        List<NewFile> files = asked.files() != null ? asked.files() : single(asked);
        if (files.isEmpty() || files.size() > FILES_MAX) {
            throw ApiException.invalid("files", "must be 1 to " + FILES_MAX)
                    .withCode("attachment-count", Map.of("n", FILES_MAX));
        }
        for (NewFile file : files) {
            if (file.size() != null && (file.size() < 0 || file.size() > BYTES_MAX)) {
                throw ApiException.invalid("size", "must be at most " + BYTES_MAX + " bytes")
                        .withCode("file-length", Map.of("n", BYTES_MAX));
            }
        }
        return files;
    }

    private static List<NewFile> single(NewFiles asked) {
        String name = asked.fileName();
        String type = asked.contentType();
        if (name == null || name.isBlank()) {
            throw ApiException.invalid("fileName", "is missing").withCode("blank");
        }
        if (type == null) {
            throw ApiException.invalid("contentType", "is missing").withCode("file-type");
        }
        return List.of(new NewFile(name, type, asked.size()));
    }

    private static String prefix(String userId) {
        return "messages/attachments/" + userId + "/";
    }

    /** What of a name may stand in a key. */
    private static String keyName(String fileName) {
        String safe = fileName.replaceAll("[^A-Za-z0-9._-]", "_").replaceAll("\\.{2,}", "_");
        return safe.length() > KEY_NAME_MAX ? safe.substring(safe.length() - KEY_NAME_MAX) : safe;
    }

    /** Files that were checked and copied, to be named by one message. Closed, it lets go of what no message names. */
    static final class Confirmed implements AutoCloseable {
        private final List<Confirmation> stored = new ArrayList<>();
        private final List<MessageAttachment> files = new ArrayList<>();

        List<MessageAttachment> files() {
            return files;
        }

        /** Adds to the decision that sends a message that the files are its own. */
        void closeIn(Decision<?> decision, Message message) {
            for (Confirmation each : stored) {
                if (each.isConfirmedMeanwhile()) {
                    throw used();
                }
                each.closedBy(decision)
                        .create(
                                SupportTable.ATTACHMENT_PLACE,
                                new AttachmentPlace(each.key(), message.conversationId(), message.messageId()));
            }
        }

        @Override
        public void close() {
            stored.forEach(Confirmation::close);
        }
    }

    /** Checks that attachments are the caller's own uploads, that no message has them, and that they are as stored: 400 otherwise. */
    Confirmed confirm(Caller by, @Nullable List<NewAttachment> asked) {
        Confirmed confirmed = new Confirmed();
        if (asked == null || asked.isEmpty()) {
            return confirmed;
        }
        if (asked.size() > FILES_MAX
                || asked.stream().map(NewAttachment::s3Key).distinct().count() < asked.size()) {
            throw ApiException.invalid("attachments", "must be at most " + FILES_MAX + ", each once")
                    .withCode("attachment-count", Map.of("n", FILES_MAX));
        }
        try {
            for (NewAttachment each : asked) {
                confirm(by, each, confirmed);
            }
            return confirmed;
        } catch (RuntimeException e) {
            confirmed.close();
            throw e;
        }
    }

    private void confirm(Caller by, NewAttachment asked, Confirmed confirmed) {
        String key = asked.s3Key();
        String prefix = prefix(by.userId());
        if (!key.startsWith(prefix) || key.length() < prefix.length() + ID_LENGTH + 1) {
            throw foreign();
        }
        Confirmation stored = confirmation(by, key.substring(prefix.length(), prefix.length() + ID_LENGTH));
        confirmed.stored.add(stored);
        if (!stored.key().equals(key)) {
            throw foreign();
        }
        if (stored.isRepeated()) {
            throw used();
        }
        String type = asked.contentType();
        if (type != null && !type.equals(stored.contentType())) {
            throw ApiException.invalid("attachments", "a file was stored as " + stored.contentType())
                    .withCode("attachment-unknown");
        }
        String name = asked.fileName();
        String shown = name == null
                ? null
                : PlainText.optional("fileName", name.replaceAll("[\\p{Cntrl}/\\\\]", "_"), NAME_MAX);
        confirmed.files.add(new MessageAttachment(
                key, shown == null ? key.substring(prefix.length() + ID_LENGTH + 1) : shown, stored.contentType()));
    }

    /** Notes where the files are that another program has sent: those of its sender, and none that another message has. */
    void place(Message message) {
        List<String> own = Purges.keys(message).stream()
                .filter(key -> key.startsWith(prefix(message.senderId())))
                .toList();
        for (String key : own) {
            Object unused = parts.changes().run(parts.consistent(), () -> {
                Bound<Message> at = HoldThatThoughtTable.MESSAGE_BY_KEY.of(
                        message.conversationId(), message.createdAt(), message.messageId());
                boolean isKnown = parts.consistent()
                        .get(SupportTable.PLACE_OF_ATTACHMENT.of(key))
                        .isPresent();
                return isKnown || parts.consistent().get(at).isEmpty()
                        ? Decision.done()
                        : Decision.done()
                                .check(at, Expect.PRESENT)
                                .create(
                                        SupportTable.ATTACHMENT_PLACE,
                                        new AttachmentPlace(key, message.conversationId(), message.messageId()));
            });
        }
    }

    /** Whatever is wrong with an upload is wrong with the message that names it. */
    private Confirmation confirmation(Caller by, String uploadId) {
        try {
            return parts.incoming().uploads().confirm(Incoming.holder("attachments", by.userId()), uploadId);
        } catch (ApiException e) {
            switch (e.problem().kind()) {
                case NOT_FOUND -> throw foreign();
                case CONFLICT, GONE, UNPROCESSABLE ->
                    throw ApiException.invalid("attachments", e.problem().message())
                            .withCode("attachment-not-sent");
                default -> throw e;
            }
        }
    }

    private static ApiException foreign() {
        return ApiException.invalid("attachments", "must be files that you have uploaded for a message")
                .withCode("attachment-unknown");
    }

    private static ApiException used() {
        return ApiException.invalid("attachments", "a file belongs to a message already")
                .withCode("attachment-used");
    }
}
