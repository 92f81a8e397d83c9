package dev.trestle.bench;

import java.util.List;

/**
 * What Trestle's rate must be, as a multiple of another's.
 *
 * @param goal what to reach for beyond; zero if there is none
 */
record WireFloor(WireRequests.Kind kind, int connections, String other, double least, double goal) {
    static final String EMPTY = "empty handler";
    static final String DYNALITE = "dynalite, memory";
    static final String LOCAL_MEMORY = "DynamoDB Local, memory";
    static final String LOCAL_FILE = "DynamoDB Local, file";

    static final List<WireFloor> ALL = List.of(
            new WireFloor(WireRequests.Kind.GET, 8, EMPTY, 0.35, 0.5),
            new WireFloor(WireRequests.Kind.GET, 8, LOCAL_MEMORY, 2.5, 4),
            new WireFloor(WireRequests.Kind.QUERY, 8, EMPTY, 0.3, 0),
            new WireFloor(WireRequests.Kind.QUERY, 8, LOCAL_MEMORY, 2.5, 4),
            new WireFloor(WireRequests.Kind.PUT, 64, LOCAL_FILE, 10, 15),
            new WireFloor(WireRequests.Kind.PUT, 64, LOCAL_MEMORY, 1, 0),
            new WireFloor(WireRequests.Kind.PUT, 64, DYNALITE, 1, 0));

    boolean isFor(WireRequests.Kind measured, int at, String against) {
        return kind == measured && connections == at && other.equals(against);
    }

    boolean isMet(double ratio) {
        return ratio >= least;
    }

    /** What to print behind the ratio. */
    String verdict(double ratio) {
        String reached = goal == 0 ? "" : ratio >= goal ? ", goal reached" : ", goal " + Duel.percent(goal);
        return "floor " + Duel.percent(least) + " " + (isMet(ratio) ? "met" : "MISSED") + reached;
    }
}
