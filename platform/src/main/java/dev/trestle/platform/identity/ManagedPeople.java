package dev.trestle.platform.identity;

import dev.trestle.model.operation.ItemStore.Placed;
import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.Call;
import dev.trestle.platform.api.Page;
import dev.trestle.platform.audit.Actor;
import dev.trestle.platform.table.Person;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The people of the built-in issuer, as those manage them who administrate a system. Two rules hold whatever is asked: people
 * who administrate the whole server, and their group, are changed by such people alone; and nobody takes away the last
 * administrator. For the latter, another one is read, and the change is committed only if that one has stayed what it was.
 */
public final class ManagedPeople {
    private static final int PAGE = 200;
    private static final int PAGES_MAX = 25;

    private final Identity identity;
    private final Predicate<Person> administrates;

    /** {@code groups} says which groups make administrators of the system, beside the server's own. */
    public ManagedPeople(Identity identity, Predicate<String> groups) {
        this.identity = identity;
        this.administrates = person -> person.isActive()
                && person.groups().stream()
                        .anyMatch(group -> group.equals(People.ADMINISTRATORS) || groups.test(group));
    }

    /** Whether the caller administrates the whole server. */
    public boolean isOfServer(Call call) {
        return call.principal().issuer().equals(identity.issuerName())
                && call.principal().isIn(People.ADMINISTRATORS);
    }

    /** People by email behind a place. Reads an index. */
    public List<Placed<Person>> placed(@Nullable List<String> after, int count) {
        return identity.people().placed(count, after);
    }

    /** The groups that people are in; the first five thousand people are looked at. */
    public Set<String> groups() {
        Set<String> groups = new java.util.TreeSet<>();
        walk(person -> groups.addAll(person.groups()));
        return groups;
    }

    /** Whether somebody of the first five thousand is in a group. */
    public boolean hasMembers(String group) {
        return groups().contains(group);
    }

    private void walk(java.util.function.Consumer<Person> each) {
        String cursor = null;
        for (int pages = 0; pages < PAGES_MAX; pages++) {
            Page<Person> page = identity.people().list(PAGE, cursor);
            page.items().forEach(each);
            cursor = page.next();
            if (cursor == null) {
                return;
            }
        }
    }

    /** Somebody by their email address, read consistently. */
    public Optional<Person> find(String email) {
        try {
            return identity.people().findByEmail(People.normalised(email));
        } catch (ApiException noAddress) {
            return Optional.empty();
        }
    }

    /** Those of some people who have not chosen a password yet. */
    public Set<String> invited(Collection<String> personIds) {
        return new GuardedChanges(identity.people()).withOneTimePassword(personIds);
    }

    /** Adds somebody of no group, and sends them an invitation if mail can be sent. */
    public Person add(Call call, String email, String name) {
        Actor by = Actor.of(call);
        boolean isMailed = identity.links().isConfigured();
        if (isMailed) {
            identity.links().check(email);
        }
        Person added = identity.people().by(by).add(email, name, List.of()).person();
        if (isMailed) {
            identity.links().invite(added.personId(), by, null);
        }
        return added;
    }

    /** Changes somebody within the two rules. */
    public void change(Call call, Person person, UnaryOperator<Person> change) {
        Person after = change.apply(person);
        checkServer(call, person, after);
        GuardedChanges changes = new GuardedChanges(identity.people().by(Actor.of(call)));
        changes.change(person.personId(), change, remaining(person, after), administrates);
    }

    /** Deletes somebody within the two rules. */
    public void delete(Call call, Person person) {
        checkServer(call, person, person);
        new GuardedChanges(identity.people().by(Actor.of(call)))
                .delete(person.personId(), remaining(person, null), administrates);
    }

    /** Sends somebody a link to choose a new password by. */
    public void resetPassword(Call call, Person person) {
        checkServer(call, person, person);
        identity.links().reset(person.personId(), Actor.of(call), null);
    }

    private void checkServer(Call call, Person before, Person after) {
        boolean isOfServer = before.groups().contains(People.ADMINISTRATORS)
                || after.groups().contains(People.ADMINISTRATORS);
        if (isOfServer && !isOfServer(call)) {
            throw ApiException.forbidden("administrators of the server are changed by such");
        }
    }

    /** Another administrator, if the change takes one away. */
    private @Nullable String remaining(Person before, @Nullable Person after) {
        if (!administrates.test(before) || after != null && administrates.test(after)) {
            return null;
        }
        List<Person> others = new ArrayList<>();
        walk(person -> {
            if (others.isEmpty()
                    && administrates.test(person)
                    && !person.personId().equals(before.personId())) {
                others.add(person);
            }
        });
        if (others.isEmpty()) {
            throw People.noneLeft();
        }
        return others.get(0).personId();
    }
}
