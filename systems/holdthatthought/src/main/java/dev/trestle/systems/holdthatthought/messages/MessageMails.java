package dev.trestle.systems.holdthatthought.messages;

import dev.trestle.model.Bound;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Stored;
import dev.trestle.platform.jobs.JobContext;
import dev.trestle.platform.jobs.JobRunner;
import dev.trestle.platform.operation.Changes;
import dev.trestle.platform.operation.Decision;
import dev.trestle.platform.time.Times;
import dev.trestle.systems.holdthatthought.area.Parts;
import dev.trestle.systems.holdthatthought.mails.MailKind;
import dev.trestle.systems.holdthatthought.mails.Mails;
import dev.trestle.systems.holdthatthought.messages.Participants.All;
import dev.trestle.systems.holdthatthought.messages.Participants.Has;
import dev.trestle.systems.holdthatthought.model.ConversationMember;
import dev.trestle.systems.holdthatthought.model.ConversationMeta;
import dev.trestle.systems.holdthatthought.model.HoldThatThoughtTable;
import dev.trestle.systems.holdthatthought.model.MailedConversation;
import dev.trestle.systems.holdthatthought.model.Message;
import dev.trestle.systems.holdthatthought.model.MessagePointer;
import dev.trestle.systems.holdthatthought.model.SupportTable;
import dev.trestle.systems.holdthatthought.model.UserProfile;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Tells people of messages by mail: a minute later, if they have not read them, and once in ten minutes for a conversation. Who is told is
 * noted with the mail, so that of the jobs of many messages one tells.
 */
final class MessageMails {
    static final String JOB = "message-mails";

    private static final Duration FIRST = Duration.ofMinutes(1);
    private static final Duration BETWEEN = Duration.ofMinutes(10);

    private final ItemStore store;
    private final Changes changes;
    private final Times times;
    private final Participants participants;
    private final Mails mails;

    /** A job's payload. */
    record Sent(String conversationId, String messageId) {}

    MessageMails(Parts parts, Participants participants, Mails mails) {
        this.store = parts.consistent();
        this.changes = parts.changes();
        this.times = parts.times();
        this.participants = participants;
        this.mails = mails;
    }

    void handleBy(JobRunner runner) {
        runner.handle(JOB, this::run);
    }

    /** Adds to the decision that sends a message that people are told; nothing where no mail can be sent. */
    void tell(Decision<?> decision, Message message) {
        if (mails.isConfigured()) {
            decision.job(JOB, message.messageId(), new Sent(message.conversationId(), message.messageId()), FIRST);
        }
    }

    private void run(JobContext job) {
        Sent sent = job.payload(Sent.class);
        Optional<Stored<ConversationMeta>> meta = participants.find(sent.conversationId());
        Optional<Message> message = message(sent);
        if (meta.isEmpty() || message.isEmpty()) {
            return; // deleted
        }
        All all = participants.all(meta.get());
        List<Instant> again = new ArrayList<>();
        for (Map.Entry<String, Has> each : all.members().entrySet()) {
            Stored<ConversationMember> item = each.getValue().item();
            if (item != null && !each.getKey().equals(message.get().senderId())) {
                changes.run(store, () -> told(each.getKey(), item.record(), message.get()))
                        .ifPresent(again::add);
            }
        }
        if (!again.isEmpty()) {
            Duration wait = Duration.between(times.now(), Collections.min(again));
            job.again(wait.isNegative() ? Duration.ZERO : wait);
        }
    }

    private Optional<Message> message(Sent sent) {
        Optional<MessagePointer> pointer =
                store.get(SupportTable.MESSAGE_BY_ID.of(sent.conversationId(), sent.messageId()));
        return pointer.flatMap(to ->
                store.get(HoldThatThoughtTable.MESSAGE_BY_KEY.of(to.conversationId(), to.createdAt(), to.messageId())));
    }

    /** Tells one person, if there is something to tell. The result is when to look again, if ever. */
    private Decision<Optional<Instant>> told(String userId, ConversationMember member, Message message) {
        Instant read = member.lastReadAt();
        boolean isRead = member.unreadCount() == 0 || read != null && !read.isBefore(message.createdAt());
        Bound<MailedConversation> at = SupportTable.MAILED_CONVERSATION_OF_USER.of(userId, member.conversationId());
        Optional<Stored<MailedConversation>> before = store.stored(at);
        Instant mailed = before.map(each -> each.record().mailedAt()).orElse(null);
        if (isRead || mailed != null && !mailed.isBefore(message.createdAt())) {
            return Decision.of(Optional.empty());
        }
        Instant now = times.now();
        if (mailed != null && now.isBefore(mailed.plus(BETWEEN))) {
            return Decision.of(Optional.of(mailed.plus(BETWEEN)));
        }
        Optional<UserProfile> to = store.get(HoldThatThoughtTable.PROFILE_OF_USER.of(userId));
        if (to.isEmpty() || mails.address(to.get(), MailKind.MESSAGE).isEmpty()) {
            return Decision.of(Optional.empty());
        }
        Decision<Optional<Instant>> decision = Decision.of(Optional.empty());
        MailedConversation after = new MailedConversation(userId, member.conversationId(), now);
        if (before.isPresent()) {
            decision.replace(SupportTable.MAILED_CONVERSATION, before.get(), after);
        } else {
            decision.create(SupportTable.MAILED_CONVERSATION, after);
        }
        String text = message.messageText().isEmpty() ? "📎" : Mails.excerpt(message.messageText());
        mails.add(
                decision,
                to.get(),
                MailKind.MESSAGE,
                "message",
                Map.of("sender", message.senderName(), "text", text),
                "/holdthatthought/messages/"
                        + URLEncoder.encode(member.conversationId(), StandardCharsets.UTF_8)
                                .replace("+", "%20"));
        return decision;
    }
}
