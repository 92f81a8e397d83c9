package dev.trestle.systems.unisync.people;

import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.Principal;
import dev.trestle.platform.identity.Identity;
import dev.trestle.platform.identity.People;
import dev.trestle.platform.table.Person;
import dev.trestle.systems.unisync.model.User;
import java.util.List;
import java.util.Optional;

/** The accounts of UniSync's users at the built-in issuer. */
public final class Logins {
    private final Identity identity;
    private final People people;

    public Logins(Identity identity) {
        this.identity = identity;
        this.people = identity.people();
    }

    String issuer() {
        return identity.issuerName();
    }

    /** Whether somebody administrates the server. Other issuers' groups of the same name mean nothing. */
    boolean isAdministrator(Principal who) {
        return who.issuer().equals(issuer()) && who.isIn(People.ADMINISTRATORS);
    }

    /** The account that has an address already: of a person who uses another system. */
    Optional<String> subjectOf(String email) {
        return people.findByEmail(email).map(Person::personId);
    }

    String newSubject() {
        return people.newId();
    }

    /** Makes the account of a user, whose subject {@link #newSubject} gave. Returns its one-time password. */
    String add(User user) {
        return people.add(user.cognitoSub(), user.email(), user.name(), List.of())
                .oneTimePassword();
    }

    /**
     * A new one-time password for a user, whose account is made if it is not there.
     *
     * @param madeHere whether the account was made for UniSync
     * @param by who asks; an account that opens more than UniSync is the server's administrators' alone to reset
     */
    String reset(User user, boolean madeHere, Principal by) {
        Optional<Person> person = people.find(user.cognitoSub());
        if (person.isEmpty()) {
            return add(user);
        }
        boolean isOurs = madeHere
                && person.get().groups().isEmpty()
                && people.tenants(user.cognitoSub()).isEmpty();
        if (!isOurs && !isAdministrator(by)) {
            throw ApiException.forbidden("the account opens more than UniSync, or was not made for it");
        }
        return people.resetPassword(user.cognitoSub());
    }

    void changePassword(Principal who, String oldPassword, String newPassword) {
        if (!who.issuer().equals(issuer()) || who.proof() != Principal.Proof.TOKEN) {
            throw ApiException.forbidden("the password is not ours, or a program asks");
        }
        identity.signIns().changePassword(who.subject(), oldPassword, newPassword);
    }
}
