package dev.trestle.systems.holdthatthought.drafts;

import dev.trestle.model.Bound;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Retrieved;
import dev.trestle.model.operation.Stored;
import dev.trestle.platform.operation.Decision;
import dev.trestle.platform.operation.Item;
import dev.trestle.platform.time.Times;
import dev.trestle.systems.holdthatthought.model.Draft;
import dev.trestle.systems.holdthatthought.model.DraftDetails;
import dev.trestle.systems.holdthatthought.model.DraftStatus;
import dev.trestle.systems.holdthatthought.model.HoldThatThoughtTable;
import dev.trestle.systems.holdthatthought.model.SupportTable;
import dev.trestle.systems.holdthatthought.people.Caller;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Drafts as they are stored: the documented item, and the details beside it, which another program's draft lacks. */
final class Drafts {
    private static final String MISSING = "There is no such draft.";

    static final Item<Caller, Draft> ANY = Item.of(MISSING);

    /** A draft that only its uploader and administrators may change so. */
    static final Item<Caller, Draft> OWN = Item.<Caller, Draft>of(MISSING)
            .atLeast(Role.MANAGER, (who, draft) -> who.mayManage(draft.uploaderId()) ? Role.MANAGER : Role.READER);

    private final ItemStore store;

    /** What a member is to a draft. */
    enum Role {
        READER,
        MANAGER
    }

    /** A draft with its details. */
    record Found(Stored<Draft> stored, @Nullable Stored<DraftDetails> details) {
        Draft draft() {
            return stored.record();
        }

        @Nullable
        DraftDetails detail() {
            return details == null ? null : details.record();
        }

        /** The details; empty ones of a draft that has none. */
        DraftDetails known() {
            DraftDetails known = detail();
            return known == null ? DraftDetails.of(draft().draftId(), List.of()) : known;
        }

        List<DraftFiles.Page> pages() {
            return DraftFiles.pages(draft(), detail());
        }
    }

    Drafts(ItemStore store) {
        this.store = store.consistent();
    }

    Optional<Found> find(String draftId) {
        Bound<Draft> draftAt = HoldThatThoughtTable.DRAFT_BY_ID.of(draftId);
        Bound<DraftDetails> detailsAt = SupportTable.DETAILS_OF_DRAFT.of(draftId);
        Retrieved read = store.retrieve(List.of(draftAt, detailsAt));
        return read.of(draftAt)
                .map(draft -> new Found(draft, read.readable(detailsAt).orElse(null)));
    }

    /** Writes a draft that was read as it is to be, now. */
    static <R extends @Nullable Object> Decision<R> replace(Decision<R> decision, Found found, Draft after) {
        return decision.replace(HoldThatThoughtTable.DRAFT, found.stored(), after);
    }

    static <R extends @Nullable Object> Decision<R> replace(Decision<R> decision, Found found, DraftDetails after) {
        Stored<DraftDetails> before = found.details();
        return before == null
                ? decision.create(SupportTable.DRAFT_DETAILS, after)
                : decision.replace(SupportTable.DRAFT_DETAILS, before, after);
    }

    /** The same draft in another status. */
    static Draft to(Draft draft, DraftStatus status, @Nullable String error, Instant now) {
        return draft.with(
                next -> next.status(status).errorMessage(error).updatedAt(Times.after(now, draft.updatedAt())));
    }
}
