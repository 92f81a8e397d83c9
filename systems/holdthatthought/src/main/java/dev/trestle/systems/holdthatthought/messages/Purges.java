package dev.trestle.systems.holdthatthought.messages;

import dev.trestle.model.operation.Expect;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Stored;
import dev.trestle.platform.jobs.JobContext;
import dev.trestle.platform.jobs.JobRunner;
import dev.trestle.platform.operation.Changes;
import dev.trestle.platform.operation.Decision;
import dev.trestle.systems.holdthatthought.area.Parts;
import dev.trestle.systems.holdthatthought.model.DeletedMessage;
import dev.trestle.systems.holdthatthought.model.HoldThatThoughtTable;
import dev.trestle.systems.holdthatthought.model.Message;
import dev.trestle.systems.holdthatthought.model.MessageAttachment;
import dev.trestle.systems.holdthatthought.model.SupportTable;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Removes what is left of deleted messages and conversations. Each step may be done again: files go before the rows that name them. */
final class Purges {
    static final String CONVERSATION = "purge-conversation";
    static final String MESSAGE = "purge-message";

    /** A message has a row, a pointer and the places of ten files. */
    private static final int MESSAGES_TOGETHER = 8;

    private final Parts parts;
    private final ItemStore store;
    private final Changes changes;

    /** Payloads of jobs. */
    record OfConversation(String conversationId) {}

    record OfMessage(String conversationId, String messageId, List<String> keys) {}

    Purges(Parts parts) {
        this.parts = parts;
        this.store = parts.consistent();
        this.changes = parts.changes();
    }

    void handleBy(JobRunner runner) {
        runner.handle(MESSAGE, this::message);
        runner.handle(CONVERSATION, changes.handler(store, OfConversation.class, this::conversation));
    }

    /** The files that a message owns: another program may name anything. */
    static List<String> keys(Message message) {
        List<MessageAttachment> files = message.attachments();
        return files == null
                ? List.of()
                : files.stream()
                        .map(MessageAttachment::s3Key)
                        .filter(key -> key.startsWith("messages/attachments/"))
                        .toList();
    }

    private void message(JobContext job) {
        OfMessage asked = job.payload(OfMessage.class);
        if (store.get(SupportTable.MESSAGE_BY_ID.of(asked.conversationId(), asked.messageId()))
                .isPresent()) {
            return; // it was taken back
        }
        asked.keys().forEach(parts.contents()::delete);
        Object unused = changes.run(store, () -> {
            Decision<@Nullable Void> decision = Decision.done();
            decision.delete(
                    SupportTable.DELETED_MESSAGE_BY_ID.of(asked.conversationId(), asked.messageId()), Expect.ANYTHING);
            asked.keys().forEach(key -> decision.delete(SupportTable.PLACE_OF_ATTACHMENT.of(key), Expect.ANYTHING));
            return decision;
        });
    }

    private Decision<?> conversation(OfConversation asked) {
        String id = asked.conversationId();
        List<Stored<Message>> messages =
                store.firstStored(HoldThatThoughtTable.MESSAGES_OF_CONVERSATION.of(id), MESSAGES_TOGETHER);
        List<Stored<DeletedMessage>> deleted =
                store.firstStored(SupportTable.DELETED_MESSAGES.of(id), MESSAGES_TOGETHER);
        if (messages.isEmpty() && deleted.isEmpty()) {
            return Decision.done().delete(SupportTable.DELETED_CONVERSATION_BY_ID.of(id), Expect.ANYTHING);
        }
        Decision<@Nullable Void> decision = Decision.step();
        List<String> keys = new ArrayList<>();
        if (!messages.isEmpty()) {
            messages.forEach(message -> {
                keys.addAll(keys(message.record()));
                decision.delete(HoldThatThoughtTable.MESSAGE, message);
            });
        } else {
            deleted.forEach(message -> {
                keys.addAll(keys(message.record().message()));
                decision.delete(SupportTable.DELETED_MESSAGE, message);
            });
        }
        keys.stream().distinct().forEach(key -> {
            parts.contents().delete(key);
            decision.delete(SupportTable.PLACE_OF_ATTACHMENT.of(key), Expect.ANYTHING);
        });
        return decision;
    }
}
