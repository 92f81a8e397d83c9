package dev.trestle.systems.unisync.showsets;

import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.Identifiers;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What ids and scenes of ShowSets may look like here.
 *
 * @param showSetId null where any id will do
 * @param scene null where any scene will do
 */
public record Naming(@Nullable Pattern showSetId, @Nullable Pattern scene) {
    public static final Naming FREE = new Naming(null, null);

    void check(@Nullable String id, @Nullable String sceneName) {
        String problem = id == null ? null : Identifiers.problem(id);
        if (problem != null) {
            throw ApiException.invalid("showSetId", problem).withCode("id-form");
        }
        check("showSetId", showSetId, id);
        check("scene", scene, sceneName);
    }

    private static void check(String field, @Nullable Pattern pattern, @Nullable String value) {
        if (pattern != null && value != null && !pattern.matcher(value).matches()) {
            throw ApiException.invalid(field, "must look like " + pattern.pattern())
                    .withCode("naming");
        }
    }
}
