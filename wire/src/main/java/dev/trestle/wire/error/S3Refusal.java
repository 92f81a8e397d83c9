package dev.trestle.wire.error;

import java.util.LinkedHashMap;
import java.util.Map;

/** A request that S3 refuses before the store sees it: a code, a message, and further elements of the error document. */
public final class S3Refusal extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private static final int BAD_REQUEST = 400;
    private static final int FORBIDDEN = 403;

    private final int status;
    private final String code;
    private final String text;
    private final transient Map<String, String> details;

    private S3Refusal(int status, String code, String text, Map<String, String> details) {
        super(text, null, false, false); // an answer, not a fault of the program
        this.status = status;
        this.code = code;
        this.text = text;
        this.details = details;
    }

    public static S3Refusal of(int status, String code, String text) {
        return new S3Refusal(status, code, text, Map.of());
    }

    public static S3Refusal badRequest(String code, String text) {
        return of(BAD_REQUEST, code, text);
    }

    public static S3Refusal invalidArgument(String text, String name, String value) {
        return badRequest("InvalidArgument", text).with("ArgumentName", name).with("ArgumentValue", value);
    }

    public static S3Refusal invalidRequest(String text) {
        return badRequest("InvalidRequest", text);
    }

    public static S3Refusal accessDenied(String text) {
        return of(FORBIDDEN, "AccessDenied", text);
    }

    public static S3Refusal forbidden(String code, String text) {
        return of(FORBIDDEN, code, text);
    }

    public static S3Refusal malformedXml() {
        return badRequest(
                "MalformedXML",
                "The XML you provided was not well-formed or did not validate against our published schema");
    }

    public static S3Refusal incompleteBody(String text) {
        return badRequest("IncompleteBody", text);
    }

    /** Something that S3 has and this server has not. */
    public static S3Refusal notImplemented(String text) {
        return of(501, "NotImplemented", text);
    }

    public static S3Refusal methodNotAllowed() {
        return of(405, "MethodNotAllowed", "The specified method is not allowed against this resource.");
    }

    /** More is under way than there is room for; the SDKs wait and try again. */
    public static S3Refusal slowDown(String text) {
        return of(503, "SlowDown", text);
    }

    /** What all protocols are refused for, in S3's words. */
    public static S3Refusal of(Refusal refusal) {
        String text = String.valueOf(refusal.text());
        return switch (refusal.status()) {
            case 403 -> accessDenied(text);
            case 503 -> slowDown(text);
            default -> badRequest("EntityTooLarge", text);
        };
    }

    /** The same with one more element in the error document. */
    public S3Refusal with(String name, String value) {
        Map<String, String> more = new LinkedHashMap<>(details);
        more.put(name, value);
        return new S3Refusal(status, code, text, more);
    }

    public int status() {
        return status;
    }

    public String code() {
        return code;
    }

    public String text() {
        return text;
    }

    /** Further elements of the error document, by name, in their order. */
    public Map<String, String> details() {
        return details;
    }
}
