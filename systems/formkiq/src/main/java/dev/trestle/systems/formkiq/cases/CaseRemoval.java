package dev.trestle.systems.formkiq.cases;

import dev.trestle.model.Groups;
import dev.trestle.model.operation.Expect;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.platform.jobs.JobContext;
import dev.trestle.platform.operation.Changes;
import dev.trestle.platform.operation.Decision;
import dev.trestle.systems.formkiq.cases.CaseLinks.Owner;
import dev.trestle.systems.formkiq.model.Cases;
import dev.trestle.systems.formkiq.model.Cases.CaseDocument;
import dev.trestle.systems.formkiq.model.Cases.ObjectType;
import java.util.List;

/**
 * Takes away what a deleted case, task or nigo has left. It is gone as soon as its own row is; the rows that fit go in
 * the same transaction, and a job takes the others, with those that were written at the same moment. Documents stay.
 */
final class CaseRemoval {
    static final String CLEAR = "clear-case";

    /** Leaves room for the row itself and the job. */
    private static final int ROWS = 90;

    private static final int STEPS_MAX = 100_000;

    private final ItemStore items;
    private final Changes changes;

    CaseRemoval(ItemStore items, Changes changes) {
        this.items = items;
        this.changes = changes;
    }

    /** The payload of the job. */
    record Clear(String site, Owner owner) {}

    /** Has a decision take the first rows, and a job the others. */
    void begin(Decision<?> decision, String site, Owner owner) {
        step(decision, store(site), owner);
        Decision<?> unused = decision.job(CLEAR, owner.id(), new Clear(site, owner));
    }

    /** Takes all rows that are left, a bounded number at a time. */
    void clear(JobContext job) {
        Clear asked = job.payload(Clear.class);
        ItemStore store = store(asked.site());
        for (int i = 0; i < STEPS_MAX; i++) {
            Boolean more = changes.run(store, () -> {
                Decision<Boolean> decision = Decision.of(true);
                step(decision, store, asked.owner());
                return decision.isEmpty() ? Decision.of(false) : decision;
            });
            if (!more) {
                return;
            }
        }
    }

    private ItemStore store(String site) {
        return items.within(site).consistent();
    }

    private static void step(Decision<?> decision, ItemStore store, Owner owner) {
        if (owner.type() != ObjectType.CASE) {
            List<CaseDocument> links =
                    store.first(Cases.DOCUMENTS_OF_CASE_OBJECT.of(owner.caseId(), owner.type(), owner.id()), ROWS);
            links.forEach(link -> decision.delete(Cases.CASE_DOCUMENT, link, Expect.ANYTHING));
            return;
        }
        Groups rows =
                store.collect(Cases.WHOLE_CASE.of(owner.caseId()), ROWS, null).groups();
        rows.of(Cases.TASK).forEach(row -> decision.delete(Cases.TASK, row, Expect.ANYTHING));
        rows.of(Cases.NIGO).forEach(row -> decision.delete(Cases.NIGO, row, Expect.ANYTHING));
        rows.of(Cases.CASE_DOCUMENT).forEach(row -> decision.delete(Cases.CASE_DOCUMENT, row, Expect.ANYTHING));
    }
}
