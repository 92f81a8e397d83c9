package dev.trestle.systems.docstore.documents;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.identity.Identity;
import dev.trestle.platform.identity.People;
import dev.trestle.platform.table.Person;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The people whom documents are shared with. The built-in issuer, if there is one, says who they are, what they are called and which
 * tenants they belong to. Those of other issuers are known by their ids alone: nobody here can tell whether such an id is somebody's.
 */
public final class Directory {
    private static final int NAMES_MAX = 10_000;
    private static final Duration NAMES_KEPT = Duration.ofMinutes(1);

    private final @Nullable Identity identity;
    private final @Nullable People people;
    private final Cache<String, Optional<String>> names = cache();
    private final Cache<Member, Optional<String>> memberNames = cache();

    private record Member(String tenant, String principal) {}

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

    /** Somebody to share with. */
    public record PersonView(String principal, String name, String email) {}

    /** A member of the caller's tenant, by address; nobody else can be looked up. */
    PersonView find(Caller caller, String email) {
        String address = People.normalised(email);
        Person person = Optional.ofNullable(people)
                .flatMap(known -> known.findByEmail(address))
                .filter(found -> isMember(caller.tenant(), found))
                .orElseThrow(() -> ApiException.notFound("Nobody in this tenant has that address."));
        return new PersonView(person.personId(), person.name(), person.email());
    }

    private boolean isMember(String tenant, Person person) {
        return people != null
                && person.isActive()
                && people.membership(person.personId(), tenant).isPresent();
    }

    /**
     * Whether a caller may give a document to somebody: a group, or a member of the tenant, read consistently. An id that the built-in
     * issuer does not know is taken only where it may be another issuer's.
     */
    boolean mayBeGiven(Caller caller, String principal) {
        Identity built = identity;
        if (built == null || principal.startsWith(Caller.GROUP) || principal.equals(caller.subject())) {
            return true;
        }
        return built.people()
                .find(principal)
                .map(person -> isMember(caller.tenant(), person))
                .orElse(built.trustsOthers() || !caller.issuer().equals(built.issuerName()));
    }

    /** What a member of a tenant is called; null for groups, for those of other tenants and of other issuers. */
    @Nullable
    String nameOfMember(String tenant, String principal) {
        People known = people;
        if (known == null || principal.startsWith(Caller.GROUP)) {
            return null;
        }
        return memberNames
                .get(
                        new Member(tenant, principal),
                        member -> known.membership(member.principal(), member.tenant())
                                .flatMap(membership -> known.find(membership.personId()))
                                .map(Person::name))
                .orElse(null);
    }

    /** What somebody is called who has written here, whether they are still of the tenant or not; null for those of other issuers. */
    @Nullable
    String nameOfAuthor(String principal) {
        People known = people;
        return known == null
                ? null
                : names.get(principal, id -> known.find(id).map(Person::name)).orElse(null);
    }
}
