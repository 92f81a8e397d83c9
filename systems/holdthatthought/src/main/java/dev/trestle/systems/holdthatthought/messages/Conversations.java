package dev.trestle.systems.holdthatthought.messages;

import dev.trestle.model.Bound;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Stored;
import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.operation.Decision;
import dev.trestle.platform.operation.Given;
import dev.trestle.systems.holdthatthought.area.Parts;
import dev.trestle.systems.holdthatthought.area.PlainText;
import dev.trestle.systems.holdthatthought.messages.MessageRequests.ById;
import dev.trestle.systems.holdthatthought.messages.MessageRequests.NewConversation;
import dev.trestle.systems.holdthatthought.messages.MessageRequests.OpenConversation;
import dev.trestle.systems.holdthatthought.messages.Participants.All;
import dev.trestle.systems.holdthatthought.model.ConversationMeta;
import dev.trestle.systems.holdthatthought.model.DeletedConversation;
import dev.trestle.systems.holdthatthought.model.HoldThatThoughtTable;
import dev.trestle.systems.holdthatthought.model.Message;
import dev.trestle.systems.holdthatthought.model.ProfileStatus;
import dev.trestle.systems.holdthatthought.model.RateAction;
import dev.trestle.systems.holdthatthought.model.SupportTable;
import dev.trestle.systems.holdthatthought.model.UserProfile;
import dev.trestle.systems.holdthatthought.people.Caller;
import dev.trestle.systems.holdthatthought.people.Groups;
import dev.trestle.systems.holdthatthought.people.Ids;
import dev.trestle.systems.holdthatthought.people.Standing;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Opens, leaves and deletes conversations. */
final class Conversations {
    static final String DIRECT = "direct";
    static final String GROUP = "group";

    private static final int OTHERS_MAX = 49;
    private static final int TITLE_MAX = 200;

    private final Parts parts;
    private final ItemStore store;
    private final Participants participants;
    private final MessageMails mails;

    Conversations(Parts parts, Participants participants, MessageMails mails) {
        this.parts = parts;
        this.store = parts.consistent();
        this.participants = participants;
        this.mails = mails;
    }

    /** A conversation that was opened, and the message that it was opened with. */
    record Opened(ConversationMeta meta, @Nullable Message message) {}

    Decision<Opened> open(Given<Caller, OpenConversation> given) {
        NewConversation asked = given.asked().body();
        Caller by = given.by();
        Set<String> people = new TreeSet<>(asked.participantIds());
        people.remove(by.userId());
        if (people.isEmpty() || people.size() > OTHERS_MAX) {
            throw ApiException.invalid("participantIds", "must name 1 to " + OTHERS_MAX + " other people")
                    .withCode("participant-count", Map.of("n", OTHERS_MAX));
        }
        String text = Messages.text(asked.messageText());
        String title = PlainText.optional("conversationTitle", asked.conversationTitle(), TITLE_MAX);
        boolean isDirect = people.size() == 1;
        List<String> others = List.copyOf(people);
        people.add(by.userId());
        // The order of Java's strings is that of JavaScript's, so that other programs join the same way.
        String id = isDirect ? String.join("_", people) : UUID.randomUUID().toString();
        Optional<Stored<ConversationMeta>> known = isDirect ? participants.find(id) : Optional.empty();
        if (known.isPresent()) {
            return reopen(given, known.get(), people, text);
        }
        check(by, others);
        List<String> all = new ArrayList<>(List.of(by.userId()));
        all.addAll(others);
        ConversationMeta meta =
                new ConversationMeta(id, isDirect ? DIRECT : GROUP, title, by.userId(), all, given.at(), given.at());
        Message message = text == null ? null : message(given, meta, text, given.at());
        Decision<Opened> decision = Decision.of(new Opened(meta, message))
                .create(HoldThatThoughtTable.CONVERSATION_META, meta)
                .checkAbsent(
                        SupportTable.DELETED_CONVERSATION_BY_ID.of(id),
                        () -> ApiException.conflict("This conversation is being deleted. Try again in a moment.", null)
                                .withCode("conversation-going"));
        for (String userId : all) {
            int unread = message == null || by.is(userId) ? 0 : 1;
            decision.create(
                    HoldThatThoughtTable.CONVERSATION_MEMBER, Delivery.member(userId, meta, unread, given.at()));
        }
        if (message != null) {
            decision.create(HoldThatThoughtTable.MESSAGE, message);
            mails.tell(decision, message);
        }
        decision.job(Archive.ARCHIVE, id, new Archive.Begun(id));
        return parts.limits().counting(decision, by.userId(), RateAction.MESSAGE, given.at());
    }

    /** Nothing that is there changes; a text is one message more. */
    private Decision<Opened> reopen(
            Given<Caller, ?> given, Stored<ConversationMeta> found, Set<String> people, @Nullable String text) {
        ConversationMeta meta = found.record();
        if (!Set.copyOf(meta.participantIds()).equals(Set.copyOf(people))) {
            throw ApiException.conflict("Another conversation has the id of these two people.", null)
                    .withCode("conversation-taken");
        }
        All all = participants.all(found);
        if (text == null) {
            Decision<Opened> decision = Decision.of(new Opened(meta, null));
            all.members().forEach((userId, has) -> {
                if (has.item() == null && !has.isUnreadable()) {
                    decision.create(
                            HoldThatThoughtTable.CONVERSATION_MEMBER,
                            Delivery.member(userId, meta, 0, meta.lastMessageAt()));
                }
            });
            return decision;
        }
        Message message = message(given, meta, text, given.after(meta.lastMessageAt()));
        Decision<Opened> decision = Decision.of(new Opened(meta.withLastMessageAt(message.createdAt()), message));
        Delivery.deliver(decision, all, message);
        mails.tell(decision, message);
        return parts.limits().counting(decision, given.by().userId(), RateAction.MESSAGE, given.at());
    }

    private static Message message(Given<Caller, ?> given, ConversationMeta meta, String text, Instant at) {
        return new Message(
                UUID.randomUUID().toString(),
                meta.conversationId(),
                given.by().userId(),
                given.by().profile().displayName(),
                text,
                null,
                at);
    }

    /** Active, approved people; private ones are found by administrators only, so that nobody learns of them this way. */
    private void check(Caller by, List<String> others) {
        for (String userId : others) {
            String problem = Ids.problem(userId);
            if (problem != null) {
                throw ApiException.invalid("participantIds", problem).withCode("no-such-participant");
            }
        }
        List<Bound<UserProfile>> bounds =
                others.stream().map(HoldThatThoughtTable.PROFILE_OF_USER::of).toList();
        List<Optional<UserProfile>> profiles = store.getAll(bounds);
        for (Optional<UserProfile> profile : profiles) {
            boolean isReached = profile.filter(each -> each.status() == ProfileStatus.ACTIVE
                            && Groups.standing(each.groups()) != Standing.PENDING
                            && (!each.isProfilePrivate() || by.isAdmin()))
                    .isPresent();
            if (!isReached) {
                throw ApiException.invalid("participantIds", "must be active members of the archive")
                        .withCode("no-such-participant");
            }
        }
    }

    /** Leaves a group. If its creator leaves, the next one takes over; when the last one does, it is deleted. */
    Decision<ConversationMeta> leave(Given<Caller, ById> given) {
        All all = participants.all(given.by(), given.asked().id());
        ConversationMeta before = all.record();
        if (!before.conversationType().equals(GROUP)) {
            throw ApiException.conflict("A conversation of two cannot be left.", null)
                    .withCode("direct-stays");
        }
        String userId = given.by().userId();
        List<String> left = before.participantIds().stream()
                .filter(each -> !each.equals(userId))
                .distinct()
                .toList();
        if (left.isEmpty()) {
            return deleted(given, all);
        }
        ConversationMeta after = before.withParticipantIds(left)
                .withCreatorId(given.by().is(before.creatorId()) ? left.get(0) : before.creatorId());
        Decision<ConversationMeta> decision = Decision.of(after)
                .replace(HoldThatThoughtTable.CONVERSATION_META, all.meta(), after, "participantIds", "creatorId");
        Delivery.remove(decision, all.members().get(userId));
        return decision;
    }

    /** Its creator deletes it for everybody. */
    Decision<ConversationMeta> delete(Given<Caller, ById> given) {
        All all = participants.all(given.by(), given.asked().id());
        if (!given.by().is(all.record().creatorId())) {
            throw ApiException.forbidden("only the creator deletes a conversation");
        }
        return deleted(given, all);
    }

    private static Decision<ConversationMeta> deleted(Given<Caller, ?> given, All all) {
        ConversationMeta meta = all.record();
        String id = meta.conversationId();
        Decision<ConversationMeta> decision = Decision.of(meta)
                .delete(HoldThatThoughtTable.CONVERSATION_META, all.meta())
                .put(SupportTable.DELETED_CONVERSATION, new DeletedConversation(id, given.at()))
                .job(Purges.CONVERSATION, id, new Purges.OfConversation(id));
        all.members().values().forEach(has -> Delivery.remove(decision, has));
        return decision;
    }
}
