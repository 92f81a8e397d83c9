package dev.trestle.platform.audit;

import dev.trestle.platform.api.Json;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What is done, without secrets.
 *
 * @param area what kind of thing it is done to
 * @param name what is done: {@code person-added}; pages have their own words for it
 * @param target the id of the thing
 * @param label what people call the thing, at that time
 * @param before what changes, as it was; null where there is no such thing
 * @param after what changes, as it is now
 */
public record Act(
        Area area,
        String name,
        String target,
        String label,
        @Nullable String before,
        @Nullable String after) {
    private static final int VALUE_MAX = 4000;
    private static final int TEXT_MAX = 500;

    /** The kinds of things. */
    public enum Area {
        PERSON,
        TENANT,
        KEY,
        SESSION,
        SETTING,
        BACKUP,
        JOB,
        ITEM
    }

    public Act {
        target = cut(target, TEXT_MAX);
        label = cut(label, TEXT_MAX);
    }

    public static Act of(Area area, String name, String target, String label) {
        return new Act(area, name, target.isEmpty() ? "-" : target, label, null, null);
    }

    public Act from(Map<String, ?> values) {
        return new Act(area, name, target, label, cut(Json.text(values), VALUE_MAX), after);
    }

    public Act to(Map<String, ?> values) {
        return new Act(area, name, target, label, before, cut(Json.text(values), VALUE_MAX));
    }

    private static String cut(String text, int max) {
        return text.length() > max ? text.substring(0, max) + "…" : text;
    }
}
