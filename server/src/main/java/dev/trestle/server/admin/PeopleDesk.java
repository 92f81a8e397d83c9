package dev.trestle.server.admin;

import dev.trestle.platform.api.Call;
import dev.trestle.platform.api.Page;
import dev.trestle.platform.identity.People;
import dev.trestle.platform.identity.PersonRequests.AddPerson;
import dev.trestle.platform.identity.PersonRequests.ByPerson;
import dev.trestle.platform.identity.PersonRequests.ChangePerson;
import dev.trestle.platform.identity.PersonRequests.Join;
import dev.trestle.platform.identity.PersonRequests.Leave;
import dev.trestle.platform.identity.PersonRequests.MembershipView;
import dev.trestle.platform.identity.PersonRequests.PersonView;
import dev.trestle.platform.table.Person;
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

    record WholePerson(PersonView person, List<MembershipView> tenants) {}

    record GroupView(String group, int people) {}

    /** {@code complete} tells whether all people were looked at. */
    record GroupsView(List<GroupView> items, boolean complete) {}

    void addTo(Desk desk) {
        desk.look("listPeople", ListPeople.class, (call, q) -> list(q).map(PersonView::of))
                .look("listGroups", AdminApi.None.class, (call, q) -> groups())
                .look("getPerson", ByPerson.class, (call, q) -> whole(q.personId()))
                .act(
                        "addPerson",
                        AddPerson.class,
                        q -> q.body().email(),
                        (call, q) -> q.body().addTo(people))
                .act(
                        "changePerson",
                        ChangePerson.class,
                        q -> q.personId() + " " + q.body(),
                        (call, q) -> PersonView.of(change(call, q.personId(), q.body()::applyTo)))
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
                        (call, q) -> q.applyTo(people))
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
        return new WholePerson(PersonView.of(people.get(personId)), MembershipView.of(people, personId));
    }

    private Person change(Call call, String personId, UnaryOperator<Person> change) {
        return Desk.isOperator(call)
                ? people.change(personId, change)
                : people.changeBy(call.principal().subject(), personId, change);
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
