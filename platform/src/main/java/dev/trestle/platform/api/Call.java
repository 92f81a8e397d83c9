package dev.trestle.platform.api;

import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What is known about a request beside its parameters and body.
 *
 * @param requestId in the answer's header and in every line of the log about it
 * @param caller null where the contract lets everybody in and nobody has signed in
 * @param address where the request came from
 * @param headers by names in lower case
 * @param named what the request says under a name, whether or not the operation knows it
 */
public record Call(
        String requestId,
        String operationId,
        @Nullable Principal caller,
        String address,
        String url,
        Map<String, String> headers,
        Named named) {
    /** A text of the query, or of the top level of a JSON body. */
    @FunctionalInterface
    public interface Named {
        @Nullable
        String text(String name);
    }

    /** A request that says nothing beyond what its operation knows. */
    public Call(
            String requestId,
            String operationId,
            @Nullable Principal caller,
            String address,
            String url,
            Map<String, String> headers) {
        this(requestId, operationId, caller, address, url, headers, name -> null);
    }

    /** Who calls. The contract has operations need a caller unless it says otherwise, so there is one. */
    public Principal principal() {
        Principal known = caller;
        if (known == null) {
            throw ApiException.unauthenticated("the handler needs a caller");
        }
        return known;
    }

    public @Nullable String header(String name) {
        return headers.get(name.toLowerCase(Locale.ROOT));
    }

    public IfMatch ifMatch() {
        return new IfMatch(header("if-match"));
    }
}
