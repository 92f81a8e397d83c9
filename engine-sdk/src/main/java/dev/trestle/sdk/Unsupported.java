package dev.trestle.sdk;

import dev.trestle.engine.EngineException;
import java.util.Collection;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.util.SdkAutoConstructList;
import software.amazon.awssdk.core.util.SdkAutoConstructMap;

/**
 * Refuses the parameters that would change what a request does and that the engine does not have, so that none is ignored in
 * silence.
 */
final class Unsupported {
    private Unsupported() {}

    static void parameter(String parameter, @Nullable Object given) {
        if (isGiven(given)) {
            throw EngineException.validation("Trestle does not support the parameter " + parameter + " yet.");
        }
    }

    private static boolean isGiven(@Nullable Object given) {
        if (given instanceof Collection<?>) {
            return !(given instanceof SdkAutoConstructList);
        }
        if (given instanceof Map<?, ?>) {
            return !(given instanceof SdkAutoConstructMap);
        }
        return given != null;
    }
}
