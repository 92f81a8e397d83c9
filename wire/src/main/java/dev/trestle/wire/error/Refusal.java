package dev.trestle.wire.error;

import org.jspecify.annotations.Nullable;

/** A request that is refused before the engine sees it, with the error that the service gives. */
public final class Refusal extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private static final String SERVICE = "com.amazon.coral.service#";
    private static final String SERIALIZATION = SERVICE + "SerializationException";
    private static final int BAD_REQUEST = 400;

    private final int status;
    private final String type;
    private final @Nullable String text;

    private Refusal(int status, String type, @Nullable String text) {
        super(text, null, false, false); // an answer, not a fault of the program
        this.status = status;
        this.type = type;
        this.text = text;
    }

    /** The body is no JSON, or not of the right types. The service has nothing to say about the former. */
    public static Refusal serialization(@Nullable String text) {
        return new Refusal(BAD_REQUEST, SERIALIZATION, text);
    }

    public static Refusal unknownOperation(@Nullable String text) {
        return new Refusal(BAD_REQUEST, SERVICE + "UnknownOperationException", text);
    }

    public static Refusal missingAuthenticationToken() {
        return new Refusal(
                BAD_REQUEST,
                SERVICE + "MissingAuthenticationTokenException",
                "Request is missing Authentication Token");
    }

    public static Refusal incompleteSignature(String text) {
        return new Refusal(BAD_REQUEST, SERVICE + "IncompleteSignatureException", text);
    }

    public static Refusal invalidSignature(String text) {
        return new Refusal(BAD_REQUEST, SERVICE + "InvalidSignatureException", text);
    }

    public static Refusal unrecognizedClient() {
        return new Refusal(
                BAD_REQUEST,
                SERVICE + "UnrecognizedClientException",
                "The security token included in the request is invalid.");
    }

    /** The key is known, but may not do that. */
    public static Refusal accessDenied(String text) {
        return new Refusal(BAD_REQUEST, SERVICE + "AccessDeniedException", text);
    }

    /** A page of another site, or a name that is not ours, asked. */
    public static Refusal foreign(String text) {
        return new Refusal(403, SERVICE + "AccessDeniedException", text);
    }

    public static Refusal tooLarge(String text) {
        return new Refusal(413, SERVICE + "RequestEntityTooLargeException", text);
    }

    /** More is under way than there is room for; the SDKs wait and try again. */
    public static Refusal overloaded(String text) {
        return new Refusal(503, "com.amazon.coral.availability#ThrottlingException", text);
    }

    public int status() {
        return status;
    }

    /** The error's name with its name space, as it stands in the body. */
    public String type() {
        return type;
    }

    /** The member of the body that the text stands in: the service writes it with a capital for what it could not read. */
    public String textName() {
        return type.equals(SERIALIZATION) ? "Message" : "message";
    }

    public @Nullable String text() {
        return text;
    }
}
