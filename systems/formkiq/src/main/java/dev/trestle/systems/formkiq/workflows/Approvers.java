package dev.trestle.systems.formkiq.workflows;

import dev.trestle.systems.formkiq.api.Caller;
import dev.trestle.systems.formkiq.folders.FolderAccess;
import dev.trestle.systems.formkiq.model.Permission;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Who may decide about a document that waits: members of the step's groups, whatever else they may do; where it has none, whoever may write
 * where the document is. Administrators may do everything.
 */
final class Approvers {
    private Approvers() {}

    static boolean mayDecide(Caller caller, FolderAccess access, @Nullable String path, @Nullable List<String> groups) {
        if (caller.may(Permission.ADMIN)) {
            return true;
        }
        return groups == null || groups.isEmpty()
                ? caller.may(Permission.WRITE) && access.allows(path, Permission.WRITE)
                : caller.groups().stream().anyMatch(groups::contains);
    }
}
