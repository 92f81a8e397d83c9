package dev.trestle.systems.holdthatthought.people;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.trestle.model.Bound;
import dev.trestle.model.operation.Expect;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.time.TimeFormat;
import dev.trestle.model.time.TimeLayout;
import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.operation.Changes;
import dev.trestle.platform.operation.Decision;
import dev.trestle.platform.time.Ids;
import dev.trestle.systems.holdthatthought.area.PlainText;
import dev.trestle.systems.holdthatthought.model.HiddenRelations;
import dev.trestle.systems.holdthatthought.model.HoldThatThoughtTable;
import dev.trestle.systems.holdthatthought.model.Relation;
import dev.trestle.systems.holdthatthought.model.SupportTable;
import dev.trestle.systems.holdthatthought.model.UserProfile;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Relationships between people. A profile states what others are to its owner; where an entry names a user, that user's profile shows the
 * inverse, derived. {@link Relation} items find entries from the other side. They follow the profiles, by a job of the change or by the
 * stream for profiles of other programs.
 */
public final class Relations {
    static final TimeLayout TIME = Objects.requireNonNull(TimeFormat.MILLIS.layout());

    private static final int DERIVED_MAX = 500;
    private static final int WRITES_A_STEP = 50;

    private final ItemStore store;
    private final ItemStore relaxed;
    private final Changes changes;

    Relations(ItemStore store, Changes changes) {
        this.relaxed = store;
        this.store = store.consistent();
        this.changes = changes;
    }

    /**
     * A relationship that somebody else has stated.
     *
     * @param id to hide it by
     * @param derived always true
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Derived(
            String id,
            String type,
            String name,
            @Nullable String customType,
            String userId,
            Instant createdAt,
            boolean derived) {}

    /** What a request says, checked, with ids and times. Entries that were there keep theirs. */
    static List<FamilyEntry> checked(List<FamilyEntry> asked, List<FamilyEntry> before, Ids ids, Instant now) {
        if (asked.size() > FamilyEntry.ENTRIES_MAX) {
            throw ApiException.invalid(
                            "familyRelationships", "must have at most " + FamilyEntry.ENTRIES_MAX + " entries")
                    .withCode("too-many-relations", Map.of("n", FamilyEntry.ENTRIES_MAX));
        }
        Map<String, FamilyEntry> known = new HashMap<>();
        before.forEach(entry -> known.put(String.valueOf(entry.id()), entry));
        Set<String> taken = new HashSet<>();
        List<FamilyEntry> entries = new ArrayList<>();
        for (int i = 0; i < asked.size(); i++) {
            FamilyEntry entry = asked.get(i);
            String place = "familyRelationships/" + i;
            String id = entry.id() == null || entry.id().isBlank() ? ids.random() : entry.id();
            if (!taken.add(id)) {
                throw ApiException.invalid(place + "/id", "is there twice").withCode("relation-twice");
            }
            String userId = entry.userId() == null || entry.userId().isBlank() ? null : entry.userId();
            String problem = userId == null ? null : dev.trestle.systems.holdthatthought.people.Ids.problem(userId);
            if (problem != null) {
                throw ApiException.invalid(place + "/userId", problem).withCode("id-form");
            }
            String name = PlainText.optional(place + "/name", entry.name(), FamilyEntry.NAME_MAX);
            if (name == null && userId == null) {
                throw ApiException.invalid(place + "/name", "must not be empty").withCode("blank");
            }
            FamilyEntry old = known.get(id);
            entries.add(new FamilyEntry(
                    id,
                    PlainText.required(place + "/type", entry.type(), 50),
                    name,
                    PlainText.optional(place + "/customType", entry.customType(), FamilyEntry.CUSTOM_TYPE_MAX),
                    userId,
                    old != null && old.createdAt() != null ? old.createdAt() : now));
        }
        return entries;
    }

    /** What others have stated about somebody, as far as a viewer may know it. */
    List<Derived> derived(UserProfile about, Caller viewer) {
        Set<String> hidden = new HashSet<>(relaxed.get(SupportTable.HIDDEN_OF_USER.of(about.userId()))
                .map(HiddenRelations::relations)
                .orElse(List.of()));
        List<Relation> stated = relaxed.first(SupportTable.RELATIONS_TO_USER.of(about.userId()), DERIVED_MAX);
        Map<String, Optional<UserProfile>> owners = owners(stated);
        List<Derived> derived = new ArrayList<>();
        for (Relation relation : stated) {
            UserProfile owner =
                    owners.getOrDefault(relation.ownerId(), Optional.empty()).orElse(null);
            String id = relation.ownerId() + "#" + relation.entryId();
            if (owner != null && Visibility.isSeen(owner, viewer) && !hidden.contains(id)) {
                derived.add(new Derived(
                        id,
                        Kinship.inverseOf(relation.type()),
                        owner.displayName(),
                        relation.customType(),
                        owner.userId(),
                        relation.createdAt(),
                        true));
            }
        }
        return derived;
    }

    private Map<String, Optional<UserProfile>> owners(List<Relation> stated) {
        List<String> ids = stated.stream().map(Relation::ownerId).distinct().toList();
        List<Bound<UserProfile>> bounds =
                ids.stream().map(HoldThatThoughtTable.PROFILE_OF_USER::of).toList();
        List<Optional<UserProfile>> found = relaxed.getAll(bounds);
        Map<String, Optional<UserProfile>> owners = new HashMap<>();
        for (int i = 0; i < ids.size(); i++) {
            owners.put(ids.get(i), found.get(i));
        }
        return owners;
    }

    /** Makes the relations of a user what the profile says now. May be called at any time, and twice. */
    void align(String userId) {
        Object unused = changes.run(store, () -> aligning(userId));
    }

    Decision<@Nullable Void> aligning(String userId) {
        Map<String, Relation> wanted = new LinkedHashMap<>();
        store.get(HoldThatThoughtTable.PROFILE_OF_USER.of(userId)).ifPresent(profile -> {
            for (FamilyEntry entry : FamilyEntry.read(profile.familyRelationships())) {
                Relation relation = entry.relationOf(userId, profile.updatedAt());
                if (relation != null) {
                    wanted.put(relation.entryId(), relation);
                }
            }
        });
        List<Relation> stored = store.first(SupportTable.RELATIONS_OF_USER.of(userId), DERIVED_MAX);
        Decision<@Nullable Void> all = Decision.done();
        for (Relation old : stored) {
            Relation now = wanted.remove(old.entryId());
            if (now == null) {
                all.delete(SupportTable.RELATION, old, Expect.ANYTHING);
            } else if (!now.equals(old)) {
                all.put(SupportTable.RELATION, now);
            }
            if (all.actions() == WRITES_A_STEP) {
                return Decision.<@Nullable Void>step().with(all);
            }
        }
        for (Relation each : wanted.values()) {
            all.put(SupportTable.RELATION, each);
            if (all.actions() == WRITES_A_STEP) {
                return Decision.<@Nullable Void>step().with(all);
            }
        }
        return all;
    }
}
