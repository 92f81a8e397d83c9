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
import dev.trestle.platform.audit.Act;
import dev.trestle.platform.audit.Act.Area;
import dev.trestle.platform.audit.Actor;
import dev.trestle.platform.audit.AuditTrail;
import dev.trestle.platform.table.Credential;
import dev.trestle.platform.table.EmailClaim;
import dev.trestle.platform.table.Mark;
import dev.trestle.platform.table.Membership;
import dev.trestle.platform.table.PasswordLink;
import dev.trestle.platform.table.Person;
import dev.trestle.platform.table.PlatformTable;
import dev.trestle.platform.table.ResetCode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The people whom the built-in issuer knows, and the tenants that they belong to. There is no self sign-up. */
public final class People {
    /** The group whose members administrate the server and all of its systems. */
    public static final String ADMINISTRATORS = "administrators";

    private static final Pattern EMAIL = Pattern.compile("[^\\s@#]{1,64}@[^\\s@#]{1,189}");
    private static final String FIRST = "first-administrator";
    /** So many pages are read to find people by a part of their names. */
    private static final int FIND_STEPS_MAX = 40;

    /** Behind which no email address goes on. */
    private static final String LAST_CHARACTER = "\uDBFF\uDFFE";

    private static final int TENANTS_MAX = 200;
    private static final int TRIES_MAX = 5;

    private final ItemStore relaxed;
    private final ItemStore store;
    private final IdentityOptions options;
    private final Passwords passwords;
    private final Secrets secrets;
    private final Tenants tenants;
    private final AuditTrail trail;
    private final Actor actor;

    People(
            ItemStore store,
            IdentityOptions options,
            Passwords passwords,
            Secrets secrets,
            Tenants tenants,
            AuditTrail trail) {
        this(store, options, passwords, secrets, tenants, trail, Actor.SERVER);
    }

    private People(
            ItemStore store,
            IdentityOptions options,
            Passwords passwords,
            Secrets secrets,
            Tenants tenants,
            AuditTrail trail,
            Actor actor) {
        this.relaxed = store;
        this.store = store.consistent();
        this.options = options;
        this.passwords = passwords;
        this.secrets = secrets;
        this.tenants = tenants;
        this.trail = trail;
        this.actor = actor;
    }

    /** The same people, changed by somebody: every change has an entry in the audit trail, in its transaction. */
    public People by(Actor other) {
        return new People(relaxed, options, passwords, secrets, tenants.by(other), trail, other);
    }

    Transaction audited(Transaction transaction, String name, Person person) {
        return trail.add(transaction, actor, Act.of(Area.PERSON, name, person.personId(), person.email()));
    }

    Transaction audited(Transaction transaction, Person before, Person after) {
        Act act = Act.of(Area.PERSON, "person-changed", after.personId(), after.email())
                .from(shown(before, after))
                .to(shown(after, before));
        return trail.add(transaction, actor, act);
    }

    /** What differs. */
    private static Map<String, Object> shown(Person of, Person other) {
        Map<String, Object> shown = new LinkedHashMap<>();
        if (!of.name().equals(other.name())) {
            shown.put("name", of.name());
        }
        if (!of.groups().equals(other.groups())) {
            shown.put("groups", of.groups());
        }
        if (of.status() != other.status()) {
            shown.put("status", of.status());
        }
        return shown;
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
            throw ApiException.invalid("email", "is no email address").withCode("no-email");
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

    /** An id that nobody has: a UUID, since systems keep it as the subject of tokens. */
    public String newId() {
        return secrets.uuid();
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
        trail.add(
                transaction,
                actor,
                Act.of(Area.PERSON, "person-added", personId, clean)
                        .to(Map.of("name", name.strip(), "groups", groups)));
        try {
            transaction.commit();
        } catch (WriteRefusedException e) {
            if (e.failure().cause() == Cause.EXISTS) {
                throw ApiException.conflict("Somebody has that email address already.", null)
                        .withCode("email-taken");
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
        return addFirstAdministrator(email, "Administrator");
    }

    /** The same, of a name that is known. */
    public Optional<Added> addFirstAdministrator(String email, String name) {
        if (store.get(PlatformTable.MARK_OF.of(FIRST)).isPresent()) {
            return Optional.empty();
        }
        Mark once = new Mark(FIRST, email, options.clock().instant());
        try {
            return Optional.of(add(newId(), email, name, List.of(ADMINISTRATORS), once));
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

    Stored<Person> stored(String personId) {
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

    /**
     * People with a text in their name or address, by email. Looks through everybody in bounded steps: a page may have fewer rows than its limit, and
     * the next one goes on.
     */
    public Page<Person> find(String part, int limit, @Nullable String cursor) {
        String wanted = part.strip().toLowerCase(Locale.ROOT);
        List<Person> found = new ArrayList<>();
        String next = cursor;
        for (int steps = 0; steps < FIND_STEPS_MAX && found.size() < limit; steps++) {
            Page<Person> page = list(limit - found.size(), next);
            page.items().stream()
                    .filter(person -> person.email().contains(wanted)
                            || person.name().toLowerCase(Locale.ROOT).contains(wanted))
                    .forEach(found::add);
            next = page.next();
            if (next == null) {
                break;
            }
        }
        return new Page<>(found, next);
    }

    /** Forgets failed attempts to sign in, so that somebody who had to wait need not. */
    public void unlock(String personId) {
        Person person = get(personId);
        Transaction unlocked =
                store.transaction().delete(PlatformTable.ATTEMPTS_OF.of(Secrets.hash(person.email())), Expect.ANYTHING);
        audited(unlocked, "person-unlocked", person).commit();
    }

    /** Changes a person, whatever others change at the same time. */
    public Person change(String personId, UnaryOperator<Person> change) {
        return change(personId, change, null);
    }

    private Person change(String personId, UnaryOperator<Person> change, @Nullable String act) {
        for (int attempt = 0; ; attempt++) {
            Stored<Person> read = stored(personId);
            Person changed = change.apply(read.record());
            try {
                Transaction transaction =
                        store.transaction().put(PlatformTable.PERSON, changed, Expect.unchanged(read));
                (act == null ? audited(transaction, read.record(), changed) : audited(transaction, act, changed))
                        .commit();
                return changed;
            } catch (WriteRefusedException e) {
                if (e.failure().cause() != Cause.CHANGED || attempt == TRIES_MAX) {
                    throw e;
                }
            }
        }
    }

    /** Where they are stored, read consistently. */
    ItemStore store() {
        return store;
    }

    /** The same, for indexes. */
    ItemStore indexes() {
        return relaxed;
    }

    static ApiException noneLeft() {
        return ApiException.conflict("Another administrator has to do that: one must be left.", null)
                .withCode("administrator-needed");
    }

    /** People by email behind a place. Reads an index, which cannot be read consistently. */
    public List<ItemStore.Placed<Person>> placed(int count, @Nullable List<String> after) {
        return relaxed.placed(PlatformTable.PEOPLE.of(), count, after);
    }

    /** A change by an administrator, who has to be one at that very moment, and never makes themself none. */
    public Person changeBy(String administratorId, String personId, UnaryOperator<Person> change) {
        Stored<Person> read = stored(personId);
        Person changed = change.apply(read.record());
        if (administratorId.equals(personId)) {
            if (!changed.isActive() || !changed.groups().contains(ADMINISTRATORS)) {
                throw noneLeft();
            }
            Transaction own = store.transaction().put(PlatformTable.PERSON, changed, Expect.unchanged(read));
            audited(own, read.record(), changed).commit();
            return changed;
        }
        Stored<Person> administrator = stored(administratorId);
        Transaction transaction = store.transaction()
                .put(PlatformTable.PERSON, changed, Expect.unchanged(read))
                .check(
                        PlatformTable.PERSON_BY_ID.of(administratorId),
                        Expect.unchanged(administrator, "groups", "status"));
        audited(transaction, read.record(), changed).commit();
        return changed;
    }

    public Person signOutEverywhere(String personId) {
        return change(personId, Person::signedOutEverywhere, "person-signed-out");
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
        return active(people);
    }

    /**
     * Active people in a group of a tenant, up to a number, as an index lists them.
     *
     * @param looked how many of the tenant's people are looked through at most
     */
    public List<Person> membersOfGroup(String tenant, String group, int max, int looked) {
        List<Bound<Person>> people = relaxed.first(PlatformTable.MEMBERS_OF.of(tenant), looked).stream()
                .filter(membership -> membership.groups().contains(group))
                .limit(max)
                .map(membership -> PlatformTable.PERSON_BY_ID.of(membership.personId()))
                .toList();
        return active(people);
    }

    private List<Person> active(List<Bound<Person>> people) {
        return relaxed.getAll(people).stream()
                .flatMap(Optional::stream)
                .filter(Person::isActive)
                .toList();
    }

    /** Puts a person into a tenant, which is made if it is not there, or changes their groups there. */
    public Membership join(String personId, String tenant, List<String> groups) {
        Tenants.checkId(tenant);
        if (groups.contains(ADMINISTRATORS)) {
            throw ApiException.invalid("groups", "of a tenant cannot make an administrator of the whole server")
                    .withCode("group-of-server");
        }
        Membership membership =
                new Membership(personId, tenant, groups, options.clock().instant());
        Stored<Person> read = stored(personId);
        Optional<Membership> before = membership(personId, tenant);
        Transaction transaction = store.transaction()
                .put(PlatformTable.MEMBERSHIP, membership)
                .put(PlatformTable.PERSON, read.record().withNewTokens(), Expect.unchanged(read));
        boolean makesTenant = tenants.find(tenant).isEmpty();
        if (makesTenant) {
            tenants.create(transaction, tenant, tenant);
        }
        Act act = Act.of(
                Area.TENANT,
                before.isEmpty() ? "tenant-joined" : "tenant-role-changed",
                tenant,
                tenant + " " + read.record().email());
        Map<String, Object> was =
                before.isEmpty() ? Map.of() : Map.of("groups", before.get().groups());
        trail.add(
                transaction,
                actor,
                act.from(was)
                        .to(Map.of("person", personId, "email", read.record().email(), "groups", groups)));
        transaction.commit();
        if (makesTenant) {
            tenants.committed();
        }
        return membership;
    }

    public void leave(String personId, String tenant) {
        Stored<Person> read = stored(personId);
        Transaction transaction = store.transaction()
                .delete(PlatformTable.MEMBERSHIP_BY_ID.of(personId, tenant), Expect.ANYTHING)
                .put(PlatformTable.PERSON, read.record().withNewTokens(), Expect.unchanged(read));
        trail.add(
                        transaction,
                        actor,
                        Act.of(
                                        Area.TENANT,
                                        "tenant-left",
                                        tenant,
                                        tenant + " " + read.record().email())
                                .from(Map.of(
                                        "person",
                                        personId,
                                        "email",
                                        read.record().email())))
                .commit();
    }

    /** A new one-time password, for somebody who lost theirs; whoever was signed in is no more. */
    public String resetPassword(String personId) {
        Stored<Person> read = stored(personId);
        String password = secrets.readable();
        Transaction transaction = store.transaction()
                .put(
                        PlatformTable.CREDENTIAL,
                        oneTime(read.record(), password, options.clock().instant()))
                .put(PlatformTable.PERSON, read.record().signedOutEverywhere(), Expect.unchanged(read));
        audited(transaction, "person-password-reset", read.record()).commit();
        return password;
    }

    /** A code with which a person may choose a new password. The old one holds until then. */
    public String resetCode(String personId) {
        Person person = get(personId);
        String code = secrets.readable();
        Instant expiry = options.clock().instant().plus(options.resetLife());
        Transaction transaction =
                store.transaction().put(PlatformTable.RESET, new ResetCode(personId, Secrets.hash(code), expiry));
        audited(transaction, "person-code-made", person).commit();
        return code;
    }

    /** A password that the person has chosen. Ends every session: somebody else's may be among them. */
    void setPassword(Person person, String password) {
        setPassword(person, password, null);
    }

    /** By a link, which holds once: of two who use it at the same time, one is refused. */
    void setPassword(Person person, String password, @Nullable PasswordLink link) {
        Passwords.check(password, person.email());
        Instant now = options.clock().instant();
        Stored<Person> read = stored(person.personId());
        Transaction transaction = store.transaction()
                .put(
                        PlatformTable.CREDENTIAL,
                        new Credential(person.personId(), passwords.hash(password), false, null, now))
                .put(PlatformTable.PERSON, read.record().signedOutEverywhere(), Expect.unchanged(read))
                .delete(PlatformTable.RESET_OF.of(person.personId()), Expect.ANYTHING);
        for (PasswordLink.Purpose purpose : PasswordLink.Purpose.values()) {
            Expect unused =
                    link != null && link.purpose() == purpose ? Expect.equal("hash", link.hash()) : Expect.ANYTHING;
            transaction.delete(PlatformTable.LINK_OF.of(person.personId(), purpose), unused);
        }
        audited(transaction, "person-password-chosen", person).commit();
    }
}
