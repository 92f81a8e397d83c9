package dev.trestle.server;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine;

/**
 * Starts the server on a store of its own, has it answer a few requests, and ends. The launcher runs it once for each build, and has
 * Java keep the classes that were loaded in an archive, from which every later start takes them whole.
 */
final class Rehearsal {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(5);
    private static final Pattern ENDPOINTS =
            Pattern.compile("DynamoDB: +(http://\\S+) .*\\RS3: +(http://\\S+) .*\\RServer: +(http://\\S+) .*\\R");

    private static final List<String> REQUESTS = List.of(
            "CreateTable {\"TableName\":\"rehearsal\",\"BillingMode\":\"PAY_PER_REQUEST\","
                    + "\"AttributeDefinitions\":[{\"AttributeName\":\"id\",\"AttributeType\":\"S\"}],"
                    + "\"KeySchema\":[{\"AttributeName\":\"id\",\"KeyType\":\"HASH\"}]}",
            "PutItem {\"TableName\":\"rehearsal\",\"Item\":{\"id\":{\"S\":\"a\"},\"n\":{\"N\":\"1\"}}}",
            "UpdateItem {\"TableName\":\"rehearsal\",\"Key\":{\"id\":{\"S\":\"a\"}},\"UpdateExpression\":\"ADD n :n\","
                    + "\"ExpressionAttributeValues\":{\":n\":{\"N\":\"1\"}}}",
            "GetItem {\"TableName\":\"rehearsal\",\"Key\":{\"id\":{\"S\":\"a\"}}}",
            "Query {\"TableName\":\"rehearsal\",\"KeyConditionExpression\":\"id = :i\","
                    + "\"ExpressionAttributeValues\":{\":i\":{\"S\":\"a\"}}}",
            "ListTables {}",
            "DeleteTable {\"TableName\":\"rehearsal\"}");

    private static final List<String> S3_REQUESTS = List.of(
            "PUT /rehearsal", "PUT /rehearsal/a", "GET /rehearsal/a", "GET /rehearsal", "DELETE /rehearsal/a", "GET /");

    private static final List<String> OWN_REQUESTS = List.of(
            "GET /", "GET /app.js", "GET /server/v1/about", "GET /auth/v1/me", "GET /health/ready", "GET /metrics");

    private static final String SIGN_IN = "{\"email\":\"nobody@localhost.local\",\"password\":\"rehearsal\"}";

    private Rehearsal() {}

    /** The data directory. */
    public static void main(String[] args) throws IOException {
        StringWriter printed = new StringWriter();
        CommandLine commandLine = Trestle.commandLine().setOut(new PrintWriter(printed, true));
        Thread serving = new Thread(
                () -> System.exit(commandLine.execute(
                        "serve",
                        "--data",
                        args[0],
                        "--port",
                        "0",
                        "--dynamodb-port",
                        "0",
                        "--s3-port",
                        "0",
                        "--open-ports")),
                "rehearsal");
        serving.setDaemon(true);
        serving.start();
        Matcher endpoints = endpoints(printed);
        for (String request : REQUESTS) {
            int space = request.indexOf(' ');
            call(URI.create(endpoints.group(1)), request.substring(0, space), request.substring(space + 1));
        }
        for (String line : S3_REQUESTS) {
            send(URI.create(endpoints.group(2)), line, "X-Amz-Content-Sha256: UNSIGNED-PAYLOAD\r\n", "s3", "");
        }
        URI own = URI.create(endpoints.group(3));
        for (String line : OWN_REQUESTS) {
            send(own, line, "", "none", "");
        }
        send(own, "POST /auth/v1/sign-in", "Content-Type: application/json\r\n", "none", SIGN_IN);
        System.exit(ExitCodes.FINE);
    }

    /** DynamoDB's, S3's and the server's own. */
    private static Matcher endpoints(StringWriter printed) {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (System.nanoTime() < deadline) {
            Matcher endpoints = ENDPOINTS.matcher(printed.toString());
            if (endpoints.lookingAt()) {
                return endpoints;
            }
            LockSupport.parkNanos(LOOK_NANOS);
        }
        throw new IllegalStateException("the server did not start: " + printed);
    }

    private static void call(URI endpoint, String operation, String body) throws IOException {
        String headers =
                "Content-Type: application/x-amz-json-1.0\r\nX-Amz-Target: DynamoDB_20120810." + operation + "\r\n";
        send(endpoint, "POST /", headers, "dynamodb", body);
    }

    /** On a connection of its own, whose end is the answer's; what the answer is does not matter. */
    private static void send(URI endpoint, String line, String headers, String service, String body)
            throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), endpoint.getPort())) {
            socket.setSoTimeout((int) PATIENCE.toMillis());
            String request = line + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n" + headers
                    + "X-Amz-Date: 20260101T000000Z\r\nAuthorization: AWS4-HMAC-SHA256"
                    + " Credential=rehearsal/20260101/local/" + service
                    + "/aws4_request, SignedHeaders=host;x-amz-date, Signature=0\r\nContent-Length: " + body.length()
                    + "\r\n\r\n" + body;
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            socket.getInputStream().readAllBytes();
        }
    }
}
