package dev.trestle.engine.capacity;

/** How a read is done, which decides what each 4 KB of it cost. */
public enum Consistency {
    EVENTUAL(0.5),
    STRONG(1),
    TRANSACTIONAL(2);

    final double factor;

    Consistency(double factor) {
        this.factor = factor;
    }

    public static Consistency of(boolean consistentRead) {
        return consistentRead ? STRONG : EVENTUAL;
    }
}
