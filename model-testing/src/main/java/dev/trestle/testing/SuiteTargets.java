package dev.trestle.testing;

import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.ArgumentsProvider;
import org.junit.jupiter.params.support.ParameterDeclarations;

/** Gives a system's suite the targets that it runs over: the engine in process, and all others if it is {@link OverTheNetworkToo}. */
public final class SuiteTargets implements ArgumentsProvider {
    @Override
    public Stream<? extends Arguments> provideArguments(ParameterDeclarations parameters, ExtensionContext context) {
        return Targets.of(context.getRequiredTestClass()).map(Arguments::of);
    }
}
