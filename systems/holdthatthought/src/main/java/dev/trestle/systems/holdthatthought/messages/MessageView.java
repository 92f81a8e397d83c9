package dev.trestle.systems.holdthatthought.messages;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.trestle.platform.api.Alias;
import dev.trestle.systems.holdthatthought.area.Links;
import dev.trestle.systems.holdthatthought.model.Message;
import dev.trestle.systems.holdthatthought.model.MessageAttachment;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A message as those of its conversation see it. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record MessageView(
        String messageId,
        String conversationId,
        String senderId,
        String senderName,
        @Alias("content") String messageText,
        @Nullable List<File> attachments,
        Instant createdAt) {
    /**
     * A file.
     *
     * @param url signed, for an hour
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record File(
            String s3Key,
            @Alias("filename") String fileName,
            String contentType,
            @Nullable String url) {}

    static MessageView of(Message message, String senderName, Links links) {
        List<MessageAttachment> files = message.attachments();
        return new MessageView(
                message.messageId(),
                message.conversationId(),
                message.senderId(),
                senderName,
                message.messageText(),
                files == null
                        ? null
                        : files.stream().map(file -> file(file, links)).toList(),
                message.createdAt());
    }

    /** What another program names may be no attachment at all, and is not signed then. */
    private static File file(MessageAttachment file, Links links) {
        boolean isOurs = file.s3Key().startsWith("messages/") && !file.s3Key().contains("..");
        return new File(
                file.s3Key(),
                file.fileName(),
                file.contentType(),
                isOurs ? links.download(file.s3Key(), file.fileName()) : null);
    }
}
