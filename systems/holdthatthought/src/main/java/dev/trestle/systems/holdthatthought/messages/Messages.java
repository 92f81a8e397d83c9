package dev.trestle.systems.holdthatthought.messages;

import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Stored;
import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.Problem.Kind;
import dev.trestle.platform.operation.Decision;
import dev.trestle.platform.operation.Given;
import dev.trestle.systems.holdthatthought.area.Parts;
import dev.trestle.systems.holdthatthought.messages.MessageRequests.ByMessage;
import dev.trestle.systems.holdthatthought.messages.MessageRequests.NewMessage;
import dev.trestle.systems.holdthatthought.messages.MessageRequests.ReadConversation;
import dev.trestle.systems.holdthatthought.messages.MessageRequests.SendMessage;
import dev.trestle.systems.holdthatthought.messages.Participants.All;
import dev.trestle.systems.holdthatthought.messages.Participants.Has;
import dev.trestle.systems.holdthatthought.model.ConversationMember;
import dev.trestle.systems.holdthatthought.model.DeletedMessage;
import dev.trestle.systems.holdthatthought.model.HoldThatThoughtTable;
import dev.trestle.systems.holdthatthought.model.Message;
import dev.trestle.systems.holdthatthought.model.MessageAttachment;
import dev.trestle.systems.holdthatthought.model.MessagePointer;
import dev.trestle.systems.holdthatthought.model.RateAction;
import dev.trestle.systems.holdthatthought.model.SupportTable;
import dev.trestle.systems.holdthatthought.people.Caller;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Sends, reads and deletes messages. */
final class Messages {
    static final int TEXT_MAX = 5000;

    /** How long a deletion can be taken back; files of the message are removed afterwards. */
    static final Duration UNDO = Duration.ofMinutes(10);

    /** Messages that are looked at to count what is unread after a moment. */
    private static final int COUNTED_MAX = 100_000;

    private final Parts parts;
    private final ItemStore store;
    private final Participants participants;
    private final Attachments attachments;
    private final MessageMails mails;

    Messages(Parts parts, Participants participants, Attachments attachments, MessageMails mails) {
        this.parts = parts;
        this.store = parts.consistent();
        this.participants = participants;
        this.attachments = attachments;
        this.mails = mails;
    }

    /** Text, files, or both. */
    Message send(Given<Caller, SendMessage> given) {
        NewMessage asked = given.asked().body();
        Caller by = given.by();
        String text = text(asked.messageText());
        boolean hasFiles = asked.attachments() != null && !asked.attachments().isEmpty();
        if (text == null && !hasFiles) {
            throw ApiException.invalid("messageText", "must not be empty").withCode("blank");
        }
        Stored<?> unused = participants.meta(by, given.asked().id()); // before files are looked at
        String messageId = UUID.randomUUID().toString();
        try (Attachments.Confirmed files = attachments.confirm(by, asked.attachments())) {
            return parts.changes().run(store, () -> {
                All all = participants.all(by, given.asked().id());
                List<MessageAttachment> named = files.files();
                Message message = new Message(
                        messageId,
                        all.record().conversationId(),
                        by.userId(),
                        by.profile().displayName(),
                        text == null ? "" : text,
                        named.isEmpty() ? null : List.copyOf(named),
                        given.after(all.record().lastMessageAt()));
                Decision<Message> decision = Decision.of(message);
                Delivery.deliver(decision, all, message);
                files.closeIn(decision, message);
                mails.tell(decision, message);
                return parts.limits().counting(decision, by.userId(), RateAction.MESSAGE, given.at());
            });
        }
    }

    /** A text as it was written: messages are shown as text, so that no tag in it is one. Null if there is none. */
    static @Nullable String text(@Nullable String written) {
        String text = written == null ? "" : written.strip();
        if (text.codePointCount(0, text.length()) > TEXT_MAX) {
            throw ApiException.invalid("messageText", "must have at most " + TEXT_MAX + " characters")
                    .withCode("too-long", Map.of("n", TEXT_MAX));
        }
        return text.isEmpty() ? null : text;
    }

    /** What of a conversation is unread after it was read. */
    record Read(
            String conversationId,
            int unreadCount,
            @Nullable Instant lastReadAt) {}

    /** Marks all messages as read; with {@code upTo}, those up to a moment. */
    Decision<Read> read(Given<Caller, ReadConversation> given) {
        String id = given.asked().id();
        Stored<?> unused = participants.meta(given.by(), id);
        Has has = participants.own(given.by(), id);
        if (has.item() == null) {
            return Decision.of(new Read(id, 0, null)); // another program has not made it yet; the next message does
        }
        ConversationMember before = has.item().record();
        Instant upTo =
                given.asked().body() == null ? null : given.asked().body().upTo();
        boolean isAll = upTo == null || !upTo.isBefore(before.lastMessageAt());
        Instant last = before.lastReadAt();
        Instant now = given.at().isAfter(before.lastMessageAt()) ? given.at() : before.lastMessageAt();
        Instant wanted = upTo == null || isAll ? now : upTo.truncatedTo(ChronoUnit.MILLIS);
        if (last != null && !wanted.isAfter(last)) {
            return Decision.of(new Read(id, before.unreadCount(), last));
        }
        int unread = isAll ? 0 : Math.min(before.unreadCount(), after(given.by(), id, wanted));
        Decision<Read> decision = Decision.of(new Read(id, unread, wanted));
        ConversationMember after = before.withUnreadCount(unread).withLastReadAt(wanted);
        decision.replace(
                has.isArchived() ? SupportTable.ARCHIVED_CONVERSATION : HoldThatThoughtTable.CONVERSATION_MEMBER,
                has.item(),
                after,
                "unreadCount",
                "lastReadAt",
                "lastMessageAt");
        return decision;
    }

    private int after(Caller by, String conversationId, Instant moment) {
        try (Stream<Message> newest =
                store.stream(HoldThatThoughtTable.MESSAGES_OF_CONVERSATION.of(conversationId), COUNTED_MAX)) {
            return (int) newest.takeWhile(message -> message.createdAt().isAfter(moment))
                    .filter(message -> !by.is(message.senderId()))
                    .count();
        }
    }

    /** Its sender deletes a message. Those who have not read it have one less unread. */
    Decision<Message> delete(Given<Caller, ByMessage> given) {
        All all = participants.all(given.by(), given.asked().id());
        Stored<Message> found = find(given).orElseThrow(Messages::none);
        Message message = found.record();
        if (!given.by().is(message.senderId())) {
            throw ApiException.forbidden("only its sender deletes a message");
        }
        Decision<Message> decision = Decision.of(message)
                .delete(HoldThatThoughtTable.MESSAGE, found)
                .put(
                        SupportTable.DELETED_MESSAGE,
                        new DeletedMessage(message.conversationId(), message.messageId(), message, given.at()))
                .job(
                        Purges.MESSAGE,
                        message.messageId(),
                        new Purges.OfMessage(message.conversationId(), message.messageId(), Purges.keys(message)),
                        UNDO.plusMinutes(1));
        Delivery.recount(decision, all, message, -1);
        return decision;
    }

    /** Takes a deletion back, for ten minutes. */
    Decision<Message> restore(Given<Caller, ByMessage> given) {
        All all = participants.all(given.by(), given.asked().id());
        Optional<Stored<Message>> there = find(given);
        if (there.isPresent()) {
            return Decision.of(there.get().record());
        }
        Stored<DeletedMessage> deleted = store.stored(SupportTable.DELETED_MESSAGE_BY_ID.of(
                        given.asked().id(), given.asked().messageId()))
                .orElseThrow(Messages::none);
        Message message = deleted.record().message();
        if (!given.by().is(message.senderId())) {
            throw ApiException.forbidden("only its sender restores a message");
        }
        if (given.at().isAfter(deleted.record().deletedAt().plus(UNDO))) {
            throw ApiException.of(Kind.GONE, "A deletion can be taken back for ten minutes.")
                    .withCode("undo-over");
        }
        Decision<Message> decision = Decision.of(message)
                .create(HoldThatThoughtTable.MESSAGE, message)
                .delete(SupportTable.DELETED_MESSAGE, deleted);
        Delivery.recount(decision, all, message, 1);
        return decision;
    }

    private Optional<Stored<Message>> find(Given<Caller, ByMessage> given) {
        Optional<MessagePointer> pointer = store.get(
                SupportTable.MESSAGE_BY_ID.of(given.asked().id(), given.asked().messageId()));
        return pointer.flatMap(to -> store.stored(
                HoldThatThoughtTable.MESSAGE_BY_KEY.of(to.conversationId(), to.createdAt(), to.messageId())));
    }

    private static ApiException none() {
        return ApiException.notFound("There is no such message.");
    }
}
