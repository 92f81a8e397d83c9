package dev.trestle.platform.sample;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.platform.api.Api;
import dev.trestle.platform.api.Principal;
import dev.trestle.platform.api.Reply;
import dev.trestle.platform.operation.InProcess;
import java.time.Duration;
import java.util.Map;

/** Makes a sample world by a system's own operations, as its people, at times that lie in the past. For one thread. */
public final class SampleCalls {
    private final InProcess operations;
    private final SampleClock clock;

    /** {@code api} has to go by {@code clock}. */
    public SampleCalls(Api api, SampleClock clock) {
        this.operations = new InProcess(api);
        this.clock = clock;
    }

    /** Lets time pass. */
    public SampleCalls later(Duration by) {
        clock.advance(by);
        return this;
    }

    /** Somebody calls an operation. */
    public Reply call(Principal who, String operation, Record request) {
        return call(who, operation, request, "");
    }

    /** The same, with the version that they start from if it is not empty. */
    public Reply call(Principal who, String operation, Record request, String ifMatch) {
        try {
            return operations.call(
                    who, operation, request, ifMatch.isEmpty() ? Map.of() : Map.of("if-match", Reply.quoted(ifMatch)));
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException("The sample world cannot be made: " + operation + " failed.", e);
        }
    }

    /** Somebody calls an operation; {@code arguments} are the components of its request, as JSON has them. */
    public JsonNode call(Principal who, String operation, Map<String, ?> arguments) {
        try {
            return operations.call(who, operation, arguments);
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException("The sample world cannot be made: " + operation + " failed.", e);
        }
    }
}
