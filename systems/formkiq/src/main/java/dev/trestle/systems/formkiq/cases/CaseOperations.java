package dev.trestle.systems.formkiq.cases;

import dev.trestle.model.operation.Expect;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Stored;
import dev.trestle.platform.api.Problem.Kind;
import dev.trestle.platform.jobs.JobRunner;
import dev.trestle.platform.operation.Changes;
import dev.trestle.platform.operation.Decision;
import dev.trestle.platform.operation.Given;
import dev.trestle.platform.operation.Operations;
import dev.trestle.systems.formkiq.api.Answers.Message;
import dev.trestle.systems.formkiq.api.Caller;
import dev.trestle.systems.formkiq.api.Pages;
import dev.trestle.systems.formkiq.api.Refusals;
import dev.trestle.systems.formkiq.api.Rights;
import dev.trestle.systems.formkiq.cases.CaseLinks.Owner;
import dev.trestle.systems.formkiq.cases.CaseViews.AddCase;
import dev.trestle.systems.formkiq.cases.CaseViews.ByCase;
import dev.trestle.systems.formkiq.cases.CaseViews.CaseView;
import dev.trestle.systems.formkiq.cases.CaseViews.CasesView;
import dev.trestle.systems.formkiq.cases.CaseViews.DocumentsView;
import dev.trestle.systems.formkiq.cases.CaseViews.DropOfCase;
import dev.trestle.systems.formkiq.cases.CaseViews.Fields;
import dev.trestle.systems.formkiq.cases.CaseViews.ListCases;
import dev.trestle.systems.formkiq.cases.CaseViews.ListOfCase;
import dev.trestle.systems.formkiq.cases.CaseViews.ListStates;
import dev.trestle.systems.formkiq.cases.CaseViews.MadeCase;
import dev.trestle.systems.formkiq.cases.CaseViews.NewCase;
import dev.trestle.systems.formkiq.cases.CaseViews.OneCase;
import dev.trestle.systems.formkiq.cases.CaseViews.UpdateCase;
import dev.trestle.systems.formkiq.documents.Library;
import dev.trestle.systems.formkiq.model.Cases;
import dev.trestle.systems.formkiq.model.Cases.Case;
import dev.trestle.systems.formkiq.model.Cases.CaseStatus;
import dev.trestle.systems.formkiq.model.Cases.ObjectType;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The operations on cases, and with them those on their tasks and nigos. */
public final class CaseOperations {
    private static final int STATES_MAX = 20;

    private final ItemStore items;
    private final Pages pages;
    private final CaseLinks links;
    private final CaseRemoval removal;
    private final TimeOrderedIds ids = new TimeOrderedIds();

    public CaseOperations(Library library, ItemStore items, Pages pages, Changes changes) {
        this.items = items;
        this.pages = pages;
        this.links = new CaseLinks(library, pages);
        this.removal = new CaseRemoval(items, changes);
    }

    public void declare(Operations<Caller> api) {
        api.get("GetCases", "/cases", ListCases.class)
                .about("The cases of a site, in the order in which they were made")
                .right(Rights.READ)
                .refuses(Kind.INVALID)
                .gives(CasesView.class, this::list);
        api.post("AddCase", "/cases", AddCase.class)
                .about("Adds a case, with numbers in the formats that are given")
                .right(Rights.WRITE)
                .refuses(Kind.INVALID)
                .changes(MadeCase.class, this::add);
        api.get("GetCase", "/cases/{caseId}", ByCase.class)
                .about("A case")
                .right(Rights.READ)
                .refuses(Kind.NOT_FOUND)
                .gives(
                        OneCase.class,
                        given -> new OneCase(CaseView.of(CaseFinder.require(
                                        store(given.by()), given.asked().caseId())
                                .record())));
        api.patch("UpdateCase", "/cases/{caseId}", UpdateCase.class)
                .about("Changes what is given of a case")
                .right(Rights.WRITE)
                .refuses(Kind.INVALID, Kind.NOT_FOUND)
                .changes(MadeCase.class, this::update);
        api.delete("DeleteCase", "/cases/{caseId}", ByCase.class)
                .about("Deletes a case with its tasks and nigos; documents stay")
                .right(Rights.DELETE)
                .refuses(Kind.NOT_FOUND)
                .changes(Message.class, this::delete);
        declareDocuments(api);
        new TaskOperations(parts(CasePart.TASK)).declare(api);
        new NigoOperations(parts(CasePart.NIGO)).declare(api);
    }

    private void declareDocuments(Operations<Caller> api) {
        api.get("GetCaseDocuments", "/cases/{caseId}/documents", ListOfCase.class)
                .about("The documents of a case itself that the caller may read")
                .right(Rights.READ)
                .refuses(Kind.INVALID, Kind.NOT_FOUND)
                .gives(DocumentsView.class, this::documents);
        api.delete("DeleteCaseDocument", "/cases/{caseId}/documents/{documentId}", DropOfCase.class)
                .about("Takes a document from a case; the document stays")
                .right(Rights.DELETE)
                .refuses(Kind.NOT_FOUND)
                .changes(Message.class, this::unlink);
        api.get("FindCases", "/x/cases", ListStates.class)
                .about("The cases of a site in some states, the newest first")
                .right(Rights.READ)
                .refuses(Kind.INVALID)
                .gives(CasesView.class, this::find);
    }

    /** Has its job done. */
    public void runBy(JobRunner runner) {
        runner.handle(CaseRemoval.CLEAR, removal::clear);
    }

    private <T extends Record> PartOperations<T> parts(CasePart<T> part) {
        return new PartOperations<>(part, items, pages, links, removal, ids);
    }

    private ItemStore store(Caller caller) {
        return items.within(caller.site()).consistent();
    }

    private static Owner owner(String caseId) {
        return new Owner(caseId, ObjectType.CASE, caseId);
    }

    private CasesView list(Given<Caller, ListCases> given) {
        ListCases asked = given.asked();
        ItemStore indexes = items.within(given.by().site());
        ItemStore store = store(given.by());
        Pages.Listing<CaseView> page = pages.collect(
                pages.asked(given.by(), "GetCases", List.of(), asked.limit(), asked.next(), null),
                (after, count) -> indexes.placed(Cases.ALL_CASES.of(), count, after),
                hits -> views(CaseFinder.current(store, hits)));
        return new CasesView(page.next(), page.items());
    }

    private CasesView find(Given<Caller, ListStates> given) {
        ListStates asked = given.asked();
        Set<CaseStatus> states = states(asked.status());
        ItemStore indexes = items.within(given.by().site());
        ItemStore store = store(given.by());
        List<String> query = states.stream().map(Enum::name).sorted().toList();
        Pages.Listing<CaseView> page = pages.collect(
                pages.asked(given.by(), "FindCases", query, asked.limit(), asked.next(), null),
                (after, count) -> indexes.placed(Cases.NEWEST_CASES.of(), count, after),
                hits -> views(CaseFinder.current(store, hits).stream()
                        .map(each -> each == null || states.isEmpty() || states.contains(each.status()) ? each : null)
                        .toList()));
        return new CasesView(page.next(), page.items());
    }

    private static Set<CaseStatus> states(@Nullable String names) {
        Set<CaseStatus> states = EnumSet.noneOf(CaseStatus.class);
        if (names != null && !names.isEmpty()) {
            Refusals refusals = new Refusals();
            for (String name : names.split(",", STATES_MAX)) {
                CaseFields.status(name, refusals).ifPresent(states::add);
            }
            refusals.check();
        }
        return states;
    }

    private static List<@Nullable CaseView> views(List<@Nullable Case> found) {
        return found.stream()
                .map(each -> each == null ? null : CaseView.of(each))
                .toList();
    }

    private static NewCase given(@Nullable NewCase asked) {
        if (asked == null) {
            throw Refusals.of("case", "'case' is required");
        }
        return asked;
    }

    private Decision<MadeCase> add(Given<Caller, AddCase> given) {
        NewCase asked = given(given.asked().body().newCase());
        Refusals refusals = new Refusals();
        CaseFields fields = CaseFields.NONE.with(asked.fields(), refusals, "name");
        CaseNumbers number = CaseNumbers.of(CaseNumbers.Kind.CASE, asked.caseNumberFormat(), refusals);
        boolean isNumbered = asked.documentNumberFormat() != null
                && !asked.documentNumberFormat().isEmpty();
        CaseNumbers documentNumber = CaseNumbers.of(CaseNumbers.Kind.DOCUMENT, asked.documentNumberFormat(), refusals);
        refusals.check();
        ItemStore store = store(given.by());
        ItemStore indexes = items.within(given.by().site());
        Instant at = given.at();
        Decision<?> numbers = Decision.done();
        String caseNumber = number.take(numbers, store, indexes, at);
        String documents = isNumbered ? documentNumber.take(numbers, store, indexes, at) : null;
        // Made after the numbers were read: the order of ids is that of numbers.
        String id = ids.next(at);
        Instant seconds = at.truncatedTo(ChronoUnit.SECONDS);
        Decision<MadeCase> decision = Decision.of(new MadeCase(id))
                .create(
                        Cases.CASE,
                        stored(
                                id,
                                caseNumber,
                                documents,
                                fields,
                                seconds,
                                given.by().user()))
                .with(numbers);
        links.add(decision, given.by(), owner(id), CaseFields.documentIds(asked.fields()), seconds);
        return decision;
    }

    private static Case stored(
            String id,
            @Nullable String caseNumber,
            @Nullable String documentNumber,
            CaseFields fields,
            Instant inserted,
            @Nullable String user) {
        return new Case(
                id,
                String.valueOf(fields.name()),
                fields.description(),
                fields.status(),
                caseNumber,
                documentNumber,
                fields.storedMetadata(),
                inserted,
                fields.startDate(),
                fields.endDate(),
                fields.plannedStartDate(),
                fields.dueDate(),
                user);
    }

    private static CaseFields fields(Case of) {
        return new CaseFields(
                of.name(),
                of.description(),
                of.status(),
                Objects.requireNonNullElse(of.metadata(), Map.of()),
                of.plannedStartDate(),
                of.startDate(),
                of.endDate(),
                of.dueDate());
    }

    private Decision<MadeCase> update(Given<Caller, UpdateCase> given) {
        Fields asked = given.asked().body().fields();
        Stored<Case> before =
                CaseFinder.require(store(given.by()), given.asked().caseId());
        if (asked == null) {
            throw Refusals.of("case", "'case' is required");
        }
        Case old = before.record();
        Refusals refusals = new Refusals();
        CaseFields fields = fields(old).with(asked, refusals, "name");
        refusals.check();
        Case after = stored(
                old.documentId(), old.caseNumber(), old.documentNumber(), fields, old.inserteddate(), old.userId());
        Decision<MadeCase> decision = Decision.of(new MadeCase(old.documentId()));
        if (after.equals(old)) {
            decision.check(Cases.CASE_BY_ID.of(old.documentId()), Expect.PRESENT);
        } else {
            decision.replace(Cases.CASE, before, after);
        }
        links.add(
                decision,
                given.by(),
                owner(old.documentId()),
                CaseFields.documentIds(asked),
                given.at().truncatedTo(ChronoUnit.SECONDS));
        return decision;
    }

    private Decision<Message> delete(Given<Caller, ByCase> given) {
        Stored<Case> before =
                CaseFinder.require(store(given.by()), given.asked().caseId());
        String id = before.record().documentId();
        Decision<Message> decision =
                Decision.of(new Message("Case '" + id + "' deleted")).delete(Cases.CASE, before);
        removal.begin(decision, given.by().site(), owner(id));
        return decision;
    }

    private DocumentsView documents(Given<Caller, ListOfCase> given) {
        ListOfCase asked = given.asked();
        Stored<Case> unused = CaseFinder.require(store(given.by()), asked.caseId());
        return links.list(given.by(), "GetCaseDocuments", owner(asked.caseId()), asked.limit(), asked.next());
    }

    private Decision<Message> unlink(Given<Caller, DropOfCase> given) {
        DropOfCase asked = given.asked();
        Stored<Case> unused = CaseFinder.require(store(given.by()), asked.caseId());
        Decision<Message> decision = Decision.of(new Message("Document '" + asked.documentId() + "' removed"));
        links.remove(decision, given.by(), owner(asked.caseId()), asked.documentId());
        return decision;
    }
}
