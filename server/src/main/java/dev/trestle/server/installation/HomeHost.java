package dev.trestle.server.installation;

import dev.trestle.model.evolution.Deployment;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.platform.api.Api;
import dev.trestle.platform.home.HomeApi;
import dev.trestle.platform.home.HomeSystem;
import dev.trestle.platform.identity.Identity;
import dev.trestle.platform.notices.Inboxes;
import dev.trestle.platform.notices.NoticeKind;
import dev.trestle.platform.notices.Notices;
import dev.trestle.platform.notices.NoticesApi;
import dev.trestle.platform.system.SystemDefinition;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/** What people find across all systems: their inboxes, the home page, the events of all systems, and markdown as pages show it. */
final class HomeHost implements AutoCloseable {
    private final Inboxes inboxes;
    private final NoticesApi notices;
    private final List<HomeSystem> systems = new ArrayList<>();

    HomeHost(
            Inboxes inboxes,
            List<SystemDefinition<?>> systems,
            Deployment deployment,
            DynamoDbStreamsClient streams,
            ItemStore store) {
        this.inboxes = inboxes;
        List<NoticeKind> kinds =
                systems.stream().flatMap(system -> system.notices().stream()).toList();
        this.notices = new NoticesApi(inboxes, kinds, deployment, streams, store);
        this.systems.add(HomeSystem.of(notices.api(), Optional.empty()));
    }

    /** By which a system tells people something. */
    Notices notices(String system, Identity identity) {
        return Notices.of(system, inboxes, identity);
    }

    /** Adds a system that was opened: its part of the home page, and its events. */
    void add(SystemDefinition<?> system, List<Api> apis) {
        apis.forEach(api -> systems.add(HomeSystem.of(api, system.home().filter(api.handlers()::containsKey))));
    }

    /** The operations, about the systems that were added. To be called once. */
    Api api() {
        new HomeApi(systems).declare(notices.operations());
        new MarkdownPreview().declare(notices.operations());
        return notices.api();
    }

    @Override
    public void close() {
        notices.close();
    }
}
