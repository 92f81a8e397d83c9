package dev.trestle.server.admin;

import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.Call;
import dev.trestle.platform.api.Page;
import dev.trestle.platform.api.Reply;
import dev.trestle.platform.audit.Actor;
import dev.trestle.platform.identity.ApiKeys;
import dev.trestle.platform.identity.Identity;
import dev.trestle.platform.identity.People;
import dev.trestle.platform.table.ApiKey;
import dev.trestle.platform.table.Person;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Programs' keys. */
final class KeysDesk {
    private final Identity identity;

    KeysDesk(Identity identity) {
        this.identity = identity;
    }

    record ListKeys(
            @Nullable String personId, int people, @Nullable String cursor) {}

    record NewKey(
            @Nullable String email,
            String name,
            @Nullable List<String> groups,
            @Nullable Integer days) {}

    record CreateKey(NewKey body) {}

    record ByKey(String personId, String keyId) {}

    /**
     * A key, which nobody can see any more.
     *
     * @param shown how it begins
     */
    record KeyView(
            String keyId,
            String name,
            String shown,
            String personId,
            String email,
            @Nullable String tenant,
            List<String> groups,
            Instant createdAt,
            @Nullable Instant expiresAt) {
        static KeyView of(ApiKey key, Person owner) {
            return new KeyView(
                    key.keyId(),
                    key.name(),
                    key.shown(),
                    owner.personId(),
                    owner.email(),
                    key.tenant(),
                    key.groups(),
                    key.createdAt(),
                    key.expiresAt());
        }
    }

    void addTo(Desk desk) {
        desk.look("listKeys", ListKeys.class, (call, q) -> list(q))
                .change(
                        "createKey",
                        CreateKey.class,
                        q -> q.body().name() + " " + q.body().groups(),
                        this::create)
                .change("revokeKey", ByKey.class, q -> q.personId() + " " + q.keyId(), (call, q) -> {
                    identity.apiKeys().by(Actor.of(call)).delete(q.personId(), q.keyId());
                    return null;
                });
    }

    /** Keys are found by whose they are: a page is of so many people. */
    private Page<KeyView> list(ListKeys q) {
        String personId = q.personId();
        if (personId != null) {
            return new Page<>(keys(identity.people().get(personId)), null);
        }
        Page<Person> people = identity.people().list(q.people(), q.cursor());
        List<KeyView> views = new ArrayList<>();
        people.items().forEach(person -> views.addAll(keys(person)));
        return new Page<>(views, people.next());
    }

    private List<KeyView> keys(Person person) {
        return identity.apiKeys().list(person.personId()).stream()
                .map(key -> KeyView.of(key, person))
                .toList();
    }

    /** A key acts for its owner, so that nobody makes one for somebody else; but whoever runs the server is nobody in it. */
    private Object create(Call call, CreateKey q) {
        NewKey wanted = q.body();
        List<String> groups = wanted.groups() == null ? List.of() : wanted.groups();
        Duration life = wanted.days() == null ? null : Duration.ofDays(wanted.days());
        ApiKeys.Made made;
        if (Desk.isOperator(call)) {
            if (wanted.email() == null) {
                throw ApiException.invalid("email", "says whom the key acts for")
                        .withCode("key-without-owner");
            }
            Person owner = identity.people()
                    .findByEmail(People.normalised(wanted.email()))
                    .orElseThrow(() -> ApiException.notFound("Nobody has that email address."));
            made = identity.apiKeys().by(Actor.of(call)).makeFor(owner.personId(), wanted.name(), groups, life);
        } else {
            if (wanted.email() != null
                    && !wanted.email().equalsIgnoreCase(call.principal().email())) {
                throw ApiException.invalid("email", "is somebody else's: a key is made by who it acts for")
                        .withCode("key-of-another");
            }
            made = identity.apiKeys().by(Actor.of(call)).make(call.principal(), wanted.name(), groups, life);
        }
        Person owner = identity.people().get(made.record().personId());
        return Reply.created(Map.of("apiKey", KeyView.of(made.record(), owner), "key", made.key()));
    }
}
