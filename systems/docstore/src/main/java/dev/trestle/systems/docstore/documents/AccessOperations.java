package dev.trestle.systems.docstore.documents;

import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.Problem.Kind;
import dev.trestle.platform.api.Reply;
import dev.trestle.platform.identity.Directory;
import dev.trestle.platform.operation.Operations;
import dev.trestle.platform.table.Person;
import dev.trestle.systems.docstore.documents.Access.AccessView;
import dev.trestle.systems.docstore.documents.Requests.ById;
import dev.trestle.systems.docstore.documents.Rights.Role;
import dev.trestle.systems.docstore.model.Document;
import java.util.List;

/** Operations about who may see and change a document. */
public final class AccessOperations {
    private final Documents documents;
    private final Access access;
    private final Directory directory;

    /** Somebody to share with. */
    public record PersonView(String principal, String name, String email) {
        static PersonView of(Person person) {
            return new PersonView(person.personId(), person.name(), person.email());
        }
    }

    public record PeopleView(List<PersonView> items) {}

    public AccessOperations(Documents documents, Directory directory, DocumentNotices notices) {
        this.documents = documents;
        this.access = new Access(directory, notices);
        this.directory = directory;
    }

    public void declare(Operations<Caller> operations) {
        operations
                .get("getAccess", "/documents/{id}/access", ById.class)
                .about("Who may see and change it")
                .right(Rights.SEE_ACCESS)
                .tagged()
                .on(documents.atLeast(Role.VIEWER), documents::latest)
                .replies(AccessView.class, (given, read) -> shown(read.record()));
        operations
                .put("changeAccess", "/documents/{id}/access", Requests.ChangeAccess.class)
                .about("Says who may see and change it, or hands it over")
                .description(
                        "If-Match has the access list's ETag. Users are named as tokens name them, groups as group:name; eighty"
                                + " together at most. Whoever is given more than they had must be a member of the tenant.")
                .right(Rights.CHANGE_ACCESS)
                .tagged()
                .on(
                        documents.atLeast(Role.OWNER).showing((caller, document) -> access.view(document)),
                        documents::latest)
                .ifMatchRequired(Tags::access)
                .changes(access::change)
                .gives(AccessView.class, (given, changed) -> shown(changed));
        operations
                .post("handOver", "/documents/{id}/owner", Requests.HandOver.class)
                .about("Hands it over to another owner; the former one becomes an editor")
                .description(
                        "If it got another owner meanwhile, that is 409, or 403 for a caller who owns it no longer.")
                .right(Rights.HAND_OVER)
                .on(
                        documents.atLeast(Role.OWNER).showing((caller, document) -> access.view(document)),
                        documents::latest)
                .ifMatch(Tags::access)
                .conflictsOn((document, asked) -> document.owner())
                .changes(access::handOver)
                .gives(AccessView.class, (given, changed) -> shown(changed));
        operations
                .post("leaveDocument", "/documents/{id}/leave", ById.class)
                .about("Takes the caller out of its editors and viewers")
                .right(Rights.LEAVE)
                .on(documents.atLeast(Role.VIEWER), documents::latest)
                .changes(access::leave)
                .givesNothing();
        operations
                .get("findPerson", "/people", Requests.FindPerson.class)
                .about("A member of the caller's tenant, by address, to share with")
                .right(Rights.FIND_PEOPLE)
                .refuses(Kind.NOT_FOUND)
                .gives(PersonView.class, given -> find(given.by(), given.asked().email()));
        operations
                .get("findPeople", "/members", Requests.FindPeople.class)
                .about("Members of the caller's tenant by a part of their name or address, to share with")
                .right(Rights.FIND_PEOPLE)
                .gives(
                        PeopleView.class,
                        given -> new PeopleView(
                                directory
                                        .findMembers(
                                                given.by().tenant(),
                                                given.asked().text(),
                                                given.asked().limit())
                                        .stream()
                                        .map(PersonView::of)
                                        .toList()));
    }

    /** Nobody else can be looked up. */
    private PersonView find(Caller caller, String email) {
        return directory
                .findMember(caller.tenant(), email)
                .map(PersonView::of)
                .orElseThrow(() -> ApiException.notFound("Nobody in this tenant has that address.")
                        .withCode("nobody-with-address"));
    }

    private Reply shown(Document document) {
        return Reply.of(access.view(document)).tag(Tags.access(document));
    }
}
