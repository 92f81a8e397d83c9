package dev.trestle.platform.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.platform.api.Api;
import dev.trestle.platform.api.Call;
import dev.trestle.platform.api.Page;
import dev.trestle.platform.api.Principal;
import dev.trestle.platform.api.Problem;
import dev.trestle.platform.api.Problem.Kind;
import dev.trestle.platform.api.Shape;
import dev.trestle.platform.operation.Changes;
import dev.trestle.platform.operation.Operations;
import dev.trestle.platform.operation.Right;
import dev.trestle.platform.time.Ids;
import dev.trestle.platform.time.Times;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** An API that knows a proof of its own, and words its own refusals. */
class OwnProofsTest {
    /** Who called. */
    record Name(String name) {}

    private static final class Worded implements Shape {
        @Override
        public @Nullable Object success(@Nullable Object result) {
            return result;
        }

        @Override
        public Object page(Page<?> page) {
            return page;
        }

        @Override
        public Failure failure(Problem problem, String requestId) {
            return new Failure(problem.kind().status(), "application/json", Map.of("said", problem.message()));
        }

        @Override
        public Problem unrouted(Problem problem, String method, String path) {
            return Problem.of(Kind.NOT_FOUND, "nothing at " + path);
        }
    }

    private static Api api(String name) {
        Operations<Principal> operations = new Operations<>(
                Api.declared(name, new Api.About(name, name, "/" + name), new Worded()),
                new Operations.Setting<>(
                        Call::principal,
                        who -> {
                            throw new IllegalStateException("no items");
                        },
                        new Changes(null, new Random(1)),
                        new Times(Clock.systemUTC()),
                        new Ids(new Random(1))));
        operations
                .get("who", "/who")
                .about("Who calls")
                .right(Right.everybody("ANY"))
                .gives(Name.class, given -> new Name(given.by().subject()));
        return operations.api();
    }

    private static @Nullable Principal key(String authorization) {
        return authorization.equals("key")
                ? new Principal("keys", "robot", Principal.Proof.API_KEY, null, Set.of(), Map.of())
                : null;
    }

    @Test
    void request_withAnApisOwnProof_isKnownThereOnly() throws Exception {
        Api own = api("own").authenticatedBy(OwnProofsTest::key);
        try (PlatformServer server = PlatformServer.start(
                HttpOptions.loopback(0), Hosting.of(List.of(own, api("other")), List.of(proof -> null)))) {
            assertThat(get(server, "/own/who").body()).isEqualTo("{\"name\":\"robot\"}");
            assertThat(get(server, "/other/who").statusCode()).isEqualTo(401);
            assertThat(get(server, "/own/no/where").body()).isEqualTo("{\"said\":\"nothing at /no/where\"}");
        }
    }

    private static HttpResponse<String> get(PlatformServer server, String path) throws Exception {
        return HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create(server.url() + path))
                                .header("authorization", "key")
                                .build(),
                        BodyHandlers.ofString());
    }
}
