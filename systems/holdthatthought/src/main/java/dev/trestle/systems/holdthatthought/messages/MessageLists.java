package dev.trestle.systems.holdthatthought.messages;

import dev.trestle.model.Bound;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Retrieved;
import dev.trestle.model.operation.Stored;
import dev.trestle.platform.api.Page;
import dev.trestle.platform.operation.Given;
import dev.trestle.platform.operation.Timeline;
import dev.trestle.systems.holdthatthought.area.Parts;
import dev.trestle.systems.holdthatthought.comments.Authors;
import dev.trestle.systems.holdthatthought.mails.Mails;
import dev.trestle.systems.holdthatthought.messages.ConversationView.Participant;
import dev.trestle.systems.holdthatthought.messages.MessageRequests.ById;
import dev.trestle.systems.holdthatthought.messages.MessageRequests.ListConversations;
import dev.trestle.systems.holdthatthought.messages.MessageRequests.ListMessages;
import dev.trestle.systems.holdthatthought.model.ConversationMember;
import dev.trestle.systems.holdthatthought.model.ConversationMeta;
import dev.trestle.systems.holdthatthought.model.HoldThatThoughtTable;
import dev.trestle.systems.holdthatthought.model.Message;
import dev.trestle.systems.holdthatthought.model.SupportTable;
import dev.trestle.systems.holdthatthought.model.UserProfile;
import dev.trestle.systems.holdthatthought.people.Caller;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Lists of conversations and of messages. */
final class MessageLists {
    private static final Instant FIRST = Instant.parse("0000-01-01T00:00:00Z");

    private final Parts parts;
    private final ItemStore store;
    private final Participants participants;
    private final Timeline<ConversationMember> timeline =
            new Timeline<>(ConversationMember::lastMessageAt, ConversationMember::conversationId);

    MessageLists(Parts parts, Participants participants) {
        this.parts = parts;
        this.store = parts.consistent();
        this.participants = participants;
    }

    /** The caller's conversations, those that were spoken in last first: the list, sorted once it is read, then the archive. */
    Page<ConversationView> conversations(Given<Caller, ListConversations> given) {
        String userId = given.by().userId();
        Page<ConversationMember> page = timeline.page(
                List.of((moment, max) -> archived(userId, moment, max), (moment, max) -> listed(userId, moment)),
                Timeline.NEWEST,
                given.asked().limit(),
                given.asked().cursor());
        return new Page<>(views(given.by(), page.items()), page.next()).named("conversations");
    }

    private Stream<ConversationMember> listed(String userId, Instant moment) {
        return store.first(HoldThatThoughtTable.CONVERSATIONS_OF_USER.of(userId), Archive.READ_MAX).stream()
                .filter(each -> !each.lastMessageAt().isAfter(moment))
                .sorted(Comparator.comparing(ConversationMember::lastMessageAt)
                        .thenComparing(ConversationMember::conversationId)
                        .reversed());
    }

    private Stream<ConversationMember> archived(String userId, Instant moment, int max) {
        return parts.store().stream(
                SupportTable.ARCHIVED_CONVERSATIONS.of(userId).from(FIRST).to(moment), max);
    }

    /** One of the caller's conversations. */
    ConversationView conversation(Given<Caller, ById> given) {
        Stored<ConversationMeta> meta =
                participants.meta(given.by(), given.asked().id());
        return view(given.by(), meta.record(), null);
    }

    /** As the caller has it now. */
    ConversationView view(Caller by, ConversationMeta meta, @Nullable Message opened) {
        Stored<ConversationMember> own =
                participants.own(by, meta.conversationId()).item();
        ConversationMember member =
                own == null ? Delivery.member(by.userId(), meta, 0, meta.lastMessageAt()) : own.record();
        Authors people = Authors.read(store, meta.participantIds(), by, parts.links());
        return view(member, meta, people, opened);
    }

    /** Conversations and people are one request each for all of them, the newest messages one each. */
    private List<ConversationView> views(Caller by, List<ConversationMember> members) {
        Map<String, ConversationMeta> metas = new HashMap<>();
        if (!members.isEmpty()) {
            List<Bound<ConversationMeta>> bounds = members.stream()
                    .map(each -> HoldThatThoughtTable.CONVERSATION_BY_ID.of(each.conversationId()))
                    .toList();
            Retrieved read = store.retrieve(bounds);
            bounds.forEach(bound -> read.readable(bound)
                    .ifPresent(each -> metas.put(each.record().conversationId(), each.record())));
        }
        Set<String> people = new LinkedHashSet<>();
        metas.values().stream().map(ConversationMeta::participantIds).forEach(people::addAll);
        Authors authors = Authors.read(store, people, by, parts.links());
        return members.stream()
                .map(member -> view(member, metas.get(member.conversationId()), authors, null))
                .toList();
    }

    private ConversationView view(
            ConversationMember member, @Nullable ConversationMeta meta, Authors people, @Nullable Message opened) {
        Message newest = opened != null
                ? opened
                : store.first(HoldThatThoughtTable.MESSAGES_OF_CONVERSATION.of(member.conversationId()), 1).stream()
                        .findFirst()
                        .orElse(null);
        Collection<String> ids = meta == null ? List.of() : meta.participantIds();
        return new ConversationView(
                member.conversationId(),
                member.conversationType(),
                member.conversationTitle(),
                ids.stream().map(userId -> participant(userId, people)).toList(),
                List.copyOf(ids),
                meta == null ? null : meta.creatorId(),
                meta == null ? null : meta.createdAt(),
                member.lastMessageAt(),
                newest == null ? null : Mails.excerpt(newest.messageText()),
                newest == null ? null : newest.senderId(),
                member.unreadCount(),
                member.lastReadAt(),
                opened == null ? null : MessageView.of(opened, opened.senderName(), parts.links()));
    }

    private static Participant participant(String userId, Authors people) {
        UserProfile profile = people.profile(userId);
        return new Participant(userId, profile == null ? userId : profile.displayName(), people.photo(userId));
    }

    /** A conversation's messages, newest first. */
    Page<MessageView> messages(Given<Caller, ListMessages> given) {
        Stored<ConversationMeta> meta =
                participants.meta(given.by(), given.asked().id());
        Page<Message> page = Page.of(store.page(
                HoldThatThoughtTable.MESSAGES_OF_CONVERSATION.of(meta.record().conversationId()),
                given.asked().limit(),
                given.asked().cursor()));
        Authors people =
                Authors.read(store, page.items().stream().map(Message::senderId).toList(), given.by(), parts.links());
        return page.<MessageView>map(message ->
                        MessageView.of(message, people.name(message.senderId(), message.senderName()), parts.links()))
                .named("messages");
    }

    MessageView view(Message message) {
        return MessageView.of(message, message.senderName(), parts.links());
    }
}
