package dev.trestle.oracle;

import dev.trestle.conformance.cases.Answer;
import dev.trestle.conformance.cases.Json;
import dev.trestle.conformance.cases.Step;
import java.util.regex.Pattern;

/** A step that the two sides answered differently. */
record Difference(Step step, Answer ours, Answer local) {
    private static final Pattern PARTICULARS =
            Pattern.compile("\\{.*|[:#][\\w.-]+|\\[[^]]*]|'[^']*'|\\d+", Pattern.DOTALL);

    /** What it has in common with others of its kind, so that each kind is reported once. */
    String kind() {
        return step.operation() + " | " + kindOf(ours) + " | " + kindOf(local);
    }

    String show() {
        return step.operation() + "\n  request " + Json.write(step.request()) + "\n  engine  " + ours.show()
                + "\n  local   " + local.show();
    }

    private static String kindOf(Answer answer) {
        return PARTICULARS.matcher(answer.show()).replaceAll("…");
    }
}
