package dev.trestle.systems.formkiq.cases;

import dev.trestle.model.operation.Expect;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Stored;
import dev.trestle.platform.operation.Decision;
import dev.trestle.systems.formkiq.api.Answers.Message;
import dev.trestle.systems.formkiq.api.Caller;
import dev.trestle.systems.formkiq.api.Pages;
import dev.trestle.systems.formkiq.api.Refusals;
import dev.trestle.systems.formkiq.cases.CaseLinks.Owner;
import dev.trestle.systems.formkiq.cases.CasePart.Row;
import dev.trestle.systems.formkiq.cases.CaseViews.DocumentsView;
import dev.trestle.systems.formkiq.cases.CaseViews.Fields;
import dev.trestle.systems.formkiq.cases.CaseViews.InCase;
import dev.trestle.systems.formkiq.cases.CaseViews.OfPart;
import dev.trestle.systems.formkiq.model.Cases;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What tasks and nigos have done to them. */
final class PartOperations<T extends Record> {
    private final CasePart<T> part;
    private final ItemStore items;
    private final Pages pages;
    private final CaseLinks links;
    private final CaseRemoval removal;
    private final TimeOrderedIds ids;

    PartOperations(
            CasePart<T> part, ItemStore items, Pages pages, CaseLinks links, CaseRemoval removal, TimeOrderedIds ids) {
        this.part = part;
        this.items = items;
        this.pages = pages;
        this.links = links;
        this.removal = removal;
        this.ids = ids;
    }

    private ItemStore store(Caller caller) {
        return items.within(caller.site()).consistent();
    }

    private Owner owner(String caseId, String id) {
        return new Owner(caseId, part.type(), id);
    }

    T get(Caller caller, OfPart asked) {
        return require(caller, asked).record();
    }

    private Stored<T> require(Caller caller, OfPart asked) {
        return CaseFinder.require(store(caller), part, asked.caseId(), asked.partId());
    }

    <V> Pages.Listing<V> list(
            Caller caller,
            String operation,
            InCase asked,
            @Nullable String limit,
            @Nullable String next,
            Function<T, V> view) {
        ItemStore store = store(caller);
        Object unused = CaseFinder.require(store, asked.caseId());
        return pages.collect(
                pages.asked(caller, operation, List.of(asked.caseId()), limit, next, null),
                (after, count) -> store.placed(part.ofCase().of(asked.caseId()), count, after),
                Pages.each(view));
    }

    private Fields given(@Nullable Fields given) {
        String name = part.word().toLowerCase(Locale.ROOT);
        if (given == null) {
            throw Refusals.of(name, "'" + name + "' is required");
        }
        return given;
    }

    Decision<String> add(Caller caller, InCase asked, @Nullable Fields body, Instant at) {
        Object unused = CaseFinder.require(store(caller), asked.caseId());
        Fields given = given(body);
        Refusals refusals = new Refusals();
        CaseFields fields = CaseFields.NONE.with(given, refusals, part.required());
        refusals.check();
        String id = ids.next(at);
        Instant seconds = at.truncatedTo(ChronoUnit.SECONDS);
        Decision<String> decision = Decision.of(id)
                .create(part.entity(), part.stored().apply(new Row(id, asked.caseId(), fields, seconds, caller.user())))
                .check(Cases.CASE_BY_ID.of(asked.caseId()), Expect.PRESENT);
        links.add(decision, caller, owner(asked.caseId(), id), CaseFields.documentIds(given), seconds);
        return decision;
    }

    Decision<String> update(Caller caller, OfPart asked, @Nullable Fields body, Instant at) {
        Stored<T> before = require(caller, asked);
        Fields given = given(body);
        Row old = part.row().apply(before.record());
        Refusals refusals = new Refusals();
        CaseFields fields = old.fields().with(given, refusals, part.required());
        refusals.check();
        T after = part.stored().apply(old.with(fields));
        Decision<String> decision =
                Decision.of(asked.partId()).check(Cases.CASE_BY_ID.of(asked.caseId()), Expect.PRESENT);
        if (after.equals(before.record())) {
            decision.check(part.byId().of(asked.caseId(), asked.partId()), Expect.PRESENT);
        } else {
            decision.replace(part.entity(), before, after);
        }
        links.add(
                decision,
                caller,
                owner(asked.caseId(), asked.partId()),
                CaseFields.documentIds(given),
                at.truncatedTo(ChronoUnit.SECONDS));
        return decision;
    }

    Decision<Message> delete(Caller caller, OfPart asked) {
        Stored<T> before = require(caller, asked);
        Decision<Message> decision = Decision.of(new Message(part.word() + " '" + asked.partId() + "' deleted"))
                .delete(part.entity(), before);
        removal.begin(decision, caller.site(), owner(asked.caseId(), asked.partId()));
        return decision;
    }

    DocumentsView documents(
            Caller caller, String operation, OfPart asked, @Nullable String limit, @Nullable String next) {
        Object unused = require(caller, asked);
        return links.list(caller, operation, owner(asked.caseId(), asked.partId()), limit, next);
    }

    Decision<Message> unlink(Caller caller, OfPart asked, String documentId) {
        Object unused = require(caller, asked);
        Decision<Message> decision = Decision.of(new Message("Document '" + documentId + "' removed"));
        links.remove(decision, caller, owner(asked.caseId(), asked.partId()), documentId);
        return decision;
    }
}
