package dev.trestle.search;

/** There is nothing to search in yet, or just now: the index is being built. The same search can be sent again. */
public final class SearchUnavailableException extends RuntimeException {
    public SearchUnavailableException(String message) {
        super(message);
    }
}
