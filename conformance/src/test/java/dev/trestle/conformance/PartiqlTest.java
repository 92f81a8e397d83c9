package dev.trestle.conformance;

import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ExecuteStatementRequest;
import software.amazon.awssdk.services.dynamodb.model.ExecuteStatementResponse;

/** The base of the suites about PartiQL: a table with indexes, and statements in which {@code $T} stands for its name. */
abstract class PartiqlTest extends ConformanceTest {
    String table = "";

    @BeforeEach
    final void createTable() {
        table = create(TableShape.keys("pk S", "sk N")
                .gsi("byGroup", TableShape.all(), "g S", "sk N")
                .gsi("groupKeys", TableShape.keysOnly(), "g S")
                .lsi("byLabel", TableShape.keysOnly(), "l S"));
    }

    final String text(String statement) {
        return statement.replace("$T", "\"" + table + "\"");
    }

    /** The items that a statement gives, as literals in their order; parameters are literals too. */
    final List<String> run(String statement, String... parameters) {
        return shown(page(statement, request -> {}, parameters));
    }

    final ExecuteStatementResponse page(
            String statement, Consumer<ExecuteStatementRequest.Builder> more, String... parameters) {
        return client.executeStatement(request -> {
            request.statement(text(statement));
            if (parameters.length > 0) {
                request.parameters(values(parameters));
            }
            more.accept(request);
        });
    }

    static List<AttributeValue> values(String... literals) {
        return Arrays.stream(literals).map(Literals::value).toList();
    }

    static List<String> shown(ExecuteStatementResponse response) {
        return response.items().stream().map(Literals::show).toList();
    }
}
