package dev.trestle.conformance.soak;

import java.util.Random;

/** One worker's work with a server: it writes, and later looks whether all of that is there. */
interface Load {
    /** The same work with a server that was started again. */
    void connect(Life life) throws Exception;

    /** Writes something. What this throws means that nobody knows whether it was written. */
    void step(Random random) throws Exception;

    /** Fails if something that was acknowledged is not there, or something half done is. */
    void check(String where) throws Exception;
}
