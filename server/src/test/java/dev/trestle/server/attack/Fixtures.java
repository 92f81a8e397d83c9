package dev.trestle.server.attack;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** The fixtures of all APIs. An API without one fails the matrix. */
final class Fixtures {
    /**
     * Where a fixture comes from.
     *
     * @param buckets that hold the system's objects
     */
    private record Source(List<String> buckets, Function<AttackedServer, Fixture> making) {}

    private static final Map<String, Source> SOURCES = Map.of(
            "docstore", new Source(List.of("docstore"), DocstoreFixture::new),
            "unisync", new Source(List.of("unisync-attachments-000000000000-local"), UniSyncFixture::new),
            "holdthatthought", new Source(List.of(HoldThatThoughtFixture.BUCKET), HoldThatThoughtFixture::new),
            "auth", new Source(List.of(), AuthFixture::new),
            "admin", new Source(List.of(), AdminFixture::new),
            "console", new Source(List.of(), ConsoleFixture::new),
            "server", new Source(List.of(), AboutFixture::new),
            "home", new Source(List.of(), HomeFixture::new));

    private Fixtures() {}

    static List<String> buckets() {
        return SOURCES.values().stream()
                .flatMap(source -> source.buckets().stream())
                .toList();
    }

    static List<String> buckets(String api) {
        Source source = SOURCES.get(api);
        return source == null ? List.of() : source.buckets();
    }

    /** Empty if nobody has said how to call it. */
    static Optional<Fixture> of(String api, AttackedServer server) {
        return Optional.ofNullable(SOURCES.get(api))
                .map(source -> source.making().apply(server));
    }
}
