package dev.trestle.server.installation;

import dev.trestle.platform.api.Api;
import dev.trestle.platform.api.Shapes;
import dev.trestle.platform.http.PlatformServer.HostedSystem;
import dev.trestle.server.pages.SystemPages;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What the server says about itself. */
final class ServerApi {
    record None() {}

    record About(
            String version,
            boolean demo,
            boolean openPorts,
            boolean mail,
            List<Hosted> apis,
            List<Pages> pages,
            List<DemoAccount> demoAccounts,
            @Nullable SampleData sampleData) {}

    /** How far the sample data of a demo is loaded. */
    record SampleData(String state, int percent, List<String> pending) {}

    /** Somebody to sign in as; the password is no secret. */
    record DemoAccount(String email, String name, String password, Map<String, String> about, List<String> systems) {}

    /** The pages of a system, for the rail. */
    record Pages(String name, Map<String, String> title, String icon) {}

    record Hosted(String name, String title, String path, String docs) {}

    private ServerApi() {}

    /** {@code hosted} is asked at each request: this API is among them. */
    static Api of(
            String version,
            boolean openPorts,
            boolean mail,
            List<SystemPages> pages,
            List<DemoAccount> demoAccounts,
            Supplier<DemoLoading.Status> sampleData,
            Supplier<List<HostedSystem>> hosted) {
        return Api.of("server", ServerApi.class.getResource("server.yaml"), Shapes.problemDetails())
                .handle(
                        "about",
                        None.class,
                        (call, q) -> new About(
                                version,
                                !demoAccounts.isEmpty(),
                                openPorts,
                                mail,
                                hosted.get().stream()
                                        .map(api ->
                                                new Hosted(api.name(), api.title(), api.path(), api.path() + "/docs/"))
                                        .toList(),
                                pages.stream()
                                        .map(each -> new Pages(each.name(), each.title(), each.icon()))
                                        .toList(),
                                demoAccounts,
                                demoAccounts.isEmpty() ? null : shown(sampleData.get())));
    }

    private static SampleData shown(DemoLoading.Status status) {
        return new SampleData(status.state(), status.percent(), status.pending());
    }
}
