package dev.trestle.platform.api;

import dev.trestle.platform.api.Problem.Kind;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One operation as a system declares it. Its parameters, its body and its validation come from the request's record, its part of the API
 * document from all of this.
 *
 * @param path below the API's base path, with parameters such as {@code {id}}; {@code {id*}} takes one or more segments
 * @param description further text for the document; null for none
 * @param right what the caller needs, by name; null for an operation that is open to everybody
 * @param role the least that the caller has to be to the item that it is about; empty if there are no roles
 * @param request a record: components that the path names are read from it, those with {@link
 *     dev.trestle.platform.schema.Header} from a header, {@code body} is the body, all others stand in the query
 * @param body what else is known about the body; null if the request has none
 * @param answers the first one is that of success, unless a handler says otherwise
 * @param refusals what it may refuse beyond what follows from the rest
 * @param tagged whether its answers of success have an ETag
 */
public record Declaration(
        String id,
        String method,
        String path,
        String summary,
        @Nullable String description,
        @Nullable String right,
        String role,
        Class<? extends Record> request,
        @Nullable Body body,
        List<Answer> answers,
        Set<Kind> refusals,
        boolean tagged) {

    /**
     * A request's body.
     *
     * @param types the media types that are taken
     * @param bytesMax -1 for the server's limit
     */
    public record Body(List<String> types, boolean required, long bytesMax) {
        public Body {
            types = List.copyOf(types);
        }
    }

    /** How an answer's body looks. */
    public enum Form {
        NOTHING,
        /** One result, as JSON in the system's shape. */
        VALUE,
        /** A page of results, as JSON in the system's shape. */
        PAGE,
        /** JSON as it is, without the system's shape. */
        PLAIN,
        /** Something else than JSON. */
        BYTES
    }

    /**
     * An answer of success.
     *
     * @param type of the result, or of a page's items; null where the form has none
     * @param mediaTypes for {@link Form#BYTES}
     */
    public record Answer(int status, Form form, @Nullable Class<?> type, List<String> mediaTypes, String description) {
        public Answer {
            mediaTypes = List.copyOf(mediaTypes);
        }
    }

    public Declaration {
        answers = List.copyOf(answers);
        refusals = Set.copyOf(refusals);
    }
}
