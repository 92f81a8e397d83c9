package dev.trestle.systems.formkiq.api;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** All operations that FormKiQ 1.18 has, those that are not built here among them: who calls one is told its name. */
final class KnownOperations {
    private static final List<Known> ALL = read();

    private KnownOperations() {}

    private record Known(String method, List<String> segments, String id) {
        boolean is(String calledBy, List<String> path) {
            boolean takesRest = segments.get(segments.size() - 1).endsWith("+}");
            boolean hasLength = takesRest ? path.size() >= segments.size() : path.size() == segments.size();
            if (!method.equals(calledBy) || !hasLength) {
                return false;
            }
            for (int i = 0; i < path.size(); i++) {
                String segment = segments.get(i);
                if (!segment.startsWith("{") && !segment.equals(path.get(i))) {
                    return false;
                }
            }
            return true;
        }

        long parameters() {
            return segments.stream().filter(each -> each.startsWith("{")).count();
        }
    }

    private static List<Known> read() {
        List<Known> all = new ArrayList<>();
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(
                Objects.requireNonNull(KnownOperations.class.getResourceAsStream("operations.txt")),
                StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                String[] parts = line.split(" ", -1);
                all.add(new Known(parts[0], List.of(parts[1].split("/", -1)), parts[2]));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return List.copyOf(all);
    }

    /** The templates of all paths. */
    static List<String> paths() {
        return ALL.stream()
                .map(each -> String.join("/", each.segments()))
                .distinct()
                .toList();
    }

    /** The operation with a method at a path; the one with the fewest parameters, where several fit. */
    static Optional<String> find(String method, String path) {
        List<String> segments = List.of(path.split("/", -1));
        return ALL.stream()
                .filter(each -> each.is(method, segments))
                .min((one, other) -> Long.compare(one.parameters(), other.parameters()))
                .map(Known::id);
    }
}
