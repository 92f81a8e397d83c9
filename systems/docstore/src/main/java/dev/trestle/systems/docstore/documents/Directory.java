package dev.trestle.systems.docstore.documents;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.identity.People;
import dev.trestle.platform.table.Person;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The people whom documents are shared with, as far as the built-in issuer, if there is one, knows them. Others have no name but their own id. */
public final class Directory {
    private static final int NAMES_MAX = 10_000;
    private static final Duration NAMES_KEPT = Duration.ofMinutes(1);

    private final @Nullable People people;
    private final Cache<String, Optional<String>> names = Caffeine.newBuilder()
            .maximumSize(NAMES_MAX)
            .expireAfterWrite(NAMES_KEPT)
            .build();

    public Directory(@Nullable People people) {
        this.people = people;
    }

    /** Somebody to share with. */
    public record Known(String principal, String name, String email) {}

    /** A member of the caller's tenant, by address; nobody else can be looked up. */
    public Known find(Caller caller, String email) {
        String address = People.normalised(email);
        Person person = Optional.ofNullable(people)
                .flatMap(known -> known.findByEmail(address)
                        .filter(Person::isActive)
                        .filter(found -> known.tenants(found.personId()).stream()
                                .anyMatch(membership -> membership.tenant().equals(caller.tenant()))))
                .orElseThrow(() -> ApiException.notFound("Nobody in this tenant has that address."));
        return new Known(person.personId(), person.name(), person.email());
    }

    /** Null for groups, and for those whom another issuer knows. */
    @Nullable
    String nameOf(String principal) {
        People known = people;
        if (known == null || principal.startsWith(Caller.GROUP)) {
            return null;
        }
        return names.get(principal, id -> known.find(id).map(Person::name)).orElse(null);
    }
}
