package dev.trestle.platform.identity;

import dev.trestle.platform.api.Patch;
import dev.trestle.platform.api.Reply;
import dev.trestle.platform.audit.Actor;
import dev.trestle.platform.table.Membership;
import dev.trestle.platform.table.Person;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What administrators ask about people and are told, the same by whichever contract they ask. */
public final class PersonRequests {
    private PersonRequests() {}

    /**
     * Somebody to add.
     *
     * @param tenant that they belong to from the start, if any
     * @param tenantGroups in that tenant
     * @param invite whether a mail brings them a link, in place of a one-time password that is answered
     * @param language of that mail
     */
    public record NewPerson(
            String email,
            String name,
            @Nullable List<String> groups,
            @Nullable String tenant,
            @Nullable List<String> tenantGroups,
            @Nullable Boolean invite,
            @Nullable String language) {
        /** Adds them, and gives their one-time password, this once; or invites them. */
        public Reply addTo(Identity identity, Actor by) {
            boolean invited = Boolean.TRUE.equals(invite);
            if (invited) {
                identity.links().check(email);
            }
            if (tenant != null) {
                Tenants.checkId(tenant);
            }
            People people = identity.people().by(by);
            People.Added added = people.add(email, name, groups == null ? List.of() : groups);
            String personId = added.person().personId();
            if (tenant != null) {
                people.join(personId, tenant, tenantGroups == null ? List.of() : tenantGroups);
            }
            if (invited) {
                identity.links().invite(personId, by, language);
                return Reply.created(Map.of("person", PersonView.of(added.person()), "invited", true));
            }
            return Reply.created(
                    Map.of("person", PersonView.of(added.person()), "oneTimePassword", added.oneTimePassword()));
        }
    }

    public record AddPerson(NewPerson body) {}

    public record ByPerson(String personId) {}

    public record PersonPatch(Patch<String> name, Patch<List<String>> groups, Patch<Person.Status> status) {
        public Person applyTo(Person person) {
            Person changed = person;
            if (name instanceof Patch.To<String> to) {
                changed = changed.withName(to.value());
            }
            if (groups instanceof Patch.To<List<String>> to) {
                changed = changed.withGroups(to.value());
            }
            if (status instanceof Patch.To<Person.Status> to) {
                changed = changed.withStatus(to.value());
            }
            return changed;
        }
    }

    public record ChangePerson(String personId, PersonPatch body) {}

    public record Groups(List<String> groups) {}

    public record Join(String personId, String tenant, Groups body) {
        public MembershipView applyTo(People people) {
            return MembershipView.of(people.join(personId, tenant, body.groups()));
        }
    }

    public record Leave(String personId, String tenant) {}

    /** A person as others see them. */
    public record PersonView(
            String personId, String email, String name, Person.Status status, List<String> groups, Instant createdAt) {
        public static PersonView of(Person person) {
            return new PersonView(
                    person.personId(),
                    person.email(),
                    person.name(),
                    person.status(),
                    person.groups(),
                    person.createdAt());
        }
    }

    public record MembershipView(String tenant, List<String> groups, Instant since) {
        static MembershipView of(Membership membership) {
            return new MembershipView(membership.tenant(), membership.groups(), membership.since());
        }

        /** The tenants that somebody is in. */
        public static List<MembershipView> of(People people, String personId) {
            return people.tenants(personId).stream().map(MembershipView::of).toList();
        }
    }
}
