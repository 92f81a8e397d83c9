package dev.trestle.conformance.cases;

/** Whether two answers say the same. */
public final class Comparison {

    private Comparison() {}

    public static Answer normal(Step step, Answer answer) {
        return answer.normal(step);
    }

    /** Of two answers in their normal form. */
    public static boolean agree(Answer one, Answer other) {
        return one.equals(other);
    }
}
