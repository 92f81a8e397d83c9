package dev.trestle.systems.holdthatthought.messages;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.trestle.platform.api.Alias;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A conversation as one of its participants sees it.
 *
 * @param lastMessageText the beginning of the newest message
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ConversationView(
        String conversationId,
        String conversationType,
        @Nullable String conversationTitle,
        List<Participant> participants,
        List<String> participantIds,
        @Nullable String creatorId,
        @Nullable Instant createdAt,
        Instant lastMessageAt,
        @Nullable String lastMessageText,
        @Nullable String lastSenderId,
        int unreadCount,
        @Nullable Instant lastReadAt,
        @Nullable MessageView message) {
    /** One who takes part. A private person's photo is not shown. */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Participant(
            String userId,
            String displayName,
            @Alias("profilePhotoUrl") @Nullable String photoUrl) {}
}
