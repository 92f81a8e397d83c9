package dev.trestle.systems.holdthatthought.messages;

import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Stored;
import dev.trestle.platform.jobs.JobRunner;
import dev.trestle.platform.operation.Changes;
import dev.trestle.platform.operation.Decision;
import dev.trestle.systems.holdthatthought.messages.Participants.Has;
import dev.trestle.systems.holdthatthought.model.ConversationMember;
import dev.trestle.systems.holdthatthought.model.ConversationMeta;
import dev.trestle.systems.holdthatthought.model.HoldThatThoughtTable;
import dev.trestle.systems.holdthatthought.model.SupportTable;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Keeps a person's list at a thousand conversations, which is read whole to be sorted. Beyond that the oldest go to the support table; one
 * that is spoken in again comes back.
 */
final class Archive {
    static final int LISTED_MAX = 1000;
    static final String ARCHIVE = "archive-conversations";
    static final String LIST = "list-conversation";

    /** Somebody may have so many more for a moment. */
    static final int READ_MAX = LISTED_MAX + 200;

    /** Two writes each. */
    private static final int TOGETHER_MAX = 40;

    private final ItemStore store;
    private final Participants participants;

    /** Payloads of jobs: of a conversation that is new, and of one that was spoken in. */
    record Begun(String conversationId) {}

    record Listed(String conversationId) {}

    /** A person whose list may have grown too long. */
    record Grown(String userId) {}

    private static final String TRIM = "trim-conversations";

    Archive(ItemStore store, Participants participants) {
        this.store = store.consistent();
        this.participants = participants;
    }

    void handleBy(JobRunner runner, Changes changes) {
        runner.handle(ARCHIVE, changes.handler(store, Begun.class, begun -> grown(begun.conversationId())));
        runner.handle(LIST, changes.handler(store, Listed.class, listed -> list(listed.conversationId())));
        runner.handle(TRIM, changes.handler(store, Grown.class, this::trim));
    }

    private Decision<?> grown(String conversationId) {
        Decision<@Nullable Void> decision = Decision.done();
        participants.find(conversationId).map(Stored::record).map(ConversationMeta::participantIds).stream()
                .flatMap(List::stream)
                .distinct()
                .filter(userId -> listed(userId).size() > LISTED_MAX)
                .forEach(userId -> decision.job(TRIM, userId, new Grown(userId)));
        return decision;
    }

    private List<Stored<ConversationMember>> listed(String userId) {
        return store.firstStored(HoldThatThoughtTable.CONVERSATIONS_OF_USER.of(userId), READ_MAX);
    }

    private Decision<?> trim(Grown asked) {
        List<Stored<ConversationMember>> listed = listed(asked.userId());
        int over = listed.size() - LISTED_MAX;
        if (over <= 0) {
            return Decision.done();
        }
        Decision<@Nullable Void> decision = Decision.step();
        listed.stream()
                .sorted(Comparator.comparing(each -> each.record().lastMessageAt()))
                .limit(Math.min(over, TOGETHER_MAX))
                .forEach(each -> decision.delete(HoldThatThoughtTable.CONVERSATION_MEMBER, each)
                        .put(SupportTable.ARCHIVED_CONVERSATION, each.record()));
        return decision;
    }

    /** Brings a conversation back into the lists of those who have it archived; their oldest one may go instead. */
    private Decision<?> list(String conversationId) {
        Stored<ConversationMeta> meta = participants.find(conversationId).orElse(null);
        if (meta == null) {
            return Decision.done();
        }
        List<Has> archived = participants.all(meta).members().values().stream()
                .filter(has -> has.isArchived() && has.item() != null)
                .limit(TOGETHER_MAX)
                .toList();
        if (archived.isEmpty()) {
            return Decision.done();
        }
        Decision<@Nullable Void> decision = Decision.step();
        archived.forEach(has -> {
            Stored<ConversationMember> item = Objects.requireNonNull(has.item());
            decision.delete(SupportTable.ARCHIVED_CONVERSATION, item)
                    .create(HoldThatThoughtTable.CONVERSATION_MEMBER, item.record());
        });
        return decision.job(ARCHIVE, conversationId, new Begun(conversationId));
    }
}
