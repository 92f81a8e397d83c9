package dev.trestle.search;

/** A search that cannot be answered as it was put; its message is for the person who searched. */
public final class SearchException extends RuntimeException {
    public SearchException(String message) {
        super(message);
    }
}
