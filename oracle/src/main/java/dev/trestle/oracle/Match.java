package dev.trestle.oracle;

import dev.trestle.conformance.cases.Answer;
import dev.trestle.conformance.cases.Comparison;
import dev.trestle.conformance.cases.Json;
import dev.trestle.conformance.cases.Performer;
import dev.trestle.conformance.cases.Side;
import dev.trestle.conformance.cases.Step;
import dev.trestle.conformance.cases.Step.Reading;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Both sides, playing the same steps. */
final class Match {
    /** As a table's name stands in a statement within JSON. */
    private static final Pattern STATEMENT_TABLE = Pattern.compile("\\\\\"([\\w.-]+)\\\\\"");

    private static int runs;

    private final Side ours;
    private final Side local;
    private Performer ourPerformer;
    private Performer localPerformer;
    private long ourNanos;
    private long localNanos;

    Match(Side ours, Side local) {
        this.ours = ours;
        this.local = local;
        this.ourPerformer = new Performer(ours, "");
        this.localPerformer = new Performer(local, "");
    }

    /** What both sides said to a step, each in its normal form. */
    record Answers(Answer ours, Answer local) {}

    /** Deletes all tables on both sides, and begins a run whose tokens are new. */
    void clear() {
        String run = "-" + Integer.toString(++runs, 36) + Long.toString(System.nanoTime() % 46_656, 36);
        ourPerformer = new Performer(ours, run);
        localPerformer = new Performer(local, run);
        deleteTables(ours, ourPerformer);
        deleteTables(local, localPerformer);
    }

    private static void deleteTables(Side side, Performer performer) {
        Object names = side.call("ListTables", Json.of()).body().get("TableNames");
        for (Object name : names instanceof List<?> list ? list : List.of()) {
            performer.perform(Step.once("DeleteTable", Json.of("TableName", name)));
        }
    }

    Answers play(Step step) {
        long began = System.nanoTime();
        Answer our = ourPerformer.perform(step);
        long between = System.nanoTime();
        Answer their = localPerformer.perform(step);
        ourNanos += between - began;
        localNanos += System.nanoTime() - between;
        return new Answers(Comparison.normal(step, our), Comparison.normal(step, their));
    }

    /** How long either side took so far, in seconds. */
    double ourSeconds() {
        return ourNanos / 1e9;
    }

    double localSeconds() {
        return localNanos / 1e9;
    }

    Optional<Difference> compare(Step step) {
        Answers answers = play(step);
        return Comparison.agree(answers.ours(), answers.local())
                ? Optional.empty()
                : Optional.of(new Difference(step, answers.ours(), answers.local()));
    }

    /** After a difference the tables of the step may differ: what does is deleted on both sides. */
    void align(Step step, Answers answers) {
        boolean wrote = !step.operation().matches("(Batch|Transact)?Get.*|Query|Scan|Describe.*");
        if (!wrote || answers.ours().refused() && answers.local().refused()) {
            return;
        }
        for (String table : tablesOf(step)) {
            Map<String, Object> described = Json.objectIn(
                    ours.call("DescribeTable", Json.of("TableName", table)).body(), "Table");
            List<String> keys = Json.objectsIn(described, "KeySchema").stream()
                    .map(element -> String.valueOf(element.get("AttributeName")))
                    .toList();
            if (keys.isEmpty()) {
                continue;
            }
            Step scan = new Step("Scan", Reading.ALL_PAGES, Json.of("TableName", table));
            Answers contents = play(scan);
            Set<Map<String, Object>> mine =
                    new LinkedHashSet<>(Json.objectsIn(contents.ours().body(), "Items"));
            Set<Map<String, Object>> theirs =
                    new LinkedHashSet<>(Json.objectsIn(contents.local().body(), "Items"));
            Set<Map<String, Object>> differing = new LinkedHashSet<>(mine);
            differing.addAll(theirs);
            differing.removeIf(item -> mine.contains(item) && theirs.contains(item));
            for (Map<String, Object> item : differing) {
                Map<String, Object> key = new LinkedHashMap<>(item);
                key.keySet().retainAll(keys);
                play(Step.once("DeleteItem", Json.of("TableName", table, "Key", key)));
            }
        }
    }

    private static Set<String> tablesOf(Step step) {
        Set<String> tables = new LinkedHashSet<>(
                Json.objectIn(step.request(), "RequestItems").keySet());
        if (step.tableName() != null) {
            tables.add(step.tableName());
        }
        if (step.operation().contains("Execute")) {
            Matcher named = STATEMENT_TABLE.matcher(Json.write(step.request()));
            while (named.find()) {
                tables.add(named.group(1));
            }
        }
        for (Map<String, Object> action : Json.objectsIn(step.request(), "TransactItems")) {
            for (String kind : action.keySet()) {
                String table = Json.stringIn(Json.objectIn(action, kind), "TableName");
                if (table != null) {
                    tables.add(table);
                }
            }
        }
        return tables;
    }
}
