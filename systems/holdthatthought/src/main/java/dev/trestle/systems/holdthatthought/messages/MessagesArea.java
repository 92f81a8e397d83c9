package dev.trestle.systems.holdthatthought.messages;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.trestle.model.error.UnreadableItemException;
import dev.trestle.platform.api.Problem.Kind;
import dev.trestle.platform.api.Reply;
import dev.trestle.platform.events.Events;
import dev.trestle.platform.events.Follower;
import dev.trestle.platform.events.RecordChange;
import dev.trestle.platform.jobs.JobRunner;
import dev.trestle.platform.operation.Operations;
import dev.trestle.systems.holdthatthought.area.Area;
import dev.trestle.systems.holdthatthought.area.Message;
import dev.trestle.systems.holdthatthought.area.Parts;
import dev.trestle.systems.holdthatthought.mails.Mails;
import dev.trestle.systems.holdthatthought.messages.MessageRequests.AskAddress;
import dev.trestle.systems.holdthatthought.messages.MessageRequests.AskAddressFor;
import dev.trestle.systems.holdthatthought.messages.MessageRequests.ById;
import dev.trestle.systems.holdthatthought.messages.MessageRequests.ByMessage;
import dev.trestle.systems.holdthatthought.messages.MessageRequests.ListConversations;
import dev.trestle.systems.holdthatthought.messages.MessageRequests.ListMessages;
import dev.trestle.systems.holdthatthought.messages.MessageRequests.OpenConversation;
import dev.trestle.systems.holdthatthought.messages.MessageRequests.ReadConversation;
import dev.trestle.systems.holdthatthought.messages.MessageRequests.SendMessage;
import dev.trestle.systems.holdthatthought.model.ConversationMember;
import dev.trestle.systems.holdthatthought.model.HoldThatThoughtTable;
import dev.trestle.systems.holdthatthought.model.SupportTable;
import dev.trestle.systems.holdthatthought.people.Caller;
import dev.trestle.systems.holdthatthought.people.Rights;
import java.time.Duration;
import java.util.List;

/** Conversations and messages. Each path stands below {@code /messages} and below {@code /messages/conversations}. */
public final class MessagesArea implements Area {
    private static final int CACHED_MAX = 1000;

    private final Parts parts;
    private final Participants participants;
    private final Conversations conversations;
    private final Messages messages;
    private final MessageLists lists;
    private final Attachments attachments;
    private final Archive archive;
    private final MessageMails mails;
    private final Purges purges;

    public MessagesArea(Parts parts, Mails mails) {
        this.parts = parts;
        this.participants = new Participants(parts.store());
        this.mails = new MessageMails(parts, participants, mails);
        this.attachments = new Attachments(parts);
        this.conversations = new Conversations(parts, participants, this.mails);
        this.messages = new Messages(parts, participants, attachments, this.mails);
        this.lists = new MessageLists(parts, participants);
        this.archive = new Archive(parts.store(), participants);
        this.purges = new Purges(parts);
    }

    /** Whether somebody may read an attachment: those of its conversation may. */
    public boolean mayRead(Caller caller, String s3Key) {
        return parts.consistent()
                .get(SupportTable.PLACE_OF_ATTACHMENT.of(s3Key))
                // A message that was deleted has no pointer, and its files are kept for a while.
                .filter(place -> parts.consistent()
                        .get(SupportTable.MESSAGE_BY_ID.of(place.conversationId(), place.messageId()))
                        .isPresent())
                .flatMap(place -> participants.find(place.conversationId()))
                .filter(meta -> meta.record().participantIds().contains(caller.userId()))
                .isPresent();
    }

    @Override
    public void declare(Operations<Caller> operations) {
        operations
                .get("listConversations", "/messages/conversations", ListConversations.class)
                .about("The caller's conversations, those that were spoken in last first")
                .right(Rights.MEMBER)
                .givesPage(ConversationView.class, lists::conversations);
        operations
                .post("openConversation", "/messages/conversations", OpenConversation.class)
                .about("Opens a conversation, perhaps with a message; that of two people is opened again")
                .right(Rights.MEMBER)
                .created()
                .refuses(Kind.RATE_LIMITED)
                .changes(conversations::open)
                .gives(
                        ConversationView.class,
                        (given, opened) -> Reply.of(lists.view(given.by(), opened.meta(), opened.message())));
        declare(operations, "/messages/{id}", "");
        declare(operations, "/messages/conversations/{id}", "InConversations");
        declareUploads(operations);
    }

    private void declare(Operations<Caller> operations, String path, String suffix) {
        operations
                .get("listMessages" + suffix, path, ListMessages.class)
                .about("A conversation's messages, newest first")
                .right(Rights.MEMBER)
                .refuses(Kind.NOT_FOUND)
                .givesPage(MessageView.class, lists::messages);
        operations
                .get("getConversation" + suffix, path + "/details", ById.class)
                .about("A conversation, with who takes part")
                .right(Rights.MEMBER)
                .refuses(Kind.NOT_FOUND)
                .gives(ConversationView.class, lists::conversation);
        operations
                .post("sendMessage" + suffix, path, SendMessage.class)
                .about("Sends a message: text, files that were uploaded for it, or both")
                .right(Rights.MEMBER)
                .created()
                .refuses(Kind.NOT_FOUND, Kind.CONFLICT, Kind.RATE_LIMITED)
                .gives(MessageView.class, given -> lists.view(messages.send(given)));
        operations
                .put("readConversation" + suffix, path + "/read", ReadConversation.class)
                .about("Marks a conversation's messages as read; with upTo, those up to a message's createdAt")
                .right(Rights.MEMBER)
                .refuses(Kind.NOT_FOUND)
                .changes(messages::read)
                .gives(Messages.Read.class, (given, read) -> Reply.of(read));
        operations
                .post("leaveConversation" + suffix, path + "/leave", ById.class)
                .about("Leaves a group")
                .right(Rights.MEMBER)
                .refuses(Kind.NOT_FOUND)
                .changes(conversations::leave)
                .gives(Message.class, (given, meta) -> Reply.of(new Message("You have left the conversation.")));
        operations
                .delete("deleteConversation" + suffix, path, ById.class)
                .about("Deletes a conversation for everybody; its creator may")
                .right(Rights.MEMBER)
                .refuses(Kind.NOT_FOUND)
                .changes(conversations::delete)
                .gives(Message.class, (given, meta) -> Reply.of(new Message("The conversation is deleted.")));
        operations
                .delete("deleteMessage" + suffix, path + "/{messageId}", ByMessage.class)
                .about("Deletes a message for everybody; its sender may")
                .right(Rights.MEMBER)
                .refuses(Kind.NOT_FOUND)
                .changes(messages::delete)
                .gives(Message.class, (given, message) -> Reply.of(new Message("The message is deleted.")));
        operations
                .post("restoreMessage" + suffix, path + "/{messageId}/restore", ByMessage.class)
                .about("Takes the deletion of a message back, for ten minutes; its sender may")
                .right(Rights.MEMBER)
                .refuses(Kind.NOT_FOUND, Kind.GONE)
                .changes(messages::restore)
                .gives(MessageView.class, (given, message) -> Reply.of(lists.view(message)));
        operations
                .post("announceAttachment" + suffix, path + "/upload-url", AskAddressFor.class)
                .about("Addresses to which files for a message in a conversation can be sent")
                .right(Rights.MEMBER)
                .refuses(Kind.NOT_FOUND, Kind.RATE_LIMITED)
                .gives(Attachments.Addresses.class, given -> {
                    var unused = participants.meta(given.by(), given.asked().id());
                    return attachments.announce(given, given.asked().body());
                });
    }

    private void declareUploads(Operations<Caller> operations) {
        for (List<String> each : List.of(
                List.of("announceAnyAttachment", "/messages/attachments/upload-url"),
                List.of("uploadAttachment", "/messages/upload"))) {
            operations
                    .post(each.get(0), each.get(1), AskAddress.class)
                    .about("Addresses to which files for a message can be sent: one, or several in files")
                    .right(Rights.MEMBER)
                    .refuses(Kind.RATE_LIMITED)
                    .gives(
                            Attachments.Addresses.class,
                            given -> attachments.announce(given, given.asked().body()));
        }
    }

    @Override
    public void handleBy(JobRunner runner) {
        archive.handleBy(runner, parts.changes());
        mails.handleBy(runner);
        purges.handleBy(runner);
    }

    /** Files of messages that another program has sent are for those of the conversation, too. */
    @Override
    public void follow(Follower follower) {
        follower.on(HoldThatThoughtTable.MESSAGE, change -> {
            if (change.after() != null) {
                attachments.place(change.after());
            }
        });
    }

    /** A message was sent or deleted. */
    record Said(String conversationId, String messageId, String senderId, String kind) {}

    /** A conversation of the listener's changed: what is unread, who spoke last. */
    record Changed(String conversationId, int unreadCount, String kind) {}

    /** To those of the conversation alone. Who they are is read once for a message, however many listen. */
    @Override
    public void tell(Events<Caller> events) {
        Cache<dev.trestle.systems.holdthatthought.model.Message, List<String>> people = Caffeine.newBuilder()
                .weakKeys()
                .maximumSize(CACHED_MAX)
                .expireAfterWrite(Duration.ofSeconds(10))
                .build();
        events.event(
                "message",
                HoldThatThoughtTable.MESSAGE,
                change -> new Said(
                        change.latest().conversationId(),
                        change.latest().messageId(),
                        change.latest().senderId(),
                        change.kind()),
                (who, message) -> who.isMember()
                        && people.get(message, each -> people(each.conversationId()))
                                .contains(who.userId()));
        events.event(
                "conversation",
                HoldThatThoughtTable.CONVERSATION_MEMBER,
                MessagesArea::changed,
                (who, member) -> who.isMember() && who.is(member.userId()));
    }

    private static Changed changed(RecordChange<ConversationMember> change) {
        ConversationMember latest = change.latest();
        return new Changed(latest.conversationId(), latest.unreadCount(), change.kind());
    }

    private List<String> people(String conversationId) {
        try {
            return participants
                    .find(conversationId)
                    .map(meta -> meta.record().participantIds())
                    .orElse(List.of());
        } catch (UnreadableItemException e) {
            return List.of();
        }
    }
}
