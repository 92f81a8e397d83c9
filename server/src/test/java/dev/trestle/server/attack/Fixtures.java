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

    private static final Map<String, Source> SOURCES = Map.ofEntries(
            Map.entry("docstore", new Source(List.of("docstore"), DocstoreFixture::new)),
            Map.entry("unisync", new Source(List.of("unisync-attachments-000000000000-local"), UniSyncFixture::new)),
            Map.entry(
                    "holdthatthought", new Source(List.of(HoldThatThoughtFixture.BUCKET), HoldThatThoughtFixture::new)),
            Map.entry("auth", new Source(List.of(), AuthFixture::new)),
            Map.entry("admin", new Source(List.of(), AdminFixture::new)),
            Map.entry("console", new Source(List.of(), ConsoleFixture::new)),
            Map.entry("server", new Source(List.of(), AboutFixture::new)),
            Map.entry("home", new Source(List.of(), HomeFixture::new)),
            Map.entry("zentriqvision", new Source(List.of(ZentriqVisionFixture.BUCKET), ZentriqVisionFixture::new)),
            Map.entry("formkiq", new Source(List.of("formkiq-documents"), FormKiqFixture::new)));

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
