package dev.trestle.server.console;

import dev.trestle.platform.api.Problem;
import dev.trestle.platform.api.Problem.Kind;
import dev.trestle.platform.api.Problem.Violation;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the database says against a request, with a code by which pages find their own words. Its messages are DynamoDB's, in English; those
 * about statements of PartiQL are known one by one, in the order of this list. Any other keeps its message within a sentence of ours.
 */
final class StoreRefusal {
    private static final String FIELD = "request";

    /** A message and its code; a group of the pattern is the {@code name} that the words have. */
    private record Known(Pattern message, String code) {
        Known(String message, String code) {
            this(Pattern.compile(message, Pattern.DOTALL), code);
        }
    }

    private static final String MALFORMED = "Statement wasn't well formed, can't be processed: ";

    private static final List<Known> KNOWN = List.of(
            new Known(MALFORMED + "Unexpected end of statement.*", "partiql-end"),
            new Known(MALFORMED + "Expected data manipulation.*", "statement-verb"),
            new Known(MALFORMED + "Unclosed quotation mark.*", "statement-quote"),
            new Known(MALFORMED + "Unclosed comment.*", "partiql-comment"),
            new Known(MALFORMED + "Invalid number.*", "partiql-number"),
            new Known(MALFORMED + "Nesting is deeper.*", "partiql-too-large"),
            new Known(MALFORMED + ".*", "partiql-token"),
            new Known("The table does not have the specified index.*", "index-unknown"),
            new Known("Number of parameters in request and statement.*", "partiql-parameters"),
            new Known("Where clause does not contain a mandatory equality.*", "partiql-where-key"),
            new Known("Multiple conditions on same key (\\S+).*", "partiql-key-twice"),
            new Known("Key attribute's data type should match .*: Key (\\S+).*", "partiql-key-type"),
            new Known("Key attribute should be present in the item: Key (\\S+).*", "partiql-key-missing"),
            new Known("Duplicate (?:identifiers|keys) in .*", "partiql-duplicate"),
            new Known("Duplicate primary key exists in table", "item-exists"),
            new Known("Unrecognized function: (\\S+).*", "partiql-function"),
            new Known("Must have .* when using ORDER BY clause.*", "partiql-order"),
            new Known("Variable reference .*", "partiql-order"),
            new Known("Argument to ORDER BY .*", "partiql-order"),
            new Known("Incorrect (?:number of operands|operand type) [^:]*: ([^ ,;]*).*", "partiql-operand"),
            new Known("The (?:first|second) argument to (\\S*).*", "partiql-operand"),
            new Known(
                    "(?:Invalid returning clause|Expected '\\*' after|Invalid syntax with multiple returning).*",
                    "partiql-returning"),
            new Known("RETURNING (?:is|clause is) not supported.*", "partiql-returning"),
            new Known(
                    "(?:Path component cannot be|Unexpected path component|List index is not within).*",
                    "partiql-path"),
            new Known("(?:The expression contains|The IN operator is provided with) too many .*", "partiql-too-large"),
            new Known(
                    "(?:The arguments? to (?:AND|NOT)|A condition cannot be|WHERE clause must contain|The value that SET assigns).*",
                    "partiql-condition"),
            new Known("(?:IS|IN|MISSING) (?:operator )?must .*", "partiql-condition"),
            new Known("This operation is not supported on an index.*", "partiql-on-index"),
            new Known("EXISTS can only be used .*", "partiql-unsupported"),
            new Known(
                    "(?:Unsupported |Select projection doesn't support|Only select from a single|Aliasing is not).*",
                    "partiql-unsupported"),
            new Known(
                    "(?:Unexpected from source|FROM clause may only|Empty bags|Tuple keys must be).*",
                    "partiql-unsupported"),
            new Known("Invalid NextToken", "cursor-unknown"),
            new Known("The conditional request failed", "store-condition"));

    private StoreRefusal() {}

    /** What a message of the database means. */
    static Problem of(String message) {
        for (Known known : KNOWN) {
            Matcher found = known.message().matcher(message);
            if (found.matches()) {
                String name = found.groupCount() == 0 ? null : found.group(1);
                return problem(message, known.code(), name == null ? Map.of() : Map.of("name", name));
            }
        }
        return problem(message, "store-refused", Map.of("why", message));
    }

    /** An item that the model does not take. */
    static Problem ofModel(String message) {
        return problem(message, "model-refused", Map.of("why", message));
    }

    private static Problem problem(String message, String code, Map<String, Object> values) {
        return Problem.of(Kind.INVALID, message)
                .withViolations(List.of(new Violation(FIELD, message).withCode(code, values)))
                .withCode(code);
    }
}
