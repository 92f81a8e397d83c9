package dev.trestle.systems.unisync.activity;

import dev.trestle.model.annotation.LowerCase;
import java.util.Set;

/** What an entry is about, to filter by. Each action belongs to one kind. */
@LowerCase
public enum Kind {
    STATUS("status_change"),
    ASSIGNMENT("assignment"),
    VERSION("version_update"),
    LINK("link_update"),
    NOTE("note_added", "note_edited", "note_deleted"),
    FILE("attachment_added", "attachment_deleted"),
    SHOWSET(
            "showset_created",
            "showset_edited",
            "showset_renamed",
            "showset_locked",
            "showset_unlocked",
            "showset_deleted"),
    USER("user_created", "user_changed", "password_reset");

    private final Set<String> actions;

    Kind(String... actions) {
        this.actions = Set.of(actions);
    }

    boolean has(Entry entry) {
        return actions.contains(entry.action());
    }
}
