package dev.trestle.server.attack;

import dev.trestle.server.attack.Accounts.Account;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Those who call the server's own APIs: all that is asked of them is whether they administer the server. */
final class ServerPeople {
    private static final String ACME = "acme";
    private static final String ADMINISTRATORS = "administrators";

    private final Accounts accounts;
    final Account person;
    final Account administrator;
    private final List<Caller> callers = new ArrayList<>();

    ServerPeople(Accounts accounts) {
        this.accounts = accounts;
        person = accounts.member("person", ACME);
        administrator = accounts.person("administrator", ADMINISTRATORS);
        callers.addAll(accounts.outsiders(administrator, accounts.person("disabled", ADMINISTRATORS)));
        callers.addAll(List.of(
                person.caller(),
                tenantAdministrator(),
                administrator.caller(),
                accounts.key("administrator's key", administrator, ADMINISTRATORS),
                accounts.key("key without groups", administrator)));
    }

    private Caller tenantAdministrator() {
        return accounts.member("tenant administrator", ACME, "tenant-administrators")
                .caller();
    }

    List<Caller> callers() {
        return callers;
    }

    /** Somebody new, for an operation after which they are signed out. */
    Caller another(String name) {
        return switch (name) {
            case "person" -> accounts.member(name, ACME).caller();
            case "tenant administrator" -> tenantAdministrator();
            case "administrator" -> accounts.person(name, ADMINISTRATORS).caller();
            default -> throw new IllegalStateException(name + " has no session.");
        };
    }

    /** The id of somebody whom an operation is about. */
    Map<String, Object> target() {
        return Map.of("personId", accounts.absentMember(Fixture.MARKER, ACME), "tenant", ACME);
    }

    /** The same with a key of theirs. */
    Map<String, Object> targetWithKey() {
        Account target = accounts.member(Fixture.MARKER, ACME);
        String keyId =
                accounts.newKey(target, Fixture.MARKER).at("/apiKey/keyId").asText();
        return Map.of("personId", target.personId(), "tenant", ACME, "keyId", keyId);
    }

    /** The same with a session of theirs. */
    Map<String, Object> targetWithSession() {
        Account target = accounts.member(Fixture.MARKER, ACME);
        return Map.of("personId", target.personId(), "tenant", ACME, "sessionId", accounts.session(target));
    }
}
