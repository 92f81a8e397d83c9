package dev.trestle.server.attack;

import java.util.Map;

/** What the server says of itself. */
final class AboutFixture extends Fixture {
    AboutFixture(AttackedServer server) {
        super(server);
        add(server.people().callers());
    }

    @Override
    Values make(ServedOperation operation) {
        return Values.of(Map.of());
    }

    @Override
    Map<String, String> missing() {
        return Map.of();
    }
}
