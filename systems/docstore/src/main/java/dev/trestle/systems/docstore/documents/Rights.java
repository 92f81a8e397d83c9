package dev.trestle.systems.docstore.documents;

import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.Problem;
import dev.trestle.platform.api.Problem.Kind;
import dev.trestle.systems.docstore.model.Document;
import org.jspecify.annotations.Nullable;

/** Who may do what with a document: the whole table. */
public enum Rights {
    READ(Role.VIEWER),
    SAVE(Role.EDITOR),
    ROLL_BACK(Role.EDITOR),
    ADD_PICTURES(Role.EDITOR),
    RENAME(Role.EDITOR),
    SEE_ACCESS(Role.VIEWER),
    CHANGE_ACCESS(Role.OWNER),
    DELETE(Role.OWNER);

    private final Role least;

    Rights(Role least) {
        this.least = least;
    }

    /** What somebody is to a document; each may do what those before may. */
    public enum Role {
        VIEWER,
        EDITOR,
        OWNER
    }

    /** The most that the caller is to a document; null for a stranger. */
    public static @Nullable Role roleOf(Caller caller, Document document) {
        if (!caller.tenant().equals(document.tenantId())) {
            return null;
        }
        if (caller.principals().contains(document.owner())) {
            return Role.OWNER;
        }
        if (document.editors().stream().anyMatch(caller.principals()::contains)) {
            return Role.EDITOR;
        }
        return document.viewers().stream().anyMatch(caller.principals()::contains) ? Role.VIEWER : null;
    }

    /** Refuses what the caller may not do. To a stranger there is no such document. */
    public Document require(Caller caller, Document document) {
        Role role = roleOf(caller, document);
        if (role == null) {
            throw missing("the caller is neither owner nor editor nor viewer");
        }
        if (role.compareTo(least) < 0) {
            throw ApiException.forbidden("to " + name() + " takes " + least + ", the caller is " + role);
        }
        return document;
    }

    /** The one answer about a document that is not there, or not for the caller. */
    public static ApiException missing(String reason) {
        return new ApiException(
                Problem.of(Kind.NOT_FOUND, "There is no such document.").withReason(reason));
    }
}
