package dev.trestle.engine.legacy;

import dev.trestle.engine.EngineException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Which parameters of either kind a request has: expressions and legacy parameters do not mix. */
public final class ParameterKinds {
    private final List<String> legacy = new ArrayList<>();
    private final List<String> expressions = new ArrayList<>();

    /** To be called in the order in which the service lists the operation's parameters. */
    public ParameterKinds legacy(String parameter, @Nullable Object given) {
        if (given != null) {
            legacy.add(parameter);
        }
        return this;
    }

    public ParameterKinds expression(String parameter, @Nullable Object given) {
        if (given != null) {
            expressions.add(parameter);
        }
        return this;
    }

    public void checkUnmixed() {
        if (!legacy.isEmpty() && !expressions.isEmpty()) {
            throw EngineException.validation("Can not use both expression and non-expression parameters in the same"
                    + " request: Non-expression parameters: {" + String.join(", ", legacy)
                    + "} Expression parameters: {" + String.join(", ", expressions) + "}");
        }
    }
}
