package dev.trestle.server.admin;

import dev.trestle.platform.api.Call;
import dev.trestle.platform.api.Page;
import dev.trestle.platform.api.Patch;
import dev.trestle.platform.api.Reply;
import dev.trestle.platform.identity.People;
import dev.trestle.platform.table.Membership;
import dev.trestle.platform.table.Person;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The people whom the built-in issuer knows, and their groups. */
final class PeopleDesk {
    private static final int PAGE = 200;

    /** Groups are texts on people, so that people are read to list them: so many pages at most. */
    private static final int PAGES_MAX = 25;

    private final People people;

    PeopleDesk(People people) {
        this.people = people;
    }

    record ListPeople(
            @Nullable String email, int limit, @Nullable String cursor) {}

    record NewPerson(String email, String name, @Nullable List<String> groups) {}

    record AddPerson(NewPerson body) {}

    record ByPerson(String personId) {}

    record PersonPatch(Patch<String> name, Patch<List<String>> groups, Patch<Person.Status> status) {}

    record ChangePerson(String personId, PersonPatch body) {}

    record Groups(List<String> groups) {}

    record Join(String personId, String tenant, Groups body) {}

    record Leave(String personId, String tenant) {}

    record PersonView(
            String personId, String email, String name, Person.Status status, List<String> groups, Instant createdAt) {
        static PersonView of(Person person) {
            return new PersonView(
                    person.personId(),
                    person.email(),
                    person.name(),
                    person.status(),
                    person.groups(),
                    person.createdAt());
        }
    }

    record TenantView(String tenant, List<String> groups, Instant since) {
        static TenantView of(Membership membership) {
            return new TenantView(membership.tenant(), membership.groups(), membership.since());
        }
    }

    record WholePerson(PersonView person, List<TenantView> tenants) {}

    record GroupView(String group, int people) {}

    /** {@code complete} tells whether all people were looked at. */
    record GroupsView(List<GroupView> items, boolean complete) {}

    void addTo(Desk desk) {
        desk.look("listPeople", ListPeople.class, (call, q) -> list(q).map(PersonView::of))
                .look("listGroups", AdminApi.None.class, (call, q) -> groups())
                .look("getPerson", ByPerson.class, (call, q) -> whole(q.personId()))
                .act("addPerson", AddPerson.class, q -> q.body().email(), (call, q) -> add(q.body()))
                .act(
                        "changePerson",
                        ChangePerson.class,
                        q -> q.personId() + " " + q.body(),
                        (call, q) -> PersonView.of(change(call, q.personId(), person -> patched(person, q.body()))))
                .act(
                        "resetPersonsPassword",
                        ByPerson.class,
                        ByPerson::personId,
                        (call, q) -> Map.of("oneTimePassword", people.resetPassword(q.personId())))
                .act(
                        "createResetCode",
                        ByPerson.class,
                        ByPerson::personId,
                        (call, q) -> Map.of("code", people.resetCode(q.personId())))
                .act("signOutPerson", ByPerson.class, ByPerson::personId, (call, q) -> {
                    people.signOutEverywhere(q.personId());
                    return null;
                })
                .act("unlockPerson", ByPerson.class, ByPerson::personId, (call, q) -> {
                    people.unlock(q.personId());
                    return null;
                })
                .act(
                        "joinTenant",
                        Join.class,
                        q -> q.personId() + " " + q.tenant() + " " + q.body().groups(),
                        (call, q) -> TenantView.of(
                                people.join(q.personId(), q.tenant(), q.body().groups())))
                .act("leaveTenant", Leave.class, q -> q.personId() + " " + q.tenant(), (call, q) -> {
                    people.leave(q.personId(), q.tenant());
                    return null;
                });
    }

    private Page<Person> list(ListPeople q) {
        String beginning = q.email();
        return beginning == null || beginning.isBlank()
                ? people.list(q.limit(), q.cursor())
                : people.search(beginning, q.limit(), q.cursor());
    }

    private WholePerson whole(String personId) {
        return new WholePerson(
                PersonView.of(people.get(personId)),
                people.tenants(personId).stream().map(TenantView::of).toList());
    }

    private Reply add(NewPerson wanted) {
        List<String> groups = wanted.groups() == null ? List.of() : wanted.groups();
        People.Added added = people.add(wanted.email(), wanted.name(), groups);
        return Reply.created(
                Map.of("person", PersonView.of(added.person()), "oneTimePassword", added.oneTimePassword()));
    }

    private Person change(Call call, String personId, UnaryOperator<Person> change) {
        return Desk.isOperator(call)
                ? people.change(personId, change)
                : people.changeBy(call.principal().subject(), personId, change);
    }

    private static Person patched(Person person, PersonPatch patch) {
        Person changed = person;
        if (patch.name() instanceof Patch.To<String> to) {
            changed = changed.withName(to.value());
        }
        if (patch.groups() instanceof Patch.To<List<String>> to) {
            changed = changed.withGroups(to.value());
        }
        if (patch.status() instanceof Patch.To<Person.Status> to) {
            changed = changed.withStatus(to.value());
        }
        return changed;
    }

    private GroupsView groups() {
        Map<String, Integer> counts = new TreeMap<>();
        String cursor = null;
        for (int pages = 0; pages < PAGES_MAX; pages++) {
            Page<Person> page = people.list(PAGE, cursor);
            page.items().forEach(person -> person.groups().forEach(group -> counts.merge(group, 1, Integer::sum)));
            cursor = page.next();
            if (cursor == null) {
                break;
            }
        }
        List<GroupView> views = new ArrayList<>();
        counts.forEach((group, count) -> views.add(new GroupView(group, count)));
        return new GroupsView(views, cursor == null);
    }
}
