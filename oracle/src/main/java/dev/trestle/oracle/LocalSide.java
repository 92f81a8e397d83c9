package dev.trestle.oracle;

import dev.trestle.conformance.cases.Answer;
import dev.trestle.conformance.cases.Json;
import dev.trestle.conformance.cases.Side;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;

/** DynamoDB Local over HTTP. Requests go as they are: the SDK would refuse or correct some of them. */
final class LocalSide implements Side {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String AUTHORIZATION = "AWS4-HMAC-SHA256 Credential=oracle/20260101/us-east-1/dynamodb/"
            + "aws4_request, SignedHeaders=host, Signature=none";

    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final URI endpoint;

    LocalSide(URI endpoint) {
        this.endpoint = endpoint;
    }

    boolean answers() {
        try {
            send("ListTables", "{}");
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    @Override
    public Answer call(String operation, Map<String, Object> request) {
        try {
            HttpResponse<String> response = send(operation, Json.write(request));
            Map<String, Object> body = LocalHabits.undone(Json.parse(response.body()));
            return response.statusCode() == 200 ? Answer.of(body) : refusal(body);
        } catch (IOException e) {
            throw new UncheckedIOException("DynamoDB Local does not answer " + operation, e);
        }
    }

    private static Answer refusal(Map<String, Object> body) {
        String type = String.valueOf(body.remove("__type"));
        Object message = body.remove("message");
        Object otherMessage = body.remove("Message");
        String text = message != null ? message.toString() : otherMessage != null ? otherMessage.toString() : "";
        return new Answer(type.substring(type.indexOf('#') + 1), text, body);
    }

    private HttpResponse<String> send(String operation, String body) throws IOException {
        HttpRequest request = HttpRequest.newBuilder(endpoint)
                .timeout(PATIENCE)
                .header("X-Amz-Target", "DynamoDB_20120810." + operation)
                .header("Content-Type", "application/x-amz-json-1.0")
                .header("Authorization", AUTHORIZATION)
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
        try {
            return http.send(request, HttpResponse.BodyHandlers.ofString());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while waiting for DynamoDB Local", e);
        }
    }
}
