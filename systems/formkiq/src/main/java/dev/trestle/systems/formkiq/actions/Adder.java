package dev.trestle.systems.formkiq.actions;

import dev.trestle.platform.api.Principal;
import dev.trestle.systems.formkiq.api.Actor;
import dev.trestle.systems.formkiq.api.Caller;
import dev.trestle.systems.formkiq.model.ActionRows.ActionAdder;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Who adds actions.
 *
 * @param user as the actions name them
 * @param caller by whose rights the actions work; null for actions of somebody who is known from earlier ones of the
 *     document, or for the system's own, which may do what a writer may
 */
public record Adder(String user, @Nullable Caller caller) {
    private static final List<String> NAMES = List.of("email", "username", "cognito:username", "site");

    public static Adder of(Caller caller) {
        return new Adder(caller.user(), caller);
    }

    /** Whoever added earlier actions of the document: the steps of a workflow belong to whoever began it. */
    public static Adder sameAs(String user) {
        return new Adder(user, null);
    }

    public static Adder system() {
        return new Adder(Actor.SYSTEM, null);
    }

    /** What is kept of somebody. Of two who have the same name, what both may do. */
    static ActionAdder kept(Caller caller, String documentId, @Nullable ActionAdder before) {
        Principal who = caller.principal();
        Map<String, String> claims = new LinkedHashMap<>();
        for (String name : NAMES) {
            String value = who.claim(name);
            if (value != null) {
                claims.put(name, value);
            }
        }
        boolean isSame = before == null
                || before.issuer().equals(who.issuer()) && before.subject().equals(who.subject());
        List<String> others = before == null ? List.of() : before.groups();
        List<String> groups = who.groups().stream()
                .filter(group -> isSame || others.contains(group))
                .sorted()
                .toList();
        String share = caller.share() == null ? null : caller.shareKey();
        return new ActionAdder(
                documentId, caller.user(), who.issuer(), who.subject(), caller.isProgram(), groups, claims, share);
    }
}
