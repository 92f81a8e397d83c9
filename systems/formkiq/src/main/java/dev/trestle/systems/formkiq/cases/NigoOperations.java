package dev.trestle.systems.formkiq.cases;

import dev.trestle.platform.api.Problem.Kind;
import dev.trestle.platform.operation.Decision;
import dev.trestle.platform.operation.Given;
import dev.trestle.platform.operation.Operations;
import dev.trestle.systems.formkiq.api.Answers.Message;
import dev.trestle.systems.formkiq.api.Caller;
import dev.trestle.systems.formkiq.api.Pages;
import dev.trestle.systems.formkiq.api.Rights;
import dev.trestle.systems.formkiq.cases.CaseViews.AddNigo;
import dev.trestle.systems.formkiq.cases.CaseViews.ByNigo;
import dev.trestle.systems.formkiq.cases.CaseViews.DocumentsView;
import dev.trestle.systems.formkiq.cases.CaseViews.DropOfNigo;
import dev.trestle.systems.formkiq.cases.CaseViews.ListOfCase;
import dev.trestle.systems.formkiq.cases.CaseViews.ListOfNigo;
import dev.trestle.systems.formkiq.cases.CaseViews.MadeNigo;
import dev.trestle.systems.formkiq.cases.CaseViews.NigoView;
import dev.trestle.systems.formkiq.cases.CaseViews.NigosView;
import dev.trestle.systems.formkiq.cases.CaseViews.OneNigo;
import dev.trestle.systems.formkiq.cases.CaseViews.UpdateNigo;
import dev.trestle.systems.formkiq.model.Cases.Nigo;

/** The operations on the nigos of cases. */
final class NigoOperations {
    private final PartOperations<Nigo> nigos;

    NigoOperations(PartOperations<Nigo> nigos) {
        this.nigos = nigos;
    }

    void declare(Operations<Caller> api) {
        String all = "/cases/{caseId}/nigos";
        api.get("GetCaseNigos", all, ListOfCase.class)
                .about("The nigos of a case, in the order in which they were made")
                .right(Rights.READ)
                .refuses(Kind.INVALID, Kind.NOT_FOUND)
                .gives(NigosView.class, this::list);
        api.post("AddNigo", all, AddNigo.class)
                .about("Adds a nigo to a case")
                .right(Rights.WRITE)
                .refuses(Kind.INVALID, Kind.NOT_FOUND)
                .changes(
                        MadeNigo.class,
                        given -> made(nigos.add(
                                given.by(), given.asked(), given.asked().body().nigo(), given.at())));
        String one = all + "/{nigoId}";
        api.get("GetCaseNigo", one, ByNigo.class)
                .about("A nigo of a case")
                .right(Rights.READ)
                .refuses(Kind.NOT_FOUND)
                .gives(OneNigo.class, given -> new OneNigo(NigoView.of(nigos.get(given.by(), given.asked()))));
        api.patch("UpdateNigo", one, UpdateNigo.class)
                .about("Changes what is given of a nigo")
                .right(Rights.WRITE)
                .refuses(Kind.INVALID, Kind.NOT_FOUND)
                .changes(
                        MadeNigo.class,
                        given -> made(nigos.update(
                                given.by(), given.asked(), given.asked().body().nigo(), given.at())));
        api.delete("DeleteNigo", one, ByNigo.class)
                .about("Deletes a nigo; its documents stay")
                .right(Rights.DELETE)
                .refuses(Kind.NOT_FOUND)
                .changes(Message.class, given -> nigos.delete(given.by(), given.asked()));
        String documents = one + "/documents";
        api.get("GetNigoDocuments", documents, ListOfNigo.class)
                .about("The documents of a nigo that the caller may read")
                .right(Rights.READ)
                .refuses(Kind.INVALID, Kind.NOT_FOUND)
                .gives(
                        DocumentsView.class,
                        given -> nigos.documents(
                                given.by(),
                                "GetNigoDocuments",
                                given.asked(),
                                given.asked().limit(),
                                given.asked().next()));
        api.delete("DeleteNigoDocument", documents + "/{documentId}", DropOfNigo.class)
                .about("Takes a document from a nigo; the document stays")
                .right(Rights.DELETE)
                .refuses(Kind.NOT_FOUND)
                .changes(
                        Message.class,
                        given -> nigos.unlink(
                                given.by(), given.asked(), given.asked().documentId()));
    }

    private static Decision<MadeNigo> made(Decision<String> decision) {
        return decision.withResult(new MadeNigo(decision.result()));
    }

    private NigosView list(Given<Caller, ListOfCase> given) {
        ListOfCase asked = given.asked();
        Pages.Listing<NigoView> page =
                nigos.list(given.by(), "GetCaseNigos", asked, asked.limit(), asked.next(), NigoView::of);
        return new NigosView(page.next(), page.items());
    }
}
