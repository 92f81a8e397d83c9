package dev.trestle.engine.legacy;

import dev.trestle.engine.EngineException;
import dev.trestle.engine.expression.Projection;
import dev.trestle.engine.value.Canonical;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Turns AttributesToGet into what a ProjectionExpression is turned into. */
public final class LegacyProjections {
    private LegacyProjections() {}

    public static Projection projection(List<String> attributesToGet) {
        Set<String> seen = new HashSet<>();
        List<String> names = new ArrayList<>(attributesToGet.size());
        for (String given : attributesToGet) {
            String name = Canonical.attributeName(given);
            if (!seen.add(name)) {
                throw EngineException.validation(
                        "One or more parameter values were invalid: Duplicate value in attribute name: " + name);
            }
            names.add(name);
        }
        return Projection.ofAttributes(names);
    }
}
