package dev.trestle.server.attack;

import dev.trestle.platform.operation.RightsPage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What each operation of an API answers to each kind of caller, stated by hand in the table below {@link #HEADING} of its rights page. A
 * row is for one or more operations, a column for one or more callers. Where an answer depends on a parameter, the row is for the operation
 * with that parameter: {@code updateStage?stage=screen}.
 */
final class Expectations {
    static final String HEADING = RightsPage.CALLERS;

    private static final Pattern CELL = Pattern.compile("yes|own|4\\d\\d");
    private static final Pattern BEFORE_CELLS = Pattern.compile("(?<!\\\\)\\|");

    private final Map<Row, Map<String, String>> rows = new LinkedHashMap<>();
    private final List<String> callers = new ArrayList<>();
    private final List<String> problems = new ArrayList<>();

    /** An operation, and the parameters that the expectation is for. */
    record Row(String operation, Map<String, String> parameters) {
        static Row of(String text) {
            String[] parts = text.split("[?&]", -1);
            Map<String, String> parameters = new LinkedHashMap<>();
            for (String each : Arrays.asList(parts).subList(1, parts.length)) {
                String[] pair = each.split("=", 2);
                parameters.put(pair[0], pair.length == 2 ? pair[1] : "");
            }
            return new Row(parts[0], parameters);
        }

        @Override
        public String toString() {
            return parameters.isEmpty() ? operation : operation + parameters;
        }
    }

    private Expectations(String page) {
        int start = page.indexOf(HEADING);
        List<String> lines = (start < 0 ? "" : page.substring(start))
                .lines()
                .filter(line -> line.startsWith("|"))
                .toList();
        if (lines.size() < 3) {
            problems.add("there is no table of callers");
            return;
        }
        List<List<String>> columns =
                cells(lines.get(0)).stream().skip(1).map(Expectations::names).toList();
        columns.forEach(callers::addAll);
        lines.stream().skip(2).forEach(line -> read(cells(line), columns));
    }

    static Expectations of(String page) {
        return new Expectations(page);
    }

    /** Those of an API, with nothing but a problem if there is no such page. */
    static Expectations read(Path page) throws IOException {
        return new Expectations(Files.exists(page) ? Files.readString(page) : "");
    }

    private static List<String> cells(String line) {
        List<String> cells = new ArrayList<>(
                Arrays.stream(BEFORE_CELLS.split(line, -1)).map(String::strip).toList());
        return cells.subList(1, cells.size() - 1);
    }

    private static List<String> names(String cell) {
        return Arrays.stream(cell.replace("`", "").split(","))
                .map(String::strip)
                .filter(name -> !name.isEmpty())
                .toList();
    }

    private void read(List<String> cells, List<List<String>> columns) {
        for (String name : names(cells.get(0))) {
            Row row = Row.of(name);
            Map<String, String> expected = new LinkedHashMap<>();
            for (int i = 0; i < columns.size(); i++) {
                String cell = i + 1 < cells.size() ? cells.get(i + 1) : "";
                columns.get(i).forEach(caller -> expected.put(caller, cell));
            }
            if (rows.put(row, expected) != null) {
                problems.add(row + " is in two rows");
            }
        }
    }

    /** Everything for which there is no expectation, and every expectation of nothing. */
    List<String> problems(Set<String> operations, Set<String> known) {
        List<String> all = new ArrayList<>(problems);
        Set<String> stated = new TreeSet<>();
        rows.keySet().forEach(row -> stated.add(row.operation()));
        operations.stream()
                .filter(each -> !stated.contains(each))
                .forEach(each -> all.add("the operation " + each + " is in no row"));
        stated.stream()
                .filter(each -> !operations.contains(each))
                .forEach(each -> all.add("the row of " + each + " is of no operation"));
        known.stream()
                .filter(each -> !callers.contains(each))
                .forEach(each -> all.add("the caller \"" + each + "\" is in no column"));
        callers.stream()
                .filter(each -> !known.contains(each))
                .forEach(each -> all.add("the column of \"" + each + "\" is of no caller"));
        callers.stream()
                .distinct()
                .filter(each -> callers.indexOf(each) != callers.lastIndexOf(each))
                .forEach(each -> all.add("the caller \"" + each + "\" is in two columns"));
        rows.forEach((row, cells) -> cells.forEach((caller, cell) -> {
            if (!CELL.matcher(cell).matches()) {
                all.add(row + " by \"" + caller + "\" has no expectation: \"" + cell
                        + "\" is neither yes, own nor a status");
            }
        }));
        return all;
    }

    Set<Row> rows() {
        return rows.keySet();
    }

    /** Null if there is none. */
    @Nullable
    String expected(Row row, String caller) {
        return rows.getOrDefault(row, Map.of()).get(caller);
    }

    static boolean isDone(@Nullable String expected) {
        return "yes".equals(expected) || "own".equals(expected);
    }
}
