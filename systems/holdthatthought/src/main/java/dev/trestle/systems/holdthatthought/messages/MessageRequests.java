package dev.trestle.systems.holdthatthought.messages;

import dev.trestle.platform.api.Alias;
import dev.trestle.platform.schema.Count;
import dev.trestle.platform.schema.Default;
import dev.trestle.platform.schema.Length;
import dev.trestle.platform.schema.Range;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The requests about conversations. */
final class MessageRequests {
    private MessageRequests() {}

    record NewConversation(
            @Count(min = 1, max = 100) List<@Length(min = 1, max = 200) String> participantIds,
            @Alias("content") @Nullable String messageText,
            @Alias("title") @Nullable String conversationTitle) {}

    record OpenConversation(NewConversation body) {}

    record ListConversations(
            @Default("50") @Range(min = 1, max = 100) int limit,
            @Alias("lastEvaluatedKey") @Nullable String cursor) {}

    record ById(String id) {}

    record ListMessages(
            String id,
            @Default("50") @Range(min = 1, max = 100) int limit,
            @Alias("lastEvaluatedKey") @Nullable String cursor) {}

    record NewMessage(
            @Alias("content") @Nullable String messageText,
            @Nullable List<NewAttachment> attachments) {}

    record NewAttachment(
            @Alias("key") @Length(min = 1, max = 1024) String s3Key,
            @Alias("filename") @Nullable String fileName,
            @Alias("fileType") @Nullable String contentType) {}

    record SendMessage(String id, NewMessage body) {}

    record UpTo(@Nullable Instant upTo) {}

    record ReadConversation(String id, @Nullable UpTo body) {}

    record ByMessage(String id, String messageId) {}

    record NewFile(
            @Alias("filename") @Length(min = 1, max = 500) String fileName,
            @Alias("fileType") @Length(min = 1, max = 200) String contentType,
            @Alias({"fileSize", "contentLength"}) @Nullable Long size) {}

    /** One file by itself, or several. */
    record NewFiles(
            @Alias("filename") @Nullable String fileName,
            @Alias("fileType") @Nullable String contentType,
            @Alias({"fileSize", "contentLength"}) @Nullable Long size,
            @Nullable List<NewFile> files) {}

    record AskAddress(NewFiles body) {}

    record AskAddressFor(String id, NewFiles body) {}
}
