package dev.trestle.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Statements that are refused, and what they are told. */
@EngineRules
class PartiqlErrorsTest extends PartiqlTest {
    private static final String ITEM = "{l: 'x', li: [1], n: 1, pk: 'a', sk: 1, ss: <'p'>}";
    private static final String TOO_MANY = "The IN operator is provided with too many operands; number of operands: ";

    @BeforeEach
    void putItem() {
        put(table, ITEM);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "sk = 'x' | Key attribute's data type should match its data type in table's schema: Key sk",
                "begins_with(sk, '1') | Key attribute's data type should match its data type in table's schema: Key sk",
                "n = MISSING | MISSING must be compared using IS operator",
                "n = 5 + 5 | Unsupported operator in Condition Expression. Operator: +",
                "n * 2 = 5 | Unsupported operator in Condition Expression. Operator: *",
                "l LIKE 'x%' | Unsupported operator in Condition Expression. Operator: like",
                "foo(n) | Unrecognized function: foo",
                "n | The arguments to AND/OR must be Expressions",
                "true | The arguments to AND/OR must be Expressions",
                "n IN [] | IN operator must have a left hand argument of type Variable Reference and right hand argument of"
                        + " type Seq with at least one member",
                "n IN 10 | IN operator must have a left hand argument of type Variable Reference and right hand argument of"
                        + " type Seq with at least one member",
                "begins_with(l) | Incorrect number of operands for operator or function; operator or function: begins_with,"
                        + " number of operands: 1",
                "begins_with(l, 5) | Incorrect operand type for operator or function; operator or function: begins_with,"
                        + " operand type: N",
                "n BETWEEN 2 AND 1 | The BETWEEN operator requires upper bound to be greater than or equal to lower bound;"
                        + " lower bound operand: AttributeValue: {N:2}, upper bound operand: AttributeValue: {N:1}",
                "sk BETWEEN 2 AND 1 | The BETWEEN operator requires upper bound to be greater than or equal to lower bound;"
                        + " lower bound operand: AttributeValue: {N:2}, upper bound operand: AttributeValue: {N:1}",
                "sk = 1 ORDER BY n | Variable reference n in ORDER BY clause must be part of the primary key",
                "sk = 1 ORDER BY li[0] | Argument to ORDER BY must be of type VariableReference. Type: PATH",
                "n = ? | Number of parameters in request and statement don't match.",
            })
    void where_mistake_isNamed(String condition, String message) {
        assertInvalid(() -> run("SELECT sk FROM $T WHERE pk = 'a' AND " + condition), message);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "SELECT sk FROM $T WHERE pk = 1 | Key attribute's data type should match its data type in table's schema: Key"
                        + " pk",
                "SELECT sk FROM $T WHERE pk = '' | One or more parameter values are not valid. The AttributeValue for a key"
                        + " attribute cannot contain an empty string value. Key: pk",
                "SELECT sk FROM $T WHERE n | WHERE clause must contain an expression that resolves to a boolean",
                "SELECT sk FROM $T ORDER BY sk | Must have WHERE clause in the statement when using ORDER BY clause.",
                "SELECT sk FROM $T WHERE sk = 1 ORDER BY sk | Must have at least one non-optional hash key condition in WHERE"
                        + " clause when using ORDER BY clause.",
                "SELECT * FROM $T.none WHERE pk = 'a' | The table does not have the specified index: none",
                "SELECT n FROM $T.groupKeys WHERE g = 'a' | One or more parameter values were invalid: Global secondary index"
                        + " groupKeys does not project [n]",
                "SELECT sk AS s FROM $T | Aliasing is not supported",
                "SELECT sk s FROM $T | Aliasing is not supported",
                "SELECT t.sk FROM $T t | Aliasing is not supported",
                "SELECT sk FROM $T, $T | Only select from a single table or index is supported.",
                "SELECT sk FROM my-letters | Unexpected from source",
                "SELECT VALUE sk FROM $T | Select projection doesn't support value or pivot keywords",
                "SELECT DISTINCT sk FROM $T | Unsupported token in expression: DISTINCT",
                "SELECT sk, 1 FROM $T | Unexpected path component at 1:12:1",
                "SELECT n+1 FROM $T | Unexpected path component at 1:9:1",
                "SELECT size(li) FROM $T | Unexpected path component at 1:8:4",
                "SELECT a.x, b.x FROM $T | Duplicate identifiers in select clause: x",
                "INSERT INTO $T VALUE {'pk': 'b'} | Key attribute should be present in the item: Key sk",
                "INSERT INTO $T VALUE {'pk': 'b', 'sk': 'x'} | Key attribute's data type should match its data type in table's"
                        + " schema: Key sk",
                "INSERT INTO $T VALUE {'pk': '', 'sk': 1} | One or more parameter values are not valid. The AttributeValue for"
                        + " a key attribute cannot contain an empty string value. Key: pk",
                "INSERT INTO $T.byGroup VALUE {'pk': 'b', 'sk': 1} | FROM clause may only contain a single table name in data"
                        + " manipulation statements",
                "INSERT INTO $T << {'pk': 'b', 'sk': 1} >> | Unsupported operation: InsertOp",
                "INSERT INTO $T VALUE {'pk': 'b', 'sk': 1} RETURNING ALL OLD * | RETURNING is not supported in INSERT",
                "INSERT INTO $T VALUE {'pk': 'b', 'sk': 1, 'x': <<1, 1.0>>} | Input collection contains duplicates",
                "INSERT INTO $T VALUE {'pk': 'b', 'sk': 1, '': 1} | Path component cannot be an empty string",
                "UPDATE $T SET n = 1 | Where clause does not contain a mandatory equality on all key attributes",
                "UPDATE $T SET n = 1 WHERE pk = 'a' | Where clause does not contain a mandatory equality on all key attributes",
                "UPDATE $T SET n = 1 WHERE pk = 'a' AND sk > 1 | Where clause does not contain a mandatory equality on all key"
                        + " attributes",
                "UPDATE $T SET n = 1 WHERE pk = 'a' OR sk = 1 | Where clause does not contain a mandatory equality on all key"
                        + " attributes",
                "UPDATE $T SET n = 1 WHERE pk = 'a' AND sk = 1 AND sk = 2 | Multiple conditions on same key sk. Only single"
                        + " item Update/Insert/Delete are supported",
                "UPDATE $T.byGroup SET n = 1 WHERE pk = 'a' AND sk = 1 | This operation is not supported on an index",
                "UPDATE $T SET n = 1 WHERE pk = 'a' AND sk = 1 RETURNING ALL OLD n | Expected '*' after ( MODIFIED | ALL )",
                "DELETE FROM $T WHERE pk = 'a' | Where clause does not contain a mandatory equality on all key attributes",
                "DELETE FROM $T.byGroup WHERE pk = 'a' AND sk = 1 | This operation is not supported on an index",
                "DELETE FROM $T WHERE pk = 'a' AND sk = 1 RETURNING ALL NEW * | Invalid returning clause: RETURNING ALL NEW *."
                        + " Only RETURNING ALL OLD * is allowed in DELETE statements.",
                "DELETE FROM $T WHERE pk = 'a' AND sk = 1 RETURNING MODIFIED OLD * | Invalid returning clause: RETURNING"
                        + " MODIFIED OLD *. Only RETURNING ALL OLD * is allowed in DELETE statements.",
                "EXISTS(SELECT * FROM $T WHERE pk = 'a') | EXISTS can only be used in ExecuteTransaction write requests.",
            })
    void statement_mistake_isNamed(String statement, String messageStart) {
        assertInvalidStartingWith(() -> run(statement), messageStart);
        assertThat(contents(table)).containsExactly(ITEM);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "n = none | The provided expression refers to an attribute that does not exist in the item",
                "n = none + 1 | The provided expression refers to an attribute that does not exist in the item",
                "n = l + 1 | An operand in the update expression has an incorrect data type",
                "n = 'a' + 1 | Incorrect operand type for operator or function; operator or function: +, operand type: S",
                "n = n * 2 | Unsupported operator in Update Expression. Operator: *",
                "n = -n | Incorrect number of operands for operator or function; operator or function: -, number of operands: 1",
                "n = size(li) | The function is not allowed in an update expression; function: size",
                "n = foo(li) | Unrecognized function: foo",
                "n = MISSING | MISSING must be compared using IS operator",
                "pk = 'b' | One or more parameter values were invalid: Cannot update attribute pk. This attribute is part of"
                        + " the key",
                "n = 1, n = 2 | Two document paths overlap with each other; must remove or rewrite one of these paths; path"
                        + " one: [n], path two: [n]",
                "none.x = 1 | The document path provided in the update expression is invalid for update",
                "ss = set_add(n, <<'q'>>) | The first argument to SET_ADD must equal the assignment value",
                "ss = set_delete(ss, 'q') | The second argument to SET_DELETE must be a value with type SET",
            })
    void set_mistake_isNamed(String assignment, String messageStart) {
        assertInvalidStartingWith(
                () -> run("UPDATE $T SET " + assignment + " WHERE pk = 'a' AND sk = 1"), messageStart);
        assertThat(contents(table)).containsExactly(ITEM);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "hello | Expected data manipulation",
                "DROP TABLE x | Expected data manipulation",
                "SELECT order FROM $T | Unexpected keyword",
                "SELECT FROM $T | Unexpected keyword",
                "SELECT sk | Unexpected end of statement at 1:10:0",
                "SELECT sk FROM $T WHERE | Unexpected end of statement",
                "SELECT sk FROM $T WHERE pk = 'a' extra | Unexpected token",
                "SELECT sk FROM $T WHERE pk = 'a | Unclosed quotation mark",
                "SELECT sk FROM $T /* | Unclosed comment",
                "SELECT sk FROM $T WHERE n = 5x | Invalid number",
                "SELECT sk FROM $T WHERE n = # | Invalid character",
                "INSERT INTO $T VALUES {'pk': 'b', 'sk': 1} | Unexpected keyword",
                "UPDATE $T REMOVE n, l WHERE pk = 'a' AND sk = 1 | Unexpected token",
                "UPDATE $T WHERE pk = 'a' AND sk = 1 | Unexpected keyword",
                "DELETE * FROM $T WHERE pk = 'a' AND sk = 1 | Unexpected token at 1:8:1",
            })
    @WordedOtherwiseByDynamoDbLocal
    void statement_notWellFormed_isRefused(String statement, String problem) {
        assertInvalidStartingWith(() -> run(statement), "Statement wasn't well formed, can't be processed: " + problem);
        assertThat(contents(table)).containsExactly(ITEM);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{'x': ?} | Number of parameters in request and statement don't match.",
                "5 | Unsupported format in item expression. Please use struct format {...} to express item values for insert"
                        + " statement. at",
                "{'x': <<>>} | Empty bags are not supported at",
                "{'x': <<true>>} | Unsupported data type in Bag. DynamoDB only supports either numbers or strings in bags at",
                "{'x': <<1, 'a'>>} | Unsupported data type in Bag. DynamoDB only supports either numbers or strings in bags",
                "{'x': MISSING} | Unsupported data type: MISSING under key root at",
                "{'x': 1 + 1} | Unsupported data type: + under key root at",
                "{'x': foo} | Unsupported data type: foo under key root at",
                "{x: 1} | Tuple keys must be of type String. Actual type: VariableReference under root at",
                "{\"x\": 1} | Tuple keys must be of type String. Actual type: VariableReference under root at",
            })
    void insert_itemThatIsNone_isRefused(String item, String messageStart) {
        assertInvalidStartingWith(() -> run("INSERT INTO $T VALUE " + item), messageStart);
        assertThat(contents(table)).containsExactly(ITEM);
    }

    @Test
    @WordedOtherwiseByDynamoDbLocal
    void statement_tableThatIsNone_isNotFound() {
        assertRefused(() -> run("SELECT * FROM \"no-such-table\""), NOT_FOUND, "Requested resource not found");
        assertRefused(
                () -> run("DELETE FROM \"no-such-table\" WHERE pk = 'a' AND sk = 1"),
                NOT_FOUND,
                "Requested resource not found");
    }

    @Test
    void request_limitBelowOne_isRefused() {
        assertInvalid(
                () -> page("SELECT * FROM $T", r -> r.limit(0)),
                "1 validation error detected: Value '0' at 'limit' failed to satisfy constraint: Member must have value"
                        + " greater than or equal to 1");
    }

    @Test
    void request_consistentReadOfGlobalIndex_isRefused() {
        assertInvalid(
                () -> page("SELECT * FROM $T.byGroup", r -> r.consistentRead(true)),
                "Consistent reads are not supported on global secondary indexes");
    }

    @Test
    @WordedOtherwiseByDynamoDbLocal
    void request_statementLength_isLimited() {
        String message =
                "1 validation error detected: Value at 'statement' failed to satisfy constraint: Member must have length ";
        assertInvalid(() -> run(""), message + "greater than or equal to 1");
        assertInvalid(() -> run("x".repeat(8193)), message + "less than or equal to 8192");
        String padded = text("SELECT sk FROM $T WHERE pk = 'a'");
        assertThat(run(padded + " ".repeat(8192 - padded.length()))).containsExactly("{sk: 1}");
    }

    @Test
    @DiffersFromDynamoDbLocal("it ignores parameters that the statement has no place for")
    void request_tooManyParameters_isRefused() {
        assertInvalid(
                () -> run("SELECT sk FROM $T WHERE pk = '?'", "'a'"),
                "Number of parameters in request and statement don't match.");
    }

    @Test
    void request_parameterThatIsNoValue_isRefused() {
        assertInvalidStartingWith(
                () -> page(
                        "SELECT sk FROM $T WHERE pk = ?",
                        r -> r.parameters(AttributeValue.builder().build())),
                "Supplied AttributeValue is empty, must contain exactly one of the supported datatypes");
    }

    @Test
    void in_tooManyValues_isRefused() {
        assertInvalid(() -> run("SELECT sk FROM $T WHERE pk = 'a' AND n IN [" + numbers(101) + "]"), TOO_MANY + 101);
        assertThat(run("SELECT sk FROM $T WHERE pk = 'a' AND n IN [" + numbers(100) + "]"))
                .containsExactly("{sk: 1}");
    }

    @Test
    @DiffersFromDynamoDbLocal("it takes a hundred; AWS documents fifty values of the partition key")
    void in_tooManyPartitions_isRefused() {
        String partitions = IntStream.range(0, 51).mapToObj(i -> "'p" + i + "'").collect(Collectors.joining(","));
        assertInvalid(() -> run("SELECT sk FROM $T WHERE pk IN [" + partitions + "]"), TOO_MANY + 51);
    }

    private static String numbers(int count) {
        return IntStream.range(0, count).mapToObj(Integer::toString).collect(Collectors.joining(","));
    }
}
