package dev.trestle.systems.holdthatthought.messages;

import dev.trestle.model.Entity;
import dev.trestle.platform.operation.Decision;
import dev.trestle.systems.holdthatthought.messages.Participants.All;
import dev.trestle.systems.holdthatthought.messages.Participants.Has;
import dev.trestle.systems.holdthatthought.model.ConversationMember;
import dev.trestle.systems.holdthatthought.model.ConversationMeta;
import dev.trestle.systems.holdthatthought.model.HoldThatThoughtTable;
import dev.trestle.systems.holdthatthought.model.Message;
import dev.trestle.systems.holdthatthought.model.SupportTable;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a message means for each participant's item: one action each, so that a message to fifty fits into a transaction. A count of what is
 * unread is the number of others' messages after lastReadAt.
 */
final class Delivery {
    private Delivery() {}

    /** Adds a message to a conversation; the caller of this has checked who sends it. */
    static void deliver(Decision<?> decision, All to, Message message) {
        decision.create(HoldThatThoughtTable.MESSAGE, message)
                .replace(
                        HoldThatThoughtTable.CONVERSATION_META,
                        to.meta(),
                        to.record().withLastMessageAt(message.createdAt()),
                        "lastMessageAt",
                        "participantIds");
        to.members().forEach((userId, has) -> {
            int more = userId.equals(message.senderId()) ? 0 : 1;
            if (has.item() == null) {
                if (!has.isUnreadable()) {
                    decision.create(
                            HoldThatThoughtTable.CONVERSATION_MEMBER,
                            member(userId, to.record(), more, message.createdAt()));
                }
            } else {
                ConversationMember before = has.item().record();
                change(
                        decision,
                        has,
                        before.withLastMessageAt(message.createdAt()).withUnreadCount(before.unreadCount() + more));
            }
        });
        if (to.anyArchived()) {
            decision.job(Archive.LIST, message.conversationId(), new Archive.Listed(message.conversationId()));
        }
    }

    /** Adds to a deletion, or to what takes it back, that those have less or more unread who have not read the message. */
    static void recount(Decision<?> decision, All of, Message message, int change) {
        of.members().forEach((userId, has) -> {
            if (has.item() != null && !userId.equals(message.senderId())) {
                ConversationMember before = has.item().record();
                Instant read = before.lastReadAt();
                boolean isUnread = read == null || read.isBefore(message.createdAt());
                int after = Math.max(0, before.unreadCount() + change);
                if (isUnread && after != before.unreadCount()) {
                    change(decision, has, before.withUnreadCount(after));
                }
            }
        });
    }

    /** Writes a participant's item, wherever it is. */
    static void change(Decision<?> decision, Has has, ConversationMember after) {
        decision.replace(entity(has), Objects.requireNonNull(has.item()), after, "unreadCount", "lastReadAt");
    }

    static void remove(Decision<?> decision, @Nullable Has has) {
        if (has != null && has.item() != null) {
            decision.delete(entity(has), has.item());
        }
    }

    private static Entity<ConversationMember> entity(Has has) {
        return has.isArchived() ? SupportTable.ARCHIVED_CONVERSATION : HoldThatThoughtTable.CONVERSATION_MEMBER;
    }

    static ConversationMember member(String userId, ConversationMeta meta, int unread, Instant lastMessageAt) {
        return new ConversationMember(
                userId,
                meta.conversationId(),
                meta.conversationType(),
                meta.conversationTitle(),
                null,
                unread,
                lastMessageAt);
    }
}
