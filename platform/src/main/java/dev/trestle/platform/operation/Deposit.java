package dev.trestle.platform.operation;

/** What was stored for a request before it was decided, such as an object. It is nobody's until a transaction names it. */
public interface Deposit extends AutoCloseable {
    /** Removes what was stored, because nothing names it; must not fail. */
    void drop();

    /** Frees what was held here meanwhile, however the request ended. */
    @Override
    void close();
}
