package dev.trestle.wire;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** What goes over the wire, header by header and byte by byte. */
class ProtocolTest {
    private static final String SERIALIZATION = "com.amazon.coral.service#SerializationException";

    private final Served served = Served.plain();

    @SuppressWarnings("NullAway.Init")
    private RawClient raw;

    @BeforeEach
    void connect() throws IOException {
        raw = served.raw();
    }

    @AfterEach
    void close() throws IOException {
        raw.close();
        served.close();
    }

    @Test
    void item_putAndGotByTheSdk_comesBack() throws IOException {
        served.createTable();
        try (DynamoDbClient sdk = served.sdk("any", "key")) {
            Map<String, AttributeValue> item = Map.of(
                    "id", AttributeValue.fromS("a\u20ac\"\\\n\u0001"),
                    "list", AttributeValue.fromL(List.of(AttributeValue.fromN("1.50"))));
            sdk.putItem(p -> p.tableName(Served.TABLE).item(item));
            assertThat(sdk.getItem(g -> g.tableName(Served.TABLE).key(Map.of("id", item.get("id"))))
                            .item())
                    .isEqualTo(Map.of(
                            "id",
                            AttributeValue.fromS("a\u20ac\"\\\n\u0001"),
                            "list",
                            AttributeValue.fromL(List.of(AttributeValue.fromN("1.5")))));
        }
    }

    @Test
    void answer_any_hasIdChecksumAndType() throws IOException {
        RawClient.Response response = raw.post("ListTables", "{}");
        assertThat(response.status()).isEqualTo(200);
        assertThat(response.text()).isEqualTo("{\"TableNames\":[]}");
        assertThat(response.header("x-amzn-RequestId")).matches("[0-9A-Z]{52}");
        assertThat(response.header("x-amz-crc32")).isEqualTo(crc(response.body()));
        assertThat(response.header("content-type")).isEqualTo("application/x-amz-json-1.0");
    }

    @Test
    void answer_toPlainJson_isOfThatKind() throws IOException {
        Map<String, String> headers = RawClient.headers("DynamoDB_20120810.ListTables");
        headers.put("Content-Type", "application/json; charset=utf-8");
        RawClient.Response response = raw.post(headers, "{}");
        assertThat(response.status()).isEqualTo(200);
        assertThat(response.header("content-type")).isEqualTo("application/json");

        response = raw.post(headers, "nonsense");
        assertThat(response.status()).isEqualTo(400);
        assertThat(response.header("content-type")).isEqualTo("application/json");
    }

    @Test
    void answer_toTagging_hasNoBody() throws IOException {
        raw.post(
                "CreateTable",
                "{\"TableName\":\"tagged\",\"BillingMode\":\"PAY_PER_REQUEST\",\"KeySchema\":[{\"AttributeName\":\"pk\","
                        + "\"KeyType\":\"HASH\"}],\"AttributeDefinitions\":[{\"AttributeName\":\"pk\",\"AttributeType\":\"S\"}]}");
        String arn = "\"ResourceArn\":\"arn:aws:dynamodb:local:000000000000:table/tagged\"";

        RawClient.Response tagged = raw.post("TagResource", "{" + arn + ",\"Tags\":[{\"Key\":\"a\",\"Value\":\"b\"}]}");
        RawClient.Response untagged = raw.post("UntagResource", "{" + arn + ",\"TagKeys\":[\"a\"]}");

        assertThat(tagged.status()).isEqualTo(200);
        assertThat(tagged.body()).isEmpty();
        assertThat(untagged.status()).isEqualTo(200);
        assertThat(untagged.body()).isEmpty();
    }

    @Test
    void get_ofTheRoot_isHealthy() throws IOException {
        raw.send(RawClient.request("GET /", Map.of("Host", "localhost"), new byte[0]));
        RawClient.Response response = raw.read();
        assertThat(response.status()).isEqualTo(200);
        assertThat(response.text()).startsWith("healthy: ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"GET /other", "PUT /", "DELETE /", "POST /other", "OPTIONS /"})
    void request_thatIsNone_isUnknown(String line) throws IOException {
        raw.send(RawClient.request(line, RawClient.headers("DynamoDB_20120810.ListTables"), "{}".getBytes(UTF_8)));
        assertThat(raw.read().status()).isEqualTo(404);
    }

    @Test
    void contentType_ofAForm_isUnknown() throws IOException {
        Map<String, String> headers = RawClient.headers("DynamoDB_20120810.ListTables");
        headers.put("Content-Type", "text/plain");
        assertThat(raw.post(headers, "{}").status()).isEqualTo(404);
    }

    @Test
    void gzip_bothWays_isUnderstood() throws IOException {
        served.createTable();
        String text = "long text ".repeat(1000);
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
            gzip.write(("{\"TableName\":\"things\",\"Item\":{\"id\":{\"S\":\"1\"},\"t\":{\"S\":\"" + text + "\"}}}")
                    .getBytes(UTF_8));
        }
        Map<String, String> put = RawClient.headers("DynamoDB_20120810.PutItem");
        put.put("Content-Encoding", "gzip");
        raw.send(RawClient.request("POST /", put, packed.toByteArray()));
        assertThat(raw.read().status()).isEqualTo(200);

        assertPacked("Scan", "{\"TableName\":\"things\"}", text);
        // What is in memory is answered by another thread, which leaves the packing to this one's.
        assertPacked("GetItem", "{\"TableName\":\"things\",\"Key\":{\"id\":{\"S\":\"1\"}}}", text);
        assertPacked(
                "Query",
                "{\"TableName\":\"things\",\"KeyConditionExpression\":\"id = :i\","
                        + "\"ExpressionAttributeValues\":{\":i\":{\"S\":\"1\"}}}",
                text);
    }

    private void assertPacked(String operation, String body, String text) throws IOException {
        Map<String, String> headers = RawClient.headers("DynamoDB_20120810." + operation);
        headers.put("Accept-Encoding", "gzip, deflate");
        RawClient.Response response = raw.post(headers, body);
        assertThat(response.header("content-encoding")).isEqualTo("gzip");
        assertThat(response.header("x-amz-crc32")).isEqualTo(crc(response.body()));
        byte[] unpacked = new GZIPInputStream(new ByteArrayInputStream(response.body())).readAllBytes();
        assertThat(new String(unpacked, UTF_8)).contains(text);
        assertThat(response.body().length).isLessThan(1000);
    }

    @Test
    void gzip_thatUnpacksToTooMuch_isTooLarge() throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
            for (int i = 0; i < 17; i++) {
                gzip.write(new byte[1024 * 1024]);
            }
        }
        Map<String, String> headers = RawClient.headers("DynamoDB_20120810.PutItem");
        headers.put("Content-Encoding", "gzip");
        raw.send(RawClient.request("POST /", headers, packed.toByteArray()));
        assertThat(raw.read().status()).isEqualTo(413);
    }

    @Test
    void gzip_thatIsNone_isASerializationException() throws IOException {
        Map<String, String> headers = RawClient.headers("DynamoDB_20120810.ListTables");
        headers.put("Content-Encoding", "gzip");
        assertRefused(raw.post(headers, "{}"), SERIALIZATION, "");
    }

    @Test
    void body_beyond16MB_isTooLarge() throws IOException {
        raw.send(RawClient.request(
                "POST /", RawClient.headers("DynamoDB_20120810.PutItem"), new byte[16 * 1024 * 1024 + 1]));
        assertThat(raw.read().status()).isEqualTo(413);
    }

    @Test
    void body_chunked_isTaken() throws IOException {
        StringBuilder request = new StringBuilder("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n");
        RawClient.headers("DynamoDB_20120810.ListTables")
                .forEach((name, value) ->
                        request.append(name).append(": ").append(value).append("\r\n"));
        raw.send(request.append("\r\n1\r\n{\r\n1\r\n}\r\n0\r\n\r\n").toString().getBytes(UTF_8));
        assertThat(raw.read().text()).isEqualTo("{\"TableNames\":[]}");
    }

    @Test
    void requests_pipelined_areAnsweredInTheirOrder() throws IOException {
        served.createTable();
        byte[] list =
                RawClient.request("POST /", RawClient.headers("DynamoDB_20120810.ListTables"), "{}".getBytes(UTF_8));
        byte[] describe = RawClient.request(
                "POST /",
                RawClient.headers("DynamoDB_20120810.DescribeTable"),
                "{\"TableName\":\"things\"}".getBytes(UTF_8));
        ByteArrayOutputStream both = new ByteArrayOutputStream();
        for (int i = 0; i < 10; i++) {
            both.writeBytes(describe);
            both.writeBytes(list);
        }
        raw.send(both.toByteArray());
        for (int i = 0; i < 10; i++) {
            assertThat(raw.read().text()).startsWith("{\"Table\":");
            assertThat(raw.read().text()).startsWith("{\"TableNames\":");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"TableName\":1} | NUMBER_VALUE cannot be converted to String",
                "{\"TableName\":1.5} | DECIMAL_VALUE cannot be converted to String",
                "{\"TableName\":true} | TRUE_VALUE cannot be converted to String",
                "{\"TableName\":{}} | Start of structure or map found where not expected.",
                "{\"TableName\":[]} | Unrecognized collection type class java.lang.String",
                "{\"ConsistentRead\":\"yes\"} | Unexpected token received from parser",
                "{\"ConsistentRead\":1} | NUMBER_VALUE cannot be converted to Boolean",
                "{\"Key\":\"a\"} | Unexpected field type",
                "{\"Key\":{\"id\":\"a\"}} | Unexpected value type in payload",
                "{\"Key\":{\"id\":{\"N\":5}}} | NUMBER_VALUE cannot be converted to String",
                "{\"Key\":{\"id\":{\"B\":5}}} | only base-64-encoded strings are convertible to bytes",
                "{\"Key\":{\"id\":{\"B\":\"abc\"}}} | Base64 encoded length is expected a multiple of 4 bytes but found: 3",
                "{\"Key\":{\"id\":{\"SS\":\"a\"}}} | Unexpected field type",
                "{\"AttributesToGet\":{}} | Start of structure or map found where not expected.",
                "[] | Unrecognized collection type class com.amazonaws.dynamodb.v20120810.GetItemInput",
                "1 | Unexpected value type in payload"
            })
    void value_ofTheWrongType_isASerializationException(String body, String message) throws IOException {
        assertRefused(raw.post("GetItem", body), SERIALIZATION, message);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{", "nonsense", "{}{}", "{\"TableName\":\"a\"", "{\"Key\":{\"id\":{\"S\":\"a\"}}"})
    void body_thatIsNoJson_isASerializationExceptionWithoutWords(String body) throws IOException {
        assertRefused(raw.post("GetItem", body), SERIALIZATION, "");
    }

    @Test
    void limit_thatIsNoInteger_isASerializationException() throws IOException {
        assertRefused(
                raw.post("Scan", "{\"Limit\":\"1\"}"), SERIALIZATION, "STRING_VALUE cannot be converted to Integer");
        assertRefused(
                raw.post("Scan", "{\"Limit\":99999999999}"),
                SERIALIZATION,
                "NUMBER_VALUE cannot be converted to Integer");
    }

    @Test
    void value_nestedBeyondAllMeasure_isRefused() throws IOException {
        served.createTable();
        String deep = "{\"L\":[".repeat(100) + "]}".repeat(100);
        RawClient.Response response =
                raw.post("PutItem", "{\"TableName\":\"things\",\"Item\":{\"id\":{\"S\":\"1\"},\"d\":" + deep + "}}");
        assertThat(response.status()).isEqualTo(400);
        assertThat(response.text()).contains("Nesting Levels have exceeded supported limits");
        assertRefused(raw.post("GetItem", "[".repeat(100_000)), SERIALIZATION, null);
    }

    @Test
    void members_unknownOrNull_areIgnored() throws IOException {
        served.createTable();
        RawClient.Response response = raw.post(
                "GetItem",
                "{\"TableName\":\"things\",\"Key\":{\"id\":{\"S\":\"1\"}},\"Other\":[{}],\"ProjectionExpression\":null}");
        assertThat(response.status()).isEqualTo(200);
        assertThat(response.text()).isEqualTo("{}");
    }

    @Test
    void checks_inTheirOrder_operationSignatureJsonConstraints() throws IOException {
        Map<String, String> unsigned = RawClient.headers("DynamoDB_20120810.Nonsense");
        unsigned.remove("Authorization");
        assertRefused(
                raw.post(unsigned, "{"),
                "com.amazon.coral.service#UnknownOperationException",
                "Trestle does not have the operation Nonsense.");
        unsigned.put("X-Amz-Target", "DynamoDB_20120810.GetItem");
        assertRefused(
                raw.post(unsigned, "{"),
                "com.amazon.coral.service#MissingAuthenticationTokenException",
                "Request is missing Authentication Token");
        assertRefused(raw.post("GetItem", "{"), SERIALIZATION, "");
        RawClient.Response constraints = raw.post("GetItem", "{}");
        assertThat(constraints.text())
                .startsWith("{\"__type\":\"com.amazon.coral.validate#ValidationException\"")
                .contains("2 validation errors detected");
        assertRefused(
                raw.post("GetItem", "{\"TableName\":\"absent\",\"Key\":{\"id\":{\"S\":\"1\"}}}"),
                "com.amazonaws.dynamodb.v20120810#ResourceNotFoundException",
                "Requested resource not found");
    }

    @Test
    void condition_failed_carriesTheItem() throws IOException {
        served.createTable();
        raw.post("PutItem", "{\"TableName\":\"things\",\"Item\":{\"id\":{\"S\":\"1\"},\"n\":{\"N\":\"7\"}}}");
        String condition = "\"TableName\":\"things\",\"Item\":{\"id\":{\"S\":\"1\"}},"
                + "\"ConditionExpression\":\"attribute_not_exists(id)\","
                + "\"ReturnValuesOnConditionCheckFailure\":\"ALL_OLD\"";
        assertThat(raw.post("PutItem", "{" + condition + "}").text())
                .isEqualTo("{\"__type\":\"com.amazonaws.dynamodb.v20120810#ConditionalCheckFailedException\","
                        + "\"message\":\"The conditional request failed\","
                        + "\"Item\":{\"id\":{\"S\":\"1\"},\"n\":{\"N\":\"7\"}}}");
        assertThat(raw.post("TransactWriteItems", "{\"TransactItems\":[{\"Put\":{" + condition + "}}]}")
                        .text())
                .contains(
                        "TransactionCanceledException", "\"CancellationReasons\":[{\"Code\":\"ConditionalCheckFailed\"")
                .contains("\"Item\":{\"id\":{\"S\":\"1\"},\"n\":{\"N\":\"7\"}}");
    }

    private static void assertRefused(RawClient.Response response, String type, @Nullable String message) {
        assertThat(response.status()).isEqualTo(400);
        assertThat(response.text()).startsWith("{\"__type\":\"" + type + "\"");
        if (message != null) {
            String name = type.equals(SERIALIZATION) ? "Message" : "message";
            String rest = message.isEmpty() ? "" : ",\"" + name + "\":\"" + message + "\"";
            assertThat(response.text()).isEqualTo("{\"__type\":\"" + type + "\"" + rest + "}");
        }
        assertThat(response.header("x-amzn-RequestId")).matches("[0-9A-Z]{52}");
    }

    private static String crc(byte[] body) {
        CRC32 crc = new CRC32();
        crc.update(body);
        return Long.toString(crc.getValue());
    }
}
