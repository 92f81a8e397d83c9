package dev.trestle.systems.docstore.documents;

import dev.trestle.platform.operation.Right;
import dev.trestle.systems.docstore.documents.Requests.ListDocuments;
import dev.trestle.systems.docstore.model.Document;
import org.jspecify.annotations.Nullable;

/** What callers may do, and what they are to a document. Most rights are everybody's: then the role on the document decides. */
public final class Rights {
    static final Right<Caller, Object> LIST_OWN = Right.everybody("LIST_OWN");
    public static final Right<Caller, Object> READ = Right.everybody("READ");
    static final Right<Caller, Object> CREATE = Right.everybody("CREATE");
    static final Right<Caller, Object> SAVE = Right.everybody("SAVE");
    static final Right<Caller, Object> ROLL_BACK = Right.everybody("ROLL_BACK");
    static final Right<Caller, Object> MERGE = Right.everybody("MERGE");
    static final Right<Caller, Object> MARK_VERSIONS = Right.everybody("MARK_VERSIONS");
    static final Right<Caller, Object> ADD_PICTURES = Right.everybody("ADD_PICTURES");
    static final Right<Caller, Object> RENAME = Right.everybody("RENAME");
    static final Right<Caller, Object> SEE_ACCESS = Right.everybody("SEE_ACCESS");
    static final Right<Caller, Object> CHANGE_ACCESS = Right.everybody("CHANGE_ACCESS");
    static final Right<Caller, Object> HAND_OVER = Right.everybody("HAND_OVER");
    static final Right<Caller, Object> LEAVE = Right.everybody("LEAVE");
    static final Right<Caller, Object> DELETE = Right.everybody("DELETE");
    static final Right<Caller, Object> RESTORE = Right.everybody("RESTORE");
    static final Right<Caller, Object> PREVIEW = Right.everybody("PREVIEW");
    static final Right<Caller, Object> FIND_PEOPLE = Right.everybody("FIND_PEOPLE");

    public static final Right<Caller, Object> ORGANISE = Right.everybody("ORGANISE");
    public static final Right<Caller, Object> MAKE_TEMPLATES = Right.everybody("MAKE_TEMPLATES");
    public static final Right<Caller, Object> COMMENT = Right.everybody("COMMENT");
    public static final Right<Caller, Object> BE_PRESENT = Right.everybody("BE_PRESENT");
    public static final Right<Caller, Object> LISTEN = Right.everybody("LISTEN");

    /** The tenant's list is its administrators'. */
    static final Right<Caller, ListDocuments> LIST = Right.of(
            "LIST (view=tenant: administrators)",
            (caller, asked) -> !asked.view().equals("tenant") || caller.isAdministrator());

    private Rights() {}

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
}
