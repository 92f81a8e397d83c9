package dev.trestle.testing;

import dev.trestle.model.Model;
import dev.trestle.model.Pattern;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.stream.Stream;

/**
 * Finds access patterns that no test asks. The sources of the tests are read for that: a test that nobody wrote cannot fail.
 *
 * <p>A pattern is a constant of a class beside the model's, and counts as asked where a test that counts requests says {@code
 * CONSTANT.of(}.
 */
public final class AskedPatterns {
    private static final java.util.regex.Pattern ASKED =
            java.util.regex.Pattern.compile("\\b([A-Z][A-Z0-9_]*)\\s*\\.of\\(");
    private static final java.util.regex.Pattern BASE = java.util.regex.Pattern.compile("\\bextends (\\w+) ");
    private static final String COUNTS = "takeCalls()";

    private AskedPatterns() {}

    /**
     * That each pattern of a model is asked by tests in the same package that count requests.
     *
     * @param declaring the class that holds the model
     * @throws AssertionError with the patterns that none asks
     */
    public static void assertComplete(Model model, Class<?> declaring) {
        Map<String, String> constants = constants(declaring);
        String asked = sourcesThatCount(declaring);
        List<String> missed = new ArrayList<>();
        model.allTables().stream()
                .flatMap(table -> table.patterns().stream())
                .filter(pattern -> isDeclaredBeside(pattern, declaring))
                .forEach(pattern -> {
                    String constant = constants.get(pattern.name());
                    if (constant == null || !isAsked(constant, asked)) {
                        missed.add(pattern.table().name() + ": " + pattern.name() + " (" + constant + ")");
                    }
                });
        if (!missed.isEmpty()) {
            throw new AssertionError("no test asks and counts the requests of " + String.join(", ", missed));
        }
    }

    /** Not one that a library declares on the model's table, of records of its own: that is for the library's tests to ask. */
    private static boolean isDeclaredBeside(Pattern<?> pattern, Class<?> declaring) {
        return pattern.entities().stream()
                .anyMatch(entity -> entity.type().getPackageName().startsWith(declaring.getPackageName()));
    }

    private static boolean isAsked(String constant, String sources) {
        Matcher each = ASKED.matcher(sources);
        while (each.find()) {
            if (each.group(1).equals(constant)) {
                return true;
            }
        }
        return false;
    }

    /** The constants' names by the patterns' names. */
    private static Map<String, String> constants(Class<?> declaring) {
        Map<String, String> constants = new TreeMap<>();
        try (Stream<Path> classes = Files.list(directoryOf(declaring))) {
            for (Path each :
                    classes.filter(file -> file.toString().endsWith(".class")).toList()) {
                String name = each.getFileName().toString().replace(".class", "");
                addConstants(Class.forName(declaring.getPackageName() + "." + name), constants);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (ReflectiveOperationException | URISyntaxException e) {
            throw new IllegalStateException("the classes beside " + declaring + " cannot be read", e);
        }
        return constants;
    }

    private static void addConstants(Class<?> type, Map<String, String> constants) throws IllegalAccessException {
        for (Field field : type.getDeclaredFields()) {
            if (Modifier.isStatic(field.getModifiers()) && field.getType() == Pattern.class) {
                field.setAccessible(true);
                constants.put(((Pattern<?>) field.get(null)).name(), field.getName());
            }
        }
    }

    private static Path directoryOf(Class<?> declaring) throws URISyntaxException {
        Path root = Path.of(
                declaring.getProtectionDomain().getCodeSource().getLocation().toURI());
        return root.resolve(declaring.getPackageName().replace('.', '/'));
    }

    /** The sources of the tests that count requests, or whose base class does, as one text. */
    private static String sourcesThatCount(Class<?> declaring) {
        Map<String, String> sources = new TreeMap<>();
        Path directory = Path.of("src", "test", "java")
                .resolve(declaring.getPackageName().replace('.', '/'));
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.toList()) {
                sources.put(file.getFileName().toString().replace(".java", ""), Files.readString(file));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        StringBuilder counting = new StringBuilder();
        for (String source : sources.values()) {
            Matcher base = BASE.matcher(source);
            String inherited = base.find() ? sources.getOrDefault(base.group(1), "") : "";
            if (source.contains(COUNTS) || inherited.contains(COUNTS)) {
                counting.append(source);
            }
        }
        return counting.toString();
    }
}
