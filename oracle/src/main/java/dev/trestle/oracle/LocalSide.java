package dev.trestle.oracle;

import dev.trestle.conformance.cases.Answer;
import dev.trestle.conformance.cases.Json;
import dev.trestle.conformance.cases.Side;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.HttpURLConnection;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** DynamoDB Local over HTTP. Requests go as they are: the SDK would refuse or correct some of them. */
final class LocalSide implements Side {
    private static final int PATIENCE_MS = 60_000;
    private static final int OK = 200;
    private static final String AUTHORIZATION = "AWS4-HMAC-SHA256 Credential=oracle/20260101/us-east-1/dynamodb/"
            + "aws4_request, SignedHeaders=host, Signature=none";

    private final URL endpoint;

    LocalSide(URL endpoint) {
        this.endpoint = endpoint;
    }

    private record Exchange(int status, String body) {}

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
            Exchange response = send(operation, Json.write(request));
            Map<String, Object> body = LocalHabits.undone(Json.parse(response.body()));
            return response.status() == OK ? Answer.of(body) : refusal(body);
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

    /** A plain blocking exchange over a connection that is kept: no thread of ours has to be woken for an answer. */
    private Exchange send(String operation, String body) throws IOException {
        HttpURLConnection connection = (HttpURLConnection) endpoint.openConnection();
        connection.setReadTimeout(PATIENCE_MS);
        connection.setDoOutput(true);
        connection.setRequestMethod("POST");
        connection.setRequestProperty("X-Amz-Target", "DynamoDB_20120810." + operation);
        connection.setRequestProperty("Content-Type", "application/x-amz-json-1.0");
        connection.setRequestProperty("Authorization", AUTHORIZATION);
        connection.getOutputStream().write(body.getBytes(StandardCharsets.UTF_8));
        int status = connection.getResponseCode();
        try (InputStream in = status == OK ? connection.getInputStream() : connection.getErrorStream()) {
            return new Exchange(status, new String(in.readAllBytes(), StandardCharsets.UTF_8));
        }
    }
}
