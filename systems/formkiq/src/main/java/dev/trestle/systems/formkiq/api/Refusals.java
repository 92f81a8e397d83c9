package dev.trestle.systems.formkiq.api;

import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.Problem.Kind;
import dev.trestle.platform.api.Problem.Violation;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The errors of one stage of validation, collected so that a caller learns all of them at once. For one thread. */
public final class Refusals {
    public static final String DENIED = "fkq access denied";
    static final String NEXT = "Invalid Next token";

    private final List<Violation> found = new ArrayList<>();

    /** Adds an error about a field, or about the request as a whole if the key is empty. */
    public Refusals add(String key, String error) {
        found.add(new Violation(key, error));
        return this;
    }

    public Refusals addIf(boolean wrong, String key, String error) {
        return wrong ? add(key, error) : this;
    }

    /** Adds that a field is missing. */
    public Refusals require(@Nullable String value, String key) {
        return addIf(value == null || value.isEmpty(), key, "'" + key + "' is required");
    }

    public boolean isEmpty() {
        return found.isEmpty();
    }

    /** Refuses the request if something is wrong with it. */
    public void check() {
        if (!found.isEmpty()) {
            throw ApiException.invalid(found);
        }
    }

    public static ApiException of(String key, String error) {
        return ApiException.invalid(key, error);
    }

    /** 400 with a text. */
    public static ApiException message(String text) {
        return ApiException.of(Kind.INVALID, text);
    }

    public static ApiException notFound(String text) {
        return ApiException.notFound(text);
    }

    public static ApiException noDocument(String documentId) {
        return ApiException.notFound("Document " + documentId + " not found.");
    }

    public static ApiException conflict(String text) {
        return ApiException.conflict(text, null);
    }

    /** 401 with a text: FormKiQ never answers 403. */
    public static ApiException denied(String text) {
        return ApiException.of(Kind.UNAUTHENTICATED, text);
    }

    public static ApiException denied() {
        return denied(DENIED);
    }

    public static ApiException invalidNext() {
        return message(NEXT);
    }
}
