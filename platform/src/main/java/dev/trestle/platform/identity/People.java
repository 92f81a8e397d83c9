package dev.trestle.platform.identity;

import dev.trestle.model.Bound;
import dev.trestle.model.operation.Cause;
import dev.trestle.model.operation.Expect;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Stored;
import dev.trestle.model.operation.Transaction;
import dev.trestle.model.operation.WriteRefusedException;
import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.Page;
import dev.trestle.platform.table.Credential;
import dev.trestle.platform.table.EmailClaim;
import dev.trestle.platform.table.Mark;
import dev.trestle.platform.table.Membership;
import dev.trestle.platform.table.Person;
import dev.trestle.platform.table.PlatformTable;
import dev.trestle.platform.table.ResetCode;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The people whom the built-in issuer knows, and the tenants that they belong to. There is no self sign-up. */
public final class People {
    /** The group whose members administrate the server and all of its systems. */
    public static final String ADMINISTRATORS = "administrators";

    private static final Pattern EMAIL = Pattern.compile("[^\\s@#]{1,64}@[^\\s@#]{1,189}");
    private static final Pattern TENANT = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,63}");
    private static final String FIRST = "first-administrator";
    /** Behind which no email address goes on. */
    private static final String LAST_CHARACTER = "\uDBFF\uDFFE";

    private static final int TENANTS_MAX = 200;
    private static final int TRIES_MAX = 5;

    private final ItemStore relaxed;
    private final ItemStore store;
    private final IdentityOptions options;
    private final Passwords passwords;
    private final Secrets secrets;

    People(ItemStore store, IdentityOptions options, Passwords passwords, Secrets secrets) {
        this.relaxed = store;
        this.store = store.consistent();
        this.options = options;
        this.passwords = passwords;
        this.secrets = secrets;
    }

    /**
     * Somebody who was added.
     *
     * @param oneTimePassword to be handed over; it is kept nowhere
     */
    public record Added(Person person, String oneTimePassword) {
        @Override
        public String toString() {
            return "Added[" + person.personId() + "]";
        }
    }

    public static String normalised(String email) {
        String clean = email.strip().toLowerCase(Locale.ROOT);
        if (!EMAIL.matcher(clean).matches()) {
            throw ApiException.invalid("email", "is no email address");
        }
        return clean;
    }

    public Added add(String email, String name, List<String> groups) {
        return add(newId(), email, name, groups);
    }

    /** Adds somebody under an id that {@link #newId} gave: a system may have to name it before the person is there. */
    public Added add(String personId, String email, String name, List<String> groups) {
        return add(personId, email, name, groups, null);
    }

    /** An id that nobody has. */
    public String newId() {
        return secrets.id();
    }

    private Added add(String personId, String email, String name, List<String> groups, @Nullable Mark once) {
        String clean = normalised(email);
        Instant now = options.clock().instant();
        Person person = new Person(personId, clean, name.strip(), Person.Status.ACTIVE, groups, 1, 1, now);
        String password = secrets.readable();
        Transaction transaction = store.transaction()
                .create(PlatformTable.EMAIL, new EmailClaim(clean, person.personId()))
                .create(PlatformTable.PERSON, person)
                .create(PlatformTable.CREDENTIAL, oneTime(person, password, now));
        if (once != null) {
            transaction.create(PlatformTable.MARK, once);
        }
        try {
            transaction.commit();
        } catch (WriteRefusedException e) {
            if (e.failure().cause() == Cause.EXISTS) {
                throw ApiException.conflict("Somebody has that email address already.", null);
            }
            throw e;
        }
        return new Added(person, password);
    }

    private Credential oneTime(Person person, String password, Instant now) {
        return new Credential(person.personId(), passwords.hash(password), true, now.plus(options.oneTimeLife()), now);
    }

    /** On the very first start, makes the first administrator; empty on any other, in whichever process. */
    public Optional<Added> addFirstAdministrator(String email) {
        if (store.get(PlatformTable.MARK_OF.of(FIRST)).isPresent()) {
            return Optional.empty();
        }
        Mark once = new Mark(FIRST, email, options.clock().instant());
        try {
            return Optional.of(add(newId(), email, "Administrator", List.of(ADMINISTRATORS), once));
        } catch (ApiException taken) {
            return Optional.empty();
        }
    }

    public Person get(String personId) {
        return stored(personId).record();
    }

    public Optional<Person> find(String personId) {
        return store.get(PlatformTable.PERSON_BY_ID.of(personId));
    }

    /** {@code email} as {@link #normalised} gives it. */
    public Optional<Person> findByEmail(String email) {
        return store.get(PlatformTable.BY_EMAIL.of(email)).flatMap(claim -> find(claim.personId()));
    }

    private Stored<Person> stored(String personId) {
        return store.stored(PlatformTable.PERSON_BY_ID.of(personId))
                .orElseThrow(() -> ApiException.notFound("There is nobody of that id."));
    }

    /** People by email. Reads an index, which cannot be read consistently. */
    public Page<Person> list(int limit, @Nullable String cursor) {
        return Page.of(relaxed.page(PlatformTable.PEOPLE.of(), limit, cursor));
    }

    /** People whose email address begins with a text, by email. */
    public Page<Person> search(String beginning, int limit, @Nullable String cursor) {
        String from = beginning.strip().toLowerCase(Locale.ROOT);
        return Page.of(
                relaxed.page(PlatformTable.PEOPLE_FROM.of().from(from).to(from + LAST_CHARACTER), limit, cursor));
    }

    /** Forgets failed attempts to sign in, so that somebody who had to wait need not. */
    public void unlock(String personId) {
        store.transaction()
                .delete(PlatformTable.ATTEMPTS_OF.of(Secrets.hash(get(personId).email())), Expect.ANYTHING)
                .commit();
    }

    /** Changes a person, whatever others change at the same time. */
    public Person change(String personId, UnaryOperator<Person> change) {
        for (int attempt = 0; ; attempt++) {
            Stored<Person> read = stored(personId);
            Person changed = change.apply(read.record());
            try {
                store.put(PlatformTable.PERSON, changed, Expect.unchanged(read));
                return changed;
            } catch (WriteRefusedException e) {
                if (e.failure().cause() != Cause.CHANGED || attempt == TRIES_MAX) {
                    throw e;
                }
            }
        }
    }

    /** A change by an administrator, who has to be one at that very moment, and never makes themself none. */
    public Person changeBy(String administratorId, String personId, UnaryOperator<Person> change) {
        Stored<Person> read = stored(personId);
        Person changed = change.apply(read.record());
        if (administratorId.equals(personId)) {
            if (!changed.isActive() || !changed.groups().contains(ADMINISTRATORS)) {
                throw ApiException.conflict("Another administrator has to do that: one must be left.", null);
            }
            store.put(PlatformTable.PERSON, changed, Expect.unchanged(read));
            return changed;
        }
        Stored<Person> administrator = stored(administratorId);
        store.transaction()
                .put(PlatformTable.PERSON, changed, Expect.unchanged(read))
                .check(
                        PlatformTable.PERSON_BY_ID.of(administratorId),
                        Expect.unchanged(administrator, "groups", "status"))
                .commit();
        return changed;
    }

    public Person signOutEverywhere(String personId) {
        return change(personId, Person::signedOutEverywhere);
    }

    public List<Membership> tenants(String personId) {
        return store.all(PlatformTable.TENANTS_OF.of(personId), TENANTS_MAX);
    }

    /** What somebody is in a tenant; empty if they do not belong to it. */
    public Optional<Membership> membership(String personId, String tenant) {
        return store.get(PlatformTable.MEMBERSHIP_BY_ID.of(personId, tenant));
    }

    /** Active people of a tenant, up to a number, as an index lists them: who has just left may still be among them. */
    public List<Person> members(String tenant, int max) {
        List<Bound<Person>> people = relaxed.first(PlatformTable.MEMBERS_OF.of(tenant), max).stream()
                .map(membership -> PlatformTable.PERSON_BY_ID.of(membership.personId()))
                .toList();
        return relaxed.getAll(people).stream()
                .flatMap(Optional::stream)
                .filter(Person::isActive)
                .toList();
    }

    /** Puts a person into a tenant, or changes their groups there. */
    public Membership join(String personId, String tenant, List<String> groups) {
        if (!TENANT.matcher(tenant).matches()) {
            throw ApiException.invalid("tenant", "must be letters, digits, dots, dashes; at most 64");
        }
        if (groups.contains(ADMINISTRATORS)) {
            throw ApiException.invalid("groups", "of a tenant cannot make an administrator of the whole server");
        }
        Membership membership =
                new Membership(personId, tenant, groups, options.clock().instant());
        Stored<Person> read = stored(personId);
        store.transaction()
                .put(PlatformTable.MEMBERSHIP, membership)
                .put(PlatformTable.PERSON, read.record().withNewTokens(), Expect.unchanged(read))
                .commit();
        return membership;
    }

    public void leave(String personId, String tenant) {
        Stored<Person> read = stored(personId);
        store.transaction()
                .delete(PlatformTable.MEMBERSHIP_BY_ID.of(personId, tenant), Expect.ANYTHING)
                .put(PlatformTable.PERSON, read.record().withNewTokens(), Expect.unchanged(read))
                .commit();
    }

    /** A new one-time password, for somebody who lost theirs; whoever was signed in is no more. */
    public String resetPassword(String personId) {
        Stored<Person> read = stored(personId);
        String password = secrets.readable();
        store.transaction()
                .put(
                        PlatformTable.CREDENTIAL,
                        oneTime(read.record(), password, options.clock().instant()))
                .put(PlatformTable.PERSON, read.record().signedOutEverywhere(), Expect.unchanged(read))
                .commit();
        return password;
    }

    /** A code with which a person may choose a new password. The old one holds until then. */
    public String resetCode(String personId) {
        stored(personId);
        String code = secrets.readable();
        Instant expiry = options.clock().instant().plus(options.resetLife());
        store.put(PlatformTable.RESET, new ResetCode(personId, Secrets.hash(code), expiry));
        return code;
    }

    /** A password that the person has chosen. Ends every session: somebody else's may be among them. */
    void setPassword(Person person, String password) {
        Passwords.check(password, person.email());
        Instant now = options.clock().instant();
        Stored<Person> read = stored(person.personId());
        store.transaction()
                .put(
                        PlatformTable.CREDENTIAL,
                        new Credential(person.personId(), passwords.hash(password), false, null, now))
                .put(PlatformTable.PERSON, read.record().signedOutEverywhere(), Expect.unchanged(read))
                .delete(PlatformTable.RESET_OF.of(person.personId()), Expect.ANYTHING)
                .commit();
    }
}
