package dev.trestle.wire.json;

import java.io.IOException;

/** A type that a member of a request may have, and how it is read. */
public interface Type<T> {
    /** The input stands at the first token of a value that is not null; afterwards at its last. */
    T read(JsonInput in) throws IOException;

    /** What stands for a null among the elements of a list or map. A member that is null counts as left out. */
    T ofNull();
}
