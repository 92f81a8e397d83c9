package dev.trestle.conformance;

import static dev.trestle.conformance.Literals.item;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemResponse;

/** What updates do to an item: SET, REMOVE, ADD and DELETE on attributes and nested paths. */
@EngineRules
class UpdateExpressionsTest extends ConformanceTest {
    private static final String KEY = "{pk: 'a'}";

    private String table = "";

    @BeforeEach
    void createTable() {
        table = create(TableShape.keys("pk S"));
    }

    @ParameterizedTest(name = "{1} on {0}")
    @CsvSource(
            delimiter = '|',
            value = {
                "{x: 1}            | SET x = :v                        | {:v: 2}          | {x: 2}",
                "{x: 1}            | SET y = :v                        | {:v: 'a'}        | {x: 1, y: 'a'}",
                "{x: 1}            | SET x = :v, y = x                 | {:v: 2}          | {x: 2, y: 1}",
                "{x: 1, y: 2}      | SET x = y, y = x                  | {}               | {x: 2, y: 1}",
                "{x: 1}            | SET x = x + :v                    | {:v: 2}          | {x: 3}",
                "{x: 1}            | SET x = :v - x                    | {:v: 5}          | {x: 4}",
                "{x: 1, y: 2}      | SET z = x + y                     | {}               | {x: 1, y: 2, z: 3}",
                "{x: 1}            | SET x = if_not_exists(x, :v)      | {:v: 9}          | {x: 1}",
                "{x: 1}            | SET y = if_not_exists(y, :v)      | {:v: 9}          | {x: 1, y: 9}",
                "{x: 1}            | SET y = if_not_exists(y, x)       | {}               | {x: 1, y: 1}",
                "{x: 1}            | SET y = if_not_exists(y, :v) + :v | {:v: 9}          | {x: 1, y: 18}",
                "{x: 1}            | SET y = if_not_exists(z, if_not_exists(y, :v)) | {:v: 9} | {x: 1, y: 9}",
                "{l: [1]}          | SET l = list_append(l, :v)        | {:v: [2, 3]}     | {l: [1, 2, 3]}",
                "{l: [1]}          | SET l = list_append(:v, l)        | {:v: [2, 3]}     | {l: [2, 3, 1]}",
                "{x: 1}            | SET l = list_append(if_not_exists(l, :e), :v) | {:v: [2], :e: []} | {l: [2], x:"
                        + " 1}",
                "{l: [1, 2, 3]}    | SET l[1] = :v                     | {:v: 9}          | {l: [1, 9, 3]}",
                "{l: [1]}          | SET l[5] = :v                     | {:v: 9}          | {l: [1, 9]}",
                "{l: [1]}          | SET l[5] = :v, l[3] = :w          | {:v: 9, :w: 8}   | {l: [1, 8, 9]}",
                "{l: [[1], 2]}     | SET l[0][1] = :v                  | {:v: 9}          | {l: [[1, 9], 2]}",
                "{m: {a: 1}}       | SET m.b = :v                      | {:v: 2}          | {m: {a: 1, b: 2}}",
                "{m: {a: {b: 1}}}  | SET m.a.b = :v                    | {:v: 2}          | {m: {a: {b: 2}}}",
                "{m: {l: [1]}}     | SET m.l[0] = :v, m.k = :v         | {:v: 2}          | {m: {k: 2, l: [2]}}",
                "{m: {a: 1}}       | SET m = :v                        | {:v: {z: 1}}     | {m: {z: 1}}",
                "{x: 1, y: 2}      | REMOVE x                          | {}               | {y: 2}",
                "{x: 1, y: 2}      | REMOVE x, y                       | {}               | {}",
                "{x: 1}            | REMOVE absent                     | {}               | {x: 1}",
                "{m: {a: 1, b: 2}} | REMOVE m.a                        | {}               | {m: {b: 2}}",
                "{m: {a: 1}}       | REMOVE m.absent                   | {}               | {m: {a: 1}}",
                "{l: [1, 2, 3]}    | REMOVE l[0]                       | {}               | {l: [2, 3]}",
                "{l: [1, 2, 3]}    | REMOVE l[0], l[1]                 | {}               | {l: [3]}",
                "{l: [1, 2, 3]}    | REMOVE l[2], l[0]                 | {}               | {l: [2]}",
                "{l: [1, 2, 3]}    | REMOVE l[7]                       | {}               | {l: [1, 2, 3]}",
                "{l: [1, 2, 3]}    | REMOVE l[0] SET l[2] = :v         | {:v: 9}          | {l: [2, 9]}",
                "{x: 1}            | ADD x :v                          | {:v: 2}          | {x: 3}",
                "{x: 1}            | ADD x :v                          | {:v: -2.5}       | {x: -1.5}",
                "{x: 1}            | ADD y :v                          | {:v: 2}          | {x: 1, y: 2}",
                "{s: <'a'>}        | ADD s :v                          | {:v: <'b', 'a'>} | {s: <'a', 'b'>}",
                "{s: <1>}          | ADD s :v                          | {:v: <2, 1.0>}   | {s: <1, 2>}",
                "{s: <x'01'>}      | ADD s :v                          | {:v: <x'02'>}    | {s: <x'01', x'02'>}",
                "{x: 1}            | ADD s :v                          | {:v: <'b'>}      | {s: <'b'>, x: 1}",
                "{m: {c: 1}}       | ADD m.c :v, m.d :v                | {:v: 2}          | {m: {c: 3, d: 2}}",
                "{l: [1]}          | ADD l[0] :v                       | {:v: 2}          | {l: [3]}",
                "{s: <'a', 'b'>}   | DELETE s :v                       | {:v: <'a', 'c'>} | {s: <'b'>}",
                "{s: <'a', 'b'>}   | DELETE s :v                       | {:v: <'a', 'b'>} | {}",
                "{s: <1, 2>}       | DELETE s :v                       | {:v: <2.0>}      | {s: <1>}",
                "{x: 1}            | DELETE s :v                       | {:v: <'a'>}      | {x: 1}",
                "{m: {s: <'a', 'b'>}} | DELETE m.s :v                  | {:v: <'a'>}      | {m: {s: <'b'>}}",
                "{x: 1, y: 2, s: <'a'>, n: 1} | SET x = :v REMOVE y ADD n :v DELETE s :s | {:v: 5, :s: <'a'>} | {n: 6,"
                        + " x: 5}",
                "{x: 1, y: 2}      | remove y set x = :v               | {:v: 5}          | {x: 5}",
                "{x: 1}            | SET x=:v,y=:v                     | {:v: 5}          | {x: 5, y: 5}",
            })
    void update_ofThisItem_gives(String before, String expression, String values, String after) {
        put(table, Literals.with(item(before), "pk", Literals.s("a")));

        update(expression, values);

        assertThat(get(table, KEY)).isEqualTo(Literals.show(Literals.with(item(after), "pk", Literals.s("a"))));
    }

    @ParameterizedTest(name = "{1} on {0}")
    @CsvSource(
            delimiter = '|',
            value = {
                "{x: 1}         | SET y = absent               | {}          | The provided expression refers to an"
                        + " attribute that does not exist in the item",
                "{x: 1}         | SET x = absent + :v          | {:v: 1}     | The provided expression refers to an"
                        + " attribute that does not exist in the item",
                "{x: 1}         | SET y = list_append(y, :v)   | {:v: [1]}   | The provided expression refers to an"
                        + " attribute that does not exist in the item",
                "{x: 1}         | SET y = m.a                  | {}          | The provided expression refers to an"
                        + " attribute that does not exist in the item",
                "{x: 'a'}       | SET x = x + :v               | {:v: 1}     | An operand in the update expression has"
                        + " an incorrect data type",
                "{x: 'a'}       | ADD x :v                     | {:v: 1}     | An operand in the update expression has"
                        + " an incorrect data type",
                "{x: <'a'>}     | ADD x :v                     | {:v: 1}     | An operand in the update expression has"
                        + " an incorrect data type",
                "{x: <'a'>}     | ADD x :v                     | {:v: <1>}   | An operand in the update expression has"
                        + " an incorrect data type",
                "{x: 1}         | DELETE x :v                  | {:v: <1>}   | An operand in the update expression has"
                        + " an incorrect data type",
                "{x: <'a'>}     | DELETE x :v                  | {:v: <1>}   | An operand in the update expression has"
                        + " an incorrect data type",
                "{x: 1}         | SET x = list_append(x, :v)   | {:v: [1]}   | An operand in the update expression has"
                        + " an incorrect data type",
                "{x: 1}         | SET m.a = :v                 | {:v: 1}     | The document path provided in the"
                        + " update expression is invalid for update",
                "{x: 1}         | SET x.a = :v                 | {:v: 1}     | The document path provided in the"
                        + " update expression is invalid for update",
                "{x: 1}         | SET x[0] = :v                | {:v: 1}     | The document path provided in the"
                        + " update expression is invalid for update",
                "{l: [1]}       | SET l.a = :v                 | {:v: 1}     | The document path provided in the"
                        + " update expression is invalid for update",
                "{m: {a: 1}}    | SET m[0] = :v                | {:v: 1}     | The document path provided in the"
                        + " update expression is invalid for update",
                "{m: {a: 1}}    | SET m.b.c = :v               | {:v: 1}     | The document path provided in the"
                        + " update expression is invalid for update",
                "{x: 1}         | REMOVE m.a                   | {}          | The document path provided in the"
                        + " update expression is invalid for update",
                "{x: 1}         | REMOVE x.a                   | {}          | The document path provided in the"
                        + " update expression is invalid for update",
                "{x: 1}         | ADD m.a :v                   | {:v: 1}     | The document path provided in the"
                        + " update expression is invalid for update",
            })
    void update_thatTheItemDoesNotAllow_isRefused(String before, String expression, String values, String message) {
        put(table, Literals.with(item(before), "pk", Literals.s("a")));
        String stored = get(table, KEY);

        assertInvalid(() -> update(expression, values), message);

        assertThat(get(table, KEY)).isEqualTo(stored);
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(strings = {"REMOVE x", "REMOVE x, y", "REMOVE x.y", "REMOVE x[0]"})
    @DiffersFromDynamoDbLocal("it makes an item, or refuses the path")
    void update_thatOnlyRemovesFromNoItem_makesNone(String expression) {
        UpdateItemResponse answer = client.updateItem(r ->
                r.tableName(table).key(item(KEY)).updateExpression(expression).returnValues(ReturnValue.ALL_NEW));

        assertThat(answer.hasAttributes()).isFalse();
        assertThat(contents(table)).isEmpty();
    }

    @Test
    void update_thatRemovesAndSetsOnNoItem_makesOne() {
        update("REMOVE x SET y = :v", "{:v: 1}");

        assertThat(get(table, KEY)).isEqualTo("{pk: 'a', y: 1}");
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\'',
            value = {
                "SET x                      | {}       | Syntax error; token: \"<EOF>\", near: \"x\"",
                "SET x = :v,                | {:v: 1}  | Syntax error; token: \"<EOF>\", near: \",\"",
                "SET x == :v                | {:v: 1}  | Syntax error; token: \"=\", near: \"== :v\"",
                "SET x = :v + :v + :v       | {:v: 1}  | Syntax error; token: \"+\", near: \":v + :v\"",
                "SET x = 5                  | {}       | Syntax error; token: \"5\", near: \"= 5\"",
                "REMOVE x = :v              | {:v: 1}  | Syntax error; token: \"=\", near: \"x = :v\"",
                "ADD x                      | {}       | Syntax error; token: \"<EOF>\", near: \"x\"",
                "ADD x y                    | {}       | Syntax error; token: \"y\", near: \"x y\"",
                "x = :v                     | {:v: 1}  | Syntax error; token: \"x\", near: \"x =\"",
                "INVALID SYNTAX HERE        | {}       | Syntax error; token: \"INVALID\", near: \"INVALID SYNTAX\"",
                "SET x = :v SET y = :v      | {:v: 1}  | The \"SET\" section can only be used once in an update"
                        + " expression;",
                "REMOVE x REMOVE y          | {}       | The \"REMOVE\" section can only be used once in an update"
                        + " expression;",
                "SET x = :v, x = :v         | {:v: 1}  | Two document paths overlap with each other; must remove or"
                        + " rewrite one of these paths; path one: [x], path two: [x]",
                "SET x = :v REMOVE x        | {:v: 1}  | Two document paths overlap with each other; must remove or"
                        + " rewrite one of these paths; path one: [x], path two: [x]",
                "SET m.a = :v, m = :v       | {:v: 1}  | Two document paths overlap with each other; must remove or"
                        + " rewrite one of these paths; path one: [m, a], path two: [m]",
                "SET m.a = :v REMOVE m[0]   | {:v: 1}  | Two document paths conflict with each other; must remove or"
                        + " rewrite one of these paths; path one: [m, a], path two: [m, [0]]",
                "SET name = :v              | {:v: 1}  | Attribute name is a reserved keyword; reserved keyword: name",
                "SET x = :w                 | {}       | An expression attribute value used in expression is not"
                        + " defined; attribute value: :w",
                "SET #x = :v                | {:v: 1}  | An expression attribute name used in the document path is not"
                        + " defined; attribute name: #x",
                "SET x = foo(y, :v)         | {:v: 1}  | Invalid function name; function: foo",
                "SET x = size(y)            | {}       | The function is not allowed in an update expression;"
                        + " function: size",
                "SET x = attribute_exists(y) | {}      | The function is not allowed in an update expression;"
                        + " function: attribute_exists",
                "SET x = if_not_exists(y)   | {}       | Incorrect number of operands for operator or function;"
                        + " operator or function: if_not_exists, number of operands: 1",
                "SET x = list_append(:v)    | {:v: [1]} | Incorrect number of operands for operator or function;"
                        + " operator or function: list_append, number of operands: 1",
                "SET x = if_not_exists(:v, y) | {:v: 1} | Operator or function requires a document path; operator or"
                        + " function: if_not_exists",
                "SET x = x + :v             | {:v: 'a'} | Incorrect operand type for operator or function; operator or"
                        + " function: +, operand type: S",
                "SET x = :v - x             | {:v: true} | Incorrect operand type for operator or function; operator"
                        + " or function: -, operand type: BOOL",
                "SET x = list_append(x, :v) | {:v: 1}  | Incorrect operand type for operator or function; operator or"
                        + " function: list_append, operand type: N",
                "ADD x :v                   | {:v: 'a'} | Incorrect operand type for operator or function; operator:"
                        + " ADD, operand type: STRING, typeSet: ALLOWED_FOR_ADD_OPERAND",
                "ADD x :v                   | {:v: [1]} | Incorrect operand type for operator or function; operator:"
                        + " ADD, operand type: LIST, typeSet: ALLOWED_FOR_ADD_OPERAND",
                "DELETE x :v                | {:v: 1}   | Incorrect operand type for operator or function; operator:"
                        + " DELETE, operand type: NUMBER, typeSet: ALLOWED_FOR_DELETE_OPERAND",
            })
    void update_thatMakesNoSense_isRefused(String expression, String values, String complaint) {
        put(table, "{pk: 'a', x: 1}");

        assertInvalid(() -> update(expression, values), "Invalid UpdateExpression: " + complaint);

        assertThat(contents(table)).containsExactly("{pk: 'a', x: 1}");
    }

    @Test
    void update_whoseConditionFails_changesNothing() {
        put(table, "{pk: 'a', x: 1}");

        assertRefused(
                () -> client.updateItem(r -> r.tableName(table)
                        .key(item(KEY))
                        .updateExpression("SET x = x + :one")
                        .conditionExpression("x > :one")
                        .expressionAttributeValues(item("{:one: 1}"))),
                CONDITION_FAILED,
                "The conditional request failed");

        assertThat(contents(table)).containsExactly("{pk: 'a', x: 1}");
    }

    @Test
    void update_withTheSameValueInConditionAndUpdate_usesBoth() {
        put(table, "{pk: 'a', version: 1}");

        client.updateItem(r -> r.tableName(table)
                .key(item(KEY))
                .updateExpression("SET #v = #v + :one")
                .conditionExpression("#v = :one")
                .expressionAttributeNames(Map.of("#v", "version"))
                .expressionAttributeValues(item("{:one: 1}")));

        assertThat(contents(table)).containsExactly("{pk: 'a', version: 2}");
    }

    private void update(String expression, String values) {
        client.updateItem(r -> {
            r.tableName(table).key(item(KEY)).updateExpression(expression);
            if (!item(values).isEmpty()) {
                r.expressionAttributeValues(item(values));
            }
        });
    }
}
