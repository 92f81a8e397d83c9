package dev.trestle.systems.holdthatthought;

import dev.trestle.testing.SuiteTargets;
import dev.trestle.testing.Target;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ArgumentsSource;

/** A test over HTTP, on the engine in this process; marked suites also over the network through the AWS SDK. */
@ParameterizedClass(name = "{0}")
@ArgumentsSource(SuiteTargets.class)
abstract class FamilyTest {
    @Parameter
    @SuppressWarnings("NullAway.Init")
    Target target;

    @SuppressWarnings("NullAway.Init")
    protected World world;

    @BeforeEach
    void open() {
        world = new World(target);
    }

    @AfterEach
    void close() {
        world.close();
    }
}
