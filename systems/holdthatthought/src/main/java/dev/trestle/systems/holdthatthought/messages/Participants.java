package dev.trestle.systems.holdthatthought.messages;

import dev.trestle.model.Bound;
import dev.trestle.model.error.UnreadableItemException;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Retrieved;
import dev.trestle.model.operation.Stored;
import dev.trestle.platform.api.ApiException;
import dev.trestle.systems.holdthatthought.model.ConversationMember;
import dev.trestle.systems.holdthatthought.model.ConversationMeta;
import dev.trestle.systems.holdthatthought.model.HoldThatThoughtTable;
import dev.trestle.systems.holdthatthought.model.SupportTable;
import dev.trestle.systems.holdthatthought.people.Caller;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads who takes part in a conversation, and how each of them has it. */
final class Participants {
    private final ItemStore store;

    Participants(ItemStore store) {
        this.store = store.consistent();
    }

    /**
     * A participant's own item.
     *
     * @param isArchived whether it is out of the list
     * @param isUnreadable whether there is one that does not fit: it is left as it is
     */
    record Has(@Nullable Stored<ConversationMember> item, boolean isArchived, boolean isUnreadable) {}

    /** A conversation and all of its participants' items, in the order of its participants. */
    record All(Stored<ConversationMeta> meta, Map<String, Has> members) {
        ConversationMeta record() {
            return meta.record();
        }

        /** Whether somebody's item is out of their list. */
        boolean anyArchived() {
            return members.values().stream().anyMatch(Has::isArchived);
        }
    }

    /** A conversation of the caller's: 404 if there is none, 403 for strangers. */
    Stored<ConversationMeta> meta(Caller by, String conversationId) {
        Stored<ConversationMeta> meta = find(conversationId)
                .orElseThrow(() -> isOfOthers(by, conversationId)
                        ? ApiException.forbidden("the conversation would be of two other people")
                        : none());
        if (!meta.record().participantIds().contains(by.userId())) {
            throw ApiException.forbidden("the caller is not in the conversation");
        }
        return meta;
    }

    /**
     * Whether an id is that of a conversation of two other people. It can be guessed from their ids, so that it is refused whether there is
     * such a conversation or not: nobody learns who talks to whom.
     */
    private static boolean isOfOthers(Caller by, String conversationId) {
        return conversationId.contains("_")
                && !conversationId.startsWith(by.userId() + "_")
                && !conversationId.endsWith("_" + by.userId());
    }

    Optional<Stored<ConversationMeta>> find(String conversationId) {
        return store.stored(HoldThatThoughtTable.CONVERSATION_BY_ID.of(conversationId));
    }

    All all(Caller by, String conversationId) {
        return all(meta(by, conversationId));
    }

    /** Items that are not in people's lists are looked for in their archives. */
    All all(Stored<ConversationMeta> meta) {
        String id = meta.record().conversationId();
        List<String> people = meta.record().participantIds().stream().distinct().toList();
        List<Bound<ConversationMember>> listed = people.stream()
                .map(userId -> HoldThatThoughtTable.CONVERSATION_OF_USER.of(userId, id))
                .toList();
        Retrieved first = store.retrieve(listed);
        Map<String, Has> members = new LinkedHashMap<>();
        List<Bound<ConversationMember>> missing = new ArrayList<>();
        List<String> missed = new ArrayList<>();
        for (int i = 0; i < people.size(); i++) {
            Has has = has(first, listed.get(i), false);
            members.put(people.get(i), has);
            if (has.item() == null && !has.isUnreadable()) {
                missing.add(SupportTable.ARCHIVED_CONVERSATION_OF_USER.of(people.get(i), id));
                missed.add(people.get(i));
            }
        }
        if (!missing.isEmpty()) {
            Retrieved archived = store.retrieve(missing);
            for (int i = 0; i < missed.size(); i++) {
                Has has = has(archived, missing.get(i), true);
                if (has.item() != null) {
                    members.put(missed.get(i), has);
                }
            }
        }
        return new All(meta, members);
    }

    private static Has has(Retrieved read, Bound<ConversationMember> bound, boolean isArchived) {
        try {
            return new Has(read.of(bound).orElse(null), isArchived, false);
        } catch (UnreadableItemException e) {
            return new Has(null, isArchived, true);
        }
    }

    /** The caller's own item of a conversation, in the list or in the archive. */
    Has own(Caller by, String conversationId) {
        Optional<Stored<ConversationMember>> listed =
                store.stored(HoldThatThoughtTable.CONVERSATION_OF_USER.of(by.userId(), conversationId));
        if (listed.isPresent()) {
            return new Has(listed.get(), false, false);
        }
        return new Has(
                store.stored(SupportTable.ARCHIVED_CONVERSATION_OF_USER.of(by.userId(), conversationId))
                        .orElse(null),
                true,
                false);
    }

    static ApiException none() {
        return ApiException.notFound("There is no such conversation.");
    }
}
