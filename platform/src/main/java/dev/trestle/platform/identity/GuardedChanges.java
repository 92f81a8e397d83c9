package dev.trestle.platform.identity;

import dev.trestle.model.operation.Expect;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Stored;
import dev.trestle.model.operation.Transaction;
import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.table.Credential;
import dev.trestle.platform.table.Membership;
import dev.trestle.platform.table.PasswordLink;
import dev.trestle.platform.table.Person;
import dev.trestle.platform.table.PlatformTable;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Changes of people that are committed only if somebody else is still what they were read as. */
final class GuardedChanges {
    /** All of a person goes in one transaction. */
    private static final int DELETED_TENANTS_MAX = 50;

    private static final int DELETED_KEYS_MAX = 30;

    private final People people;
    private final ItemStore store;

    GuardedChanges(People people) {
        this.people = people;
        this.store = people.store();
    }

    /**
     * Changes a person as long as somebody else stays what they are.
     *
     * @param remainingId the other one; null where it does not matter
     */
    void change(
            String personId, UnaryOperator<Person> change, @Nullable String remainingId, Predicate<Person> remains) {
        Stored<Person> read = people.stored(personId);
        Person changed = change.apply(read.record());
        Transaction transaction = store.transaction().put(PlatformTable.PERSON, changed, Expect.unchanged(read));
        keep(transaction, remainingId, remains);
        people.audited(transaction, read.record(), changed).commit();
    }

    private void keep(Transaction transaction, @Nullable String remainingId, Predicate<Person> remains) {
        if (remainingId == null) {
            return;
        }
        Stored<Person> remaining =
                store.stored(PlatformTable.PERSON_BY_ID.of(remainingId)).orElseThrow(People::noneLeft);
        if (!remains.test(remaining.record())) {
            throw People.noneLeft();
        }
        transaction.check(PlatformTable.PERSON_BY_ID.of(remainingId), Expect.unchanged(remaining, "groups", "status"));
    }

    /** Deletes a person with all by which they sign in, as long as somebody else stays what they are. */
    void delete(String personId, @Nullable String remainingId, Predicate<Person> remains) {
        Stored<Person> read = people.stored(personId);
        Person person = read.record();
        List<Membership> memberships = people.tenants(personId);
        if (memberships.size() > DELETED_TENANTS_MAX) {
            throw ApiException.conflict("This person is in too many tenants. Take them out of some first.", null);
        }
        Transaction transaction = store.transaction()
                .delete(PlatformTable.PERSON, person, Expect.unchanged(read))
                .delete(PlatformTable.BY_EMAIL.of(person.email()), Expect.ANYTHING)
                .delete(PlatformTable.CREDENTIAL_OF.of(personId), Expect.ANYTHING)
                .delete(PlatformTable.RESET_OF.of(personId), Expect.ANYTHING)
                .delete(PlatformTable.ATTEMPTS_OF.of(Secrets.hash(person.email())), Expect.ANYTHING);
        for (PasswordLink.Purpose purpose : PasswordLink.Purpose.values()) {
            transaction.delete(PlatformTable.LINK_OF.of(personId, purpose), Expect.ANYTHING);
        }
        memberships.forEach(each ->
                transaction.delete(PlatformTable.MEMBERSHIP_BY_ID.of(personId, each.tenant()), Expect.ANYTHING));
        people.indexes()
                .first(PlatformTable.API_KEYS_OF.of(personId), DELETED_KEYS_MAX)
                .forEach(key -> transaction.delete(PlatformTable.API_KEY, key, Expect.ANYTHING));
        keep(transaction, remainingId, remains);
        people.audited(transaction, "person-deleted", person).commit();
    }

    /** Those of some people whose password only serves to choose another. */
    Set<String> withOneTimePassword(Collection<String> personIds) {
        return store
                .getAll(personIds.stream().map(PlatformTable.CREDENTIAL_OF::of).toList())
                .stream()
                .flatMap(Optional::stream)
                .filter(Credential::oneTime)
                .map(Credential::personId)
                .collect(Collectors.toSet());
    }
}
