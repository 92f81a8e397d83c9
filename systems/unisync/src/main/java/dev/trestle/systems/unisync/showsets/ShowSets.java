package dev.trestle.systems.unisync.showsets;

import dev.trestle.model.operation.Cause;
import dev.trestle.model.operation.Expect;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Stored;
import dev.trestle.model.operation.Transaction;
import dev.trestle.model.operation.WriteRefusedException;
import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.IfMatch;
import dev.trestle.systems.unisync.activity.Line;
import dev.trestle.systems.unisync.model.Activity;
import dev.trestle.systems.unisync.model.ActivityTable;
import dev.trestle.systems.unisync.model.AuditEntry;
import dev.trestle.systems.unisync.model.FormerVersion;
import dev.trestle.systems.unisync.model.Links;
import dev.trestle.systems.unisync.model.LocalizedString;
import dev.trestle.systems.unisync.model.Note;
import dev.trestle.systems.unisync.model.NotesTable;
import dev.trestle.systems.unisync.model.ShowSet;
import dev.trestle.systems.unisync.model.ShowSetsTable;
import dev.trestle.systems.unisync.model.SupportTable;
import dev.trestle.systems.unisync.model.User;
import dev.trestle.systems.unisync.model.UserStatus;
import dev.trestle.systems.unisync.model.UsersTable;
import dev.trestle.systems.unisync.model.VersionHistoryEntry;
import dev.trestle.systems.unisync.notes.Translations;
import dev.trestle.systems.unisync.showsets.ShowSetRequests.NewShowSet;
import dev.trestle.systems.unisync.time.Ids;
import dev.trestle.systems.unisync.time.Times;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Reads ShowSets, and carries changes of them out: the ShowSet, under the condition that it is what the decision read, what is logged of
 * it, and all that follows, in one transaction.
 */
public final class ShowSets {
    private static final int ATTEMPTS_MAX = 25;
    private static final int FORMER_VERSIONS_MAX = 1000;
    private static final LocalizedString EMPTY = new LocalizedString("", "", "");

    private final ItemStore store;
    private final Translations translations;
    private final Ids ids;
    private final Times times;

    public ShowSets(ItemStore store, Translations translations, Ids ids, Times times) {
        this.store = store.consistent();
        this.translations = translations;
        this.ids = ids;
        this.times = times;
    }

    /** Decides about a change: writes into the draft, and says what else the transaction has. */
    @FunctionalInterface
    interface Decision {
        Extras decide(Draft draft);
    }

    /**
     * What a change brings beside the ShowSet and its activity.
     *
     * @param assignee who has to be active still
     */
    record Extras(
            @Nullable AuditEntry audit,
            @Nullable Note note,
            @Nullable User assignee) {
        static final Extras NONE = new Extras(null, null, null);

        static Extras audit(AuditEntry entry) {
            return new Extras(entry, null, null);
        }
    }

    /** The ShowSet as it is stored. */
    public ShowSet get(String showSetId) {
        return stored(showSetId).record();
    }

    private Stored<ShowSet> stored(String showSetId) {
        return store.stored(ShowSetsTable.SHOWSET_BY_ID.of(showSetId))
                .orElseThrow(() -> ApiException.notFound("There is no ShowSet " + showSetId + "."));
    }

    /** The ShowSet with the whole history of its versions, oldest first; the item alone keeps the newest only. */
    public ShowSet withHistory(ShowSet showSet) {
        if (showSet.versionHistory().size() < Draft.HISTORY_MAX) {
            return showSet;
        }
        List<VersionHistoryEntry> all = new ArrayList<>();
        for (FormerVersion v : store.first(SupportTable.FORMER_VERSIONS.of(showSet.showSetId()), FORMER_VERSIONS_MAX)) {
            all.add(new VersionHistoryEntry(
                    v.id(), v.versionType(), v.version(), v.reason(), v.createdAt(), v.createdBy()));
        }
        Collections.reverse(all);
        all.addAll(showSet.versionHistory());
        return new ShowSet(
                showSet.showSetId(),
                showSet.area(),
                showSet.scene(),
                showSet.description(),
                showSet.vmList(),
                showSet.stages(),
                showSet.links(),
                showSet.screenVersion(),
                showSet.revitVersion(),
                showSet.drawingVersion(),
                all,
                showSet.lockedAt(),
                showSet.lockedBy(),
                showSet.createdAt(),
                showSet.updatedAt());
    }

    public ShowSet create(User by, NewShowSet asked) {
        Instant now = times.now();
        ShowSet made = new ShowSet(
                asked.showSetId(),
                asked.area(),
                asked.scene(),
                asked.description() == null ? EMPTY : asked.description().applyTo(EMPTY),
                asked.vmList() == null ? List.of() : asked.vmList(),
                Stages.initial(by.userId(), now),
                new Links(null, null),
                1,
                1,
                1,
                List.of(),
                null,
                null,
                now,
                now);
        Transaction creation = store.transaction()
                .create(ShowSetsTable.SHOWSET, made)
                .check(SupportTable.RETIRED_BY_ID.of(asked.showSetId()), Expect.ABSENT);
        log(creation, List.of(Line.SHOWSET_CREATED), asked.showSetId(), by, now);
        try {
            creation.commit();
        } catch (WriteRefusedException e) {
            if (e.failure().cause() == Cause.EXISTS) {
                throw ApiException.conflict("There is, or was, a ShowSet " + asked.showSetId() + " already.", null);
            }
            throw e;
        }
        return made;
    }

    /**
     * Changes a ShowSet. When others change other parts of it at the same time, it is decided anew about what it is then; when they change
     * what this change is about, they were first.
     *
     * @param subject what of the ShowSet the change is about
     * @return the ShowSet as it is now, unchanged if the decision changed nothing
     */
    ShowSet change(
            User by, String showSetId, IfMatch startedFrom, Function<ShowSet, Object> subject, Decision decision) {
        Object first = null;
        for (int attempt = 1; ; attempt++) {
            Stored<ShowSet> read = stored(showSetId);
            ShowSet before = read.record();
            startedFrom.check(Tags.of(before), () -> before);
            Object now = subject.apply(before);
            if (attempt > ATTEMPTS_MAX || first != null && !first.equals(now)) {
                throw ApiException.conflict("Somebody else changed it at the same time. Look at it again.", before);
            }
            first = now;
            Draft draft = new Draft(before, by, times.after(before.updatedAt()), ids);
            Extras extras = decision.decide(draft);
            if (!draft.isChanged()) {
                return before;
            }
            if (isCommitted(read, draft, extras)) {
                return draft.after();
            }
        }
    }

    /** Whether it was written; not if the ShowSet, or what else the decision stands on, is not what was read. */
    private boolean isCommitted(Stored<ShowSet> read, Draft draft, Extras extras) {
        String showSetId = draft.before.showSetId();
        Transaction change = store.transaction().replace(ShowSetsTable.SHOWSET, read, draft.after());
        List<Line> lines = new ArrayList<>(draft.log());
        draft.former().forEach(entry -> change.create(SupportTable.FORMER_VERSION, former(showSetId, entry)));
        Optional.ofNullable(extras.audit()).ifPresent(entry -> change.create(SupportTable.AUDIT_ENTRY, entry));
        Optional.ofNullable(extras.note()).ifPresent(note -> {
            change.create(NotesTable.NOTE, note);
            translations.enqueue(change, note);
            lines.add(Line.NOTE_ADDED);
        });
        Optional.ofNullable(extras.assignee())
                .ifPresent(user -> change.check(
                        UsersTable.USER_BY_ID.of(user.userId()), Expect.equal("status", UserStatus.ACTIVE)));
        log(change, lines, showSetId, draft.by, draft.at);
        try {
            change.commit();
            translations.committed();
            return true;
        } catch (WriteRefusedException e) {
            if (e.failure().cause() == Cause.REJECTED) {
                throw e;
            }
            return false;
        }
    }

    private void log(Transaction change, List<Line> lines, String showSetId, User by, Instant at) {
        for (Activity activity : Line.activities(lines, showSetId, by, at, ids)) {
            change.create(ActivityTable.ACTIVITY, activity);
        }
    }

    private static FormerVersion former(String showSetId, VersionHistoryEntry entry) {
        return new FormerVersion(
                showSetId,
                entry.id(),
                entry.versionType(),
                entry.version(),
                entry.reason(),
                entry.createdAt(),
                entry.createdBy());
    }
}
