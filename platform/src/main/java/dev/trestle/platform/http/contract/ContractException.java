package dev.trestle.platform.http.contract;

/** A contract that cannot be served, or that its handlers do not agree with. */
public final class ContractException extends RuntimeException {
    public ContractException(String message) {
        super(message);
    }

    public ContractException(String message, Throwable cause) {
        super(message, cause);
    }
}
