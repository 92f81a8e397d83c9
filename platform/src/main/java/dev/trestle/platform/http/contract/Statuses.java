package dev.trestle.platform.http.contract;

import dev.trestle.platform.api.Declaration;
import dev.trestle.platform.api.Declaration.Form;
import dev.trestle.platform.api.Problem.Kind;
import java.io.InputStream;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;
import java.util.TreeSet;

/** The statuses of an operation beside those of success: what follows from its declaration, and what it names itself. */
final class Statuses {
    private static final int NOT_MODIFIED = 304;

    private Statuses() {}

    static Set<Integer> of(Declaration declared) {
        Set<Kind> kinds = EnumSet.of(Kind.RATE_LIMITED, Kind.UNAVAILABLE, Kind.TIMED_OUT);
        kinds.addAll(declared.refusals());
        if (declared.right() != null) {
            kinds.add(Kind.UNAUTHENTICATED);
            kinds.add(Kind.FORBIDDEN);
            kinds.add(Kind.UNPROCESSABLE); // an item that cannot be read
        }
        if (declared.request().getRecordComponents().length > 0) {
            kinds.add(Kind.INVALID);
        }
        if (declared.path().contains("{")) {
            kinds.add(Kind.NOT_FOUND);
        }
        if (declared.body() != null) {
            kinds.add(Kind.TOO_LARGE);
            kinds.add(Kind.UNSUPPORTED_MEDIA_TYPE);
        }
        if (isStreamed(declared)) {
            kinds.add(Kind.REQUEST_TIMEOUT);
        }
        Set<Integer> statuses = new TreeSet<>();
        kinds.forEach(kind -> statuses.add(kind.status()));
        if (declared.method().equals("GET") && declared.answers().stream().anyMatch(a -> a.form() != Form.NOTHING)) {
            statuses.add(NOT_MODIFIED);
        }
        return statuses;
    }

    private static boolean isStreamed(Declaration declared) {
        return Arrays.stream(declared.request().getRecordComponents())
                .anyMatch(part -> part.getType() == InputStream.class);
    }
}
