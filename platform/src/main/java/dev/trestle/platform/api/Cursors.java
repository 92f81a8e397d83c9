package dev.trestle.platform.api;

import dev.trestle.model.operation.CursorSeal;
import java.security.SecureRandom;
import java.util.List;

/**
 * Signs where lists go on, so that a client can bring back only what it was given, and only for the same list.
 *
 * <p>The server does this by itself for each operation with a query parameter {@code cursor}: its handler is given, and gives, plain places in
 * {@link Page#next}. What clients see is bound to the operation, its other parameters but {@code limit}, and the caller. An operation
 * whose cursor stands elsewhere signs it with this.
 */
public final class Cursors {
    private static final int KEY_BYTES = 32;

    private final CursorSeal seal;

    /** The same key in every process that is sent a cursor of another. */
    public Cursors(byte[] key) {
        this.seal = new CursorSeal(key);
    }

    /** With a key of its own: cursors end with the process. */
    public static Cursors ofThisProcess() {
        byte[] key = new byte[KEY_BYTES];
        new SecureRandom().nextBytes(key);
        return new Cursors(key);
    }

    /** {@code list} is all that makes one list another. */
    public String seal(String place, List<String> list) {
        return seal.seal(List.of(place), list);
    }

    /**
     * The place that a cursor was made of.
     *
     * @throws dev.trestle.model.operation.CursorException if it was not made here, or for another list; it is answered 400
     */
    public String open(String cursor, List<String> list) {
        return seal.open(cursor, list, list.isEmpty() ? "" : list.get(0)).get(0);
    }

    /** What binds a cursor to somebody. */
    public static List<String> of(Principal caller) {
        return List.of(caller.issuer(), caller.subject(), String.valueOf(caller.tenant()));
    }
}
