package dev.trestle.server.attack;

import java.util.List;
import java.util.Map;

/** What is about all systems. Nobody here has a notice: each reaches their own inbox only, and finds it empty. */
final class HomeFixture extends Fixture {
    private static final String NOWHERE = "01g3k5m7p9-00000000-0000-0000-0000-000000000000";

    HomeFixture(AttackedServer server) {
        super(server);
        add(server.people().callers());
    }

    @Override
    Values make(ServedOperation operation) {
        return Values.of(Map.of(
                "noticeId",
                NOWHERE,
                "language",
                "en",
                "kinds",
                List.of(Map.of("kind", "SHARED", "inbox", true, "mail", false))));
    }

    @Override
    Map<String, String> missing() {
        return Map.of("noticeId", "01g3k5m7p9-11111111-0000-0000-0000-000000000000");
    }
}
