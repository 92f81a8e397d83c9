package dev.trestle.server.attack;

import dev.trestle.server.attack.Accounts.Account;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** The built-in issuer. */
final class AuthFixture extends Fixture {
    /** These sign their caller out. */
    private static final Set<String> ENDING = Set.of("signOutEverywhere", "changePassword");

    private final ServerPeople people;
    private final Account member;

    AuthFixture(AttackedServer server) {
        super(server);
        people = server.people();
        member = server.accounts.person(MARKER);
        add(people.callers());
    }

    @Override
    Caller caller(String name, ServedOperation operation) {
        return ENDING.contains(operation.id()) && !name.contains("key")
                ? people.another(name)
                : super.caller(name, operation);
    }

    @Override
    Values make(ServedOperation operation) {
        Map<String, Object> values = new LinkedHashMap<>();
        values.put("email", member.email());
        values.put("password", Accounts.PASSWORD);
        values.put("oldPassword", Accounts.PASSWORD);
        values.put("newPassword", Accounts.PASSWORD);
        values.put("changePassword.newPassword", "another long enough password");
        values.put("addPerson.email", server.accounts.unique("added-") + "@matrix.example");
        values.put("changePerson.name", "Another name");
        values.put("addPerson.invite", false);
        values.put("addPerson.tenant", "acme");
        values.put("token", "nobody.none");
        switch (operation.id()) {
            case "refresh", "signOut" ->
                values.put(
                        "refreshToken",
                        server.accounts.signIn(member).path("refreshToken").asText());
            case "resetPassword" -> values.put("code", server.accounts.resetCode(member));
            case "deleteApiKey" -> values.put("keyId", ownKey());
            case "endSession" -> values.put("sessionId", server.accounts.session(people.person));
            default -> {
                if (operation.hasPathParameter("personId")) {
                    values.putAll(people.target());
                }
            }
        }
        return Values.of(values);
    }

    /** A key of the caller "person". */
    private String ownKey() {
        return server.accounts
                .newKey(people.person, "own key")
                .at("/apiKey/keyId")
                .asText();
    }

    @Override
    Set<String> special() {
        return Set.of("refresh", "signOut", "resetPassword");
    }

    @Override
    Map<String, String> missing() {
        return Map.of("keyId", "none", "personId", "none", "sessionId", "none");
    }

    @Override
    Map<String, Ids> foreign() {
        return Map.of(
                "keyId", new Ids(String.valueOf(people.targetWithKey().get("keyId")), "none"),
                "sessionId", new Ids(String.valueOf(people.targetWithSession().get("sessionId")), "none"));
    }

    @Override
    Caller insider() {
        return people.person.caller();
    }
}
