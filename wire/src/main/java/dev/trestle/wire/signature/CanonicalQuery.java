package dev.trestle.wire.signature;

import java.util.Arrays;

/** A query in the form in which it is signed: parameters in the order of their names, each with an equals sign. */
final class CanonicalQuery {
    private CanonicalQuery() {}

    /** The parameters stay encoded as they were sent, which is how the SDKs sign them. */
    static String of(String query) {
        if (query.isEmpty()) {
            return "";
        }
        String[] parameters = query.split("&", -1);
        for (int i = 0; i < parameters.length; i++) {
            if (parameters[i].indexOf('=') < 0) {
                parameters[i] += "=";
            }
        }
        Arrays.sort(parameters);
        return String.join("&", parameters);
    }
}
