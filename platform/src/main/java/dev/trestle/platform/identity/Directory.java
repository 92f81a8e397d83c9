package dev.trestle.platform.identity;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.trestle.platform.table.Person;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The people whom a system's users share things with. The built-in issuer, if there is one, says who they are, what they are called and
 * which tenants they belong to. Those of other issuers are known by their ids alone: nobody here can tell whether such an id is somebody's.
 * For any number of threads.
 */
public final class Directory {
    private static final int MEMBERS_LOOKED_AT_MAX = 1000;
    private static final int GROUP_LOOKED_AT_MAX = 10_000;
    private static final int NAMES_MAX = 10_000;
    private static final Duration NAMES_KEPT = Duration.ofMinutes(1);

    private final @Nullable Identity identity;
    private final @Nullable People people;
    private final Cache<String, Optional<String>> names = cache();
    private final Cache<Member, Optional<String>> memberNames = cache();

    private record Member(String tenant, String personId) {}

    /** {@code identity} is null where there is no built-in issuer. */
    public Directory(@Nullable Identity identity) {
        this.identity = identity;
        this.people = identity == null ? null : identity.people();
    }

    private static <K> Cache<K, Optional<String>> cache() {
        return Caffeine.newBuilder()
                .maximumSize(NAMES_MAX)
                .expireAfterWrite(NAMES_KEPT)
                .build();
    }

    /** An active member of a tenant, by address. */
    public Optional<Person> findMember(String tenant, String email) {
        String address = People.normalised(email);
        return Optional.ofNullable(people)
                .flatMap(known -> known.findByEmail(address))
                .filter(found -> isMember(tenant, found));
    }

    /** Active members of a tenant whose name or address has a text in it, by name. Of a large tenant, the first thousand are looked through. */
    public List<Person> findMembers(String tenant, String text, int max) {
        String wanted = text.strip().toLowerCase(Locale.ROOT);
        People known = people;
        return known == null
                ? List.of()
                : known.members(tenant, MEMBERS_LOOKED_AT_MAX).stream()
                        .filter(person -> person.name().toLowerCase(Locale.ROOT).contains(wanted)
                                || person.email().toLowerCase(Locale.ROOT).contains(wanted))
                        .sorted(Comparator.comparing(Person::name).thenComparing(Person::personId))
                        .limit(max)
                        .toList();
    }

    private boolean isMember(String tenant, Person person) {
        return people != null
                && person.isActive()
                && people.membership(person.personId(), tenant).isPresent();
    }

    /**
     * Whether an id may be that of an active member of a tenant, read consistently. One that the built-in issuer does not know is taken only
     * where it may be another issuer's.
     *
     * @param issuer the one of the caller who names the id
     */
    public boolean mayBeMember(String tenant, String personId, String issuer) {
        Identity built = identity;
        return built == null
                || built.people()
                        .find(personId)
                        .map(person -> isMember(tenant, person))
                        .orElse(built.trustsOthers() || !issuer.equals(built.issuerName()));
    }

    /** What a member of a tenant is called, as of the last minute; null for those of other tenants and of other issuers. */
    public @Nullable String nameOfMember(String tenant, String personId) {
        People known = people;
        return known == null
                ? null
                : memberNames
                        .get(
                                new Member(tenant, personId),
                                member -> known.membership(member.personId(), member.tenant())
                                        .flatMap(membership -> known.find(membership.personId()))
                                        .map(Person::name))
                        .orElse(null);
    }

    /** The groups of a tenant that a member is in, read consistently; none for those of other tenants and of other issuers. */
    public Set<String> groupsOfMember(String tenant, String personId) {
        People known = people;
        return known == null
                ? Set.of()
                : known.membership(personId, tenant)
                        .map(membership -> Set.copyOf(membership.groups()))
                        .orElse(Set.of());
    }

    /**
     * Active members of a tenant who are in a group of it, by name, up to a number. The first ten thousand people of a tenant are looked
     * through. Groups of other issuers have no members here: only their tokens name them.
     */
    public List<Person> membersOfGroup(String tenant, String group, int max) {
        People known = people;
        return known == null
                ? List.of()
                : known.membersOfGroup(tenant, group, max, GROUP_LOOKED_AT_MAX).stream()
                        .sorted(Comparator.comparing(Person::name).thenComparing(Person::personId))
                        .toList();
    }

    /** What somebody is called, of whatever tenant, as of the last minute; null for those of other issuers. */
    public @Nullable String nameOf(String personId) {
        People known = people;
        return known == null
                ? null
                : names.get(personId, id -> known.find(id).map(Person::name)).orElse(null);
    }
}
