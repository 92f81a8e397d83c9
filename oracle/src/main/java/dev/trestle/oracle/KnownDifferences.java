package dev.trestle.oracle;

import dev.trestle.conformance.cases.Json;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The differences that are explained, from the file {@code known-differences}: blocks of {@code name: value} lines,
 * separated by empty lines. A line that begins with a space continues the one before; {@code #} begins a comment.
 */
final class KnownDifferences {
    private static final String FILE = "known-differences";
    private static final Set<String> PATTERNS = Set.of("operation", "request", "ours", "local");
    private static final Set<String> NAMES = Set.of("case", "operation", "request", "ours", "local", "right", "reason");
    private static final Set<String> SIDES = Set.of("ours", "local", "either");

    /** One explained difference; patterns that are not given match everything. */
    record Known(String title, Map<String, Pattern> patterns, String right, String reason) {

        boolean explains(Difference difference) {
            return found("operation", difference.step().operation())
                    && found("request", Json.write(difference.step().request()))
                    && found("ours", difference.ours().show())
                    && found("local", difference.local().show());
        }

        private boolean found(String name, String text) {
            Pattern pattern = patterns.get(name);
            if (pattern == null) {
                return true;
            }
            Matcher matcher = pattern.matcher(text);
            return name.equals("operation") ? matcher.matches() : matcher.find();
        }
    }

    private final List<Known> all;

    private KnownDifferences(List<Known> all) {
        this.all = all;
    }

    static KnownDifferences load() {
        try (InputStream in = Objects.requireNonNull(KnownDifferences.class.getResourceAsStream(FILE), FILE)) {
            return parse(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static KnownDifferences parse(String text) {
        List<Known> all = new ArrayList<>();
        for (String block : text.replaceAll("(?m)^#.*\\n", "").split("\\n\\s*\\n")) {
            if (!block.isBlank()) {
                all.add(parseBlock(block.strip()));
            }
        }
        return new KnownDifferences(all);
    }

    private static Known parseBlock(String block) {
        Map<String, String> lines = new LinkedHashMap<>();
        for (String line : block.replaceAll("\\n +", " ").split("\\n")) {
            int colon = line.indexOf(": ");
            if (colon < 0 || !NAMES.contains(line.substring(0, colon))) {
                throw new IllegalArgumentException("not one of " + NAMES + " in known-differences: " + line);
            }
            lines.put(line.substring(0, colon), line.substring(colon + 2).strip());
        }
        String right = lines.getOrDefault("right", "");
        if (!SIDES.contains(right) || !lines.containsKey("reason") || !lines.containsKey("case")) {
            throw new IllegalArgumentException("a case, a reason and which side is right are needed: " + block);
        }
        Map<String, Pattern> patterns = new LinkedHashMap<>();
        lines.forEach((name, value) -> {
            if (PATTERNS.contains(name)) {
                patterns.put(name, Pattern.compile(value, Pattern.DOTALL));
            }
        });
        return new Known(lines.getOrDefault("case", ""), patterns, right, lines.getOrDefault("reason", ""));
    }

    Optional<Known> explain(Difference difference) {
        return all.stream().filter(known -> known.explains(difference)).findFirst();
    }

    List<Known> all() {
        return all;
    }
}
