package dev.trestle.server.admin;

import dev.trestle.platform.api.Call;
import dev.trestle.platform.api.Page;
import dev.trestle.platform.audit.Actor;
import dev.trestle.platform.identity.Identity;
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

    private final Identity identity;
    private final People people;

    PeopleDesk(Identity identity) {
        this.identity = identity;
        this.people = identity.people();
    }

    record Letter(@Nullable String language) {}

    record SendLetter(String personId, Letter body) {}

    record BySession(String personId, String sessionId) {}

    record ListPeople(
            @Nullable String email,
            @Nullable String text,
            int limit,
            @Nullable String cursor) {}

    record WholePerson(PersonView person, List<MembershipView> tenants) {}

    record GroupView(String group, int people) {}

    /** {@code complete} tells whether all people were looked at. */
    record GroupsView(List<GroupView> items, boolean complete) {}

    void addTo(Desk desk) {
        desk.look(
                        "listPersonsSessions",
                        ByPerson.class,
                        (call, q) -> new Page<>(identity.sessions().list(q.personId(), null), null))
                .change("endPersonsSession", BySession.class, q -> q.personId() + " " + q.sessionId(), (call, q) -> {
                    identity.sessions().end(q.personId(), q.sessionId(), Actor.of(call));
                    return null;
                })
                .change("invitePerson", SendLetter.class, SendLetter::personId, (call, q) -> {
                    identity.links()
                            .invite(q.personId(), Actor.of(call), q.body().language());
                    return null;
                })
                .change("sendResetLink", SendLetter.class, SendLetter::personId, (call, q) -> {
                    identity.links()
                            .reset(q.personId(), Actor.of(call), q.body().language());
                    return null;
                });
        desk.look("listPeople", ListPeople.class, (call, q) -> list(q).map(PersonView::of))
                .look("listGroups", AdminApi.None.class, (call, q) -> groups())
                .look("getPerson", ByPerson.class, (call, q) -> whole(q.personId()))
                .change(
                        "addPerson",
                        AddPerson.class,
                        q -> q.body().email(),
                        (call, q) -> q.body().addTo(identity, Actor.of(call)))
                .change(
                        "changePerson",
                        ChangePerson.class,
                        q -> q.personId() + " " + q.body(),
                        (call, q) -> PersonView.of(change(call, q.personId(), q.body()::applyTo)))
                .change(
                        "resetPersonsPassword",
                        ByPerson.class,
                        ByPerson::personId,
                        (call, q) -> Map.of(
                                "oneTimePassword", people.by(Actor.of(call)).resetPassword(q.personId())))
                .change(
                        "createResetCode",
                        ByPerson.class,
                        ByPerson::personId,
                        (call, q) -> Map.of("code", people.by(Actor.of(call)).resetCode(q.personId())))
                .change("signOutPerson", ByPerson.class, ByPerson::personId, (call, q) -> {
                    people.by(Actor.of(call)).signOutEverywhere(q.personId());
                    return null;
                })
                .change("unlockPerson", ByPerson.class, ByPerson::personId, (call, q) -> {
                    people.by(Actor.of(call)).unlock(q.personId());
                    return null;
                })
                .change(
                        "joinTenant",
                        Join.class,
                        q -> q.personId() + " " + q.tenant() + " " + q.body().groups(),
                        (call, q) -> q.applyTo(people.by(Actor.of(call))))
                .change("leaveTenant", Leave.class, q -> q.personId() + " " + q.tenant(), (call, q) -> {
                    people.by(Actor.of(call)).leave(q.personId(), q.tenant());
                    return null;
                });
    }

    private Page<Person> list(ListPeople q) {
        String part = q.text();
        if (part != null && !part.isBlank()) {
            return people.find(part, q.limit(), q.cursor());
        }
        String beginning = q.email();
        return beginning == null || beginning.isBlank()
                ? people.list(q.limit(), q.cursor())
                : people.search(beginning, q.limit(), q.cursor());
    }

    private WholePerson whole(String personId) {
        return new WholePerson(PersonView.of(people.get(personId)), MembershipView.of(people, personId));
    }

    private Person change(Call call, String personId, UnaryOperator<Person> change) {
        People byCaller = people.by(Actor.of(call));
        return Desk.isOperator(call)
                ? byCaller.change(personId, change)
                : byCaller.changeBy(call.principal().subject(), personId, change);
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
