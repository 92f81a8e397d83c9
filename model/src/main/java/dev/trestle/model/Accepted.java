package dev.trestle.model;

/**
 * A finding of the verifier that a model lives with.
 *
 * @param code the finding's stable code
 * @param reason why it does no harm here
 */
public record Accepted(String code, String reason) {
    public Accepted {
        if (code.isBlank() || reason.isBlank()) {
            throw new IllegalArgumentException("an accepted finding has a code and a written reason");
        }
    }
}
