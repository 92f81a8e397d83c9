package dev.trestle.model.evolution;

import dev.trestle.model.evolution.Change.Effect;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What a changed model means for stored items. The rules:
 *
 * <ul>
 *   <li>tables, entities and optional attributes may come; indexes, uniqueness and second items may go; an enumeration may get values; a
 *       required attribute may become optional, and any attribute may go (it is kept on its items, as other programs' are);
 *   <li>uniqueness and second items that come need repair: stored items lack them;
 *   <li>keys, index keys and constants that come, change or go need migration: stored items lie elsewhere, or are not told;
 *   <li>refused is what would make stored items unreadable or leave them behind: a table or entity that goes, another key of a table,
 *       another scope, another type, a required attribute that stored items lack, a value that an enumeration loses.
 * </ul>
 *
 * It is stricter than needed where it cannot know what is stored: a new required attribute is refused even if each item has it.
 */
final class Changes {
    private static final Pattern PATH =
            Pattern.compile("table (?<table>.*?)(?: / entity (?<entity>.*?))?(?: / (?<kind>[a-z]+)(?: (?<name>.*))?)?");

    private final Description before;
    private final Description after;
    private final List<Change> changes = new ArrayList<>();

    private Changes(Description before, Description after) {
        this.before = before;
        this.after = after;
    }

    static List<Change> between(Description before, Description after) {
        Changes changes = new Changes(before, after);
        Set<String> paths = new TreeSet<>(before.lines().keySet());
        paths.addAll(after.lines().keySet());
        for (String path : paths) {
            String old = before.get(path);
            String now = after.get(path);
            if (old == null || !old.equals(now)) {
                changes.compare(path, old, now);
            }
        }
        return List.copyOf(changes.changes);
    }

    private void compare(String path, @Nullable String old, @Nullable String now) {
        Matcher matcher = PATH.matcher(path);
        if (!matcher.matches()) {
            throw new IllegalStateException("a description has a path that none has: " + path);
        }
        String table = "table " + matcher.group("table");
        String entity = matcher.group("entity") == null ? null : table + " / entity " + matcher.group("entity");
        String kind = matcher.group("kind");
        boolean inside = kind != null || entity != null;
        if (inside && isNewOrGone(table) || entity != null && kind != null && isNewOrGone(entity)) {
            return; // told by the line of the table or the entity itself
        }
        if (kind == null) {
            compareWhole(path, entity != null, old, now);
        } else if (entity == null) {
            compareTable(path, kind, old, now);
        } else {
            compareEntity(path, kind, String.valueOf(matcher.group("name")), old, now);
        }
    }

    private boolean isNewOrGone(String path) {
        return (before.get(path) == null) != (after.get(path) == null);
    }

    private void compareWhole(String path, boolean entity, @Nullable String old, @Nullable String now) {
        String thing = entity ? "an entity" : "a table";
        if (old == null) {
            add(Effect.COMPATIBLE, path, thing + " that is new", "nothing is stored of it");
        } else if (now == null) {
            add(Effect.REFUSED, path, thing + " that is gone", "its items would stay, and nobody would read them");
        } else {
            add(Effect.REFUSED, path, changed(old, now), "stored items cannot be found under other keys");
        }
    }

    private void compareTable(String path, String kind, @Nullable String old, @Nullable String now) {
        switch (kind) {
            case "scope" ->
                add(Effect.REFUSED, path, changed(old, now), "stored items belong to no tenant, or to another");
            case "expiry" ->
                add(
                        Effect.COMPATIBLE,
                        path,
                        changed(old, now),
                        "items expire by what they have; the live table has to be told");
            default -> {
                boolean other = old != null && now != null;
                add(
                        other ? Effect.REFUSED : Effect.COMPATIBLE,
                        path,
                        changed(old, now),
                        other ? "an index cannot change its key: name it otherwise" : "the live table has to be told");
            }
        }
    }

    private void compareEntity(String path, String kind, String name, @Nullable String old, @Nullable String now) {
        switch (kind) {
            case "attribute" -> compareAttribute(path, name, old, now);
            case "key" -> add(Effect.MIGRATE, path, changed(old, now), "stored items lie under the old key");
            case "index" ->
                add(
                        Effect.MIGRATE,
                        path,
                        changed(old, now),
                        "stored items have the old key in the index, or none, and are not found by it");
            case "constant" ->
                add(Effect.MIGRATE, path, changed(old, now), "stored items do not have it, and are not told by it");
            case "unique", "second" ->
                add(
                        old == null ? Effect.REPAIR : Effect.COMPATIBLE,
                        path,
                        changed(old, now),
                        old == null ? "stored items have none beside them yet" : "what stands beside them stays there");
            default -> add(Effect.COMPATIBLE, path, changed(old, now), "stored items are read as before");
        }
    }

    private void compareAttribute(String path, String name, @Nullable String old, @Nullable String now) {
        if (name.endsWith(" values")) {
            compareValues(path, old, now);
        } else if (now == null) {
            add(Effect.COMPATIBLE, path, "gone", "stored items keep it, unread");
        } else if (old == null) {
            boolean required = now.endsWith("required") && !isInsideOfNew(name, path);
            add(
                    required ? Effect.REFUSED : Effect.COMPATIBLE,
                    path,
                    "new: " + now,
                    required ? "stored items lack it and could not be read" : "stored items are without it");
        } else if (typeOf(old).equals(typeOf(now))) {
            boolean required = now.endsWith("required");
            add(
                    required ? Effect.REFUSED : Effect.COMPATIBLE,
                    path,
                    changed(old, now),
                    required ? "stored items without it could not be read" : "stored items have it");
        } else {
            add(Effect.REFUSED, path, changed(old, now), "stored items have the old type and could not be read");
        }
    }

    /** Whether what holds an attribute is new itself, so that it alone decides. */
    private boolean isInsideOfNew(String name, String path) {
        int end = Math.max(name.lastIndexOf('.'), -1);
        if (end < 0) {
            return false;
        }
        String outer = name.substring(0, end).replaceAll("(\\[\\]|<[^>]*>)$", "");
        String outerPath = path.substring(0, path.length() - name.length()) + outer;
        return before.get(outerPath) == null;
    }

    private static String typeOf(String described) {
        return described.substring(0, described.lastIndexOf(", "));
    }

    private void compareValues(String path, @Nullable String old, @Nullable String now) {
        Set<String> lost = new HashSet<>(values(old));
        lost.removeAll(values(now));
        if (old == null || now == null || lost.isEmpty()) {
            add(Effect.COMPATIBLE, path, changed(old, now), "all stored values are known");
        } else {
            add(Effect.REFUSED, path, changed(old, now), "stored items with " + lost + " could not be read");
        }
    }

    private static List<String> values(@Nullable String text) {
        return text == null ? List.of() : Arrays.asList(text.split(" \\| ", -1));
    }

    private static String changed(@Nullable String old, @Nullable String now) {
        return old == null ? "new: " + shown(now) : now == null ? "gone" : shown(old) + " becomes " + shown(now);
    }

    private static String shown(@Nullable String value) {
        return "`" + String.valueOf(value).replace(Describe.TAB, " | ") + "`";
    }

    private void add(Effect effect, String path, String what, String meaning) {
        changes.add(new Change(effect, path, what, meaning));
    }
}
