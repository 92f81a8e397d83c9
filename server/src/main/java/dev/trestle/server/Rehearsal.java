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
    private static final Pattern ENDPOINT = Pattern.compile("DynamoDB: (http://\\S+) .*");

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

    private Rehearsal() {}

    /** The data directory. */
    public static void main(String[] args) throws IOException {
        StringWriter printed = new StringWriter();
        CommandLine commandLine = Trestle.commandLine().setOut(new PrintWriter(printed, true));
        Thread serving = new Thread(
                () -> System.exit(commandLine.execute(
                        "serve", "--data", args[0], "--port", "0", "--dynamodb-port", "0", "--s3-port", "0")),
                "rehearsal");
        serving.setDaemon(true);
        serving.start();
        URI endpoint = endpoint(printed);
        for (String request : REQUESTS) {
            int space = request.indexOf(' ');
            send(endpoint.getPort(), request.substring(0, space), request.substring(space + 1));
        }
        System.exit(ExitCodes.FINE);
    }

    private static URI endpoint(StringWriter printed) {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (System.nanoTime() < deadline) {
            Matcher endpoint = ENDPOINT.matcher(printed.toString());
            if (endpoint.lookingAt()) {
                return URI.create(endpoint.group(1));
            }
            LockSupport.parkNanos(LOOK_NANOS);
        }
        throw new IllegalStateException("the server did not start: " + printed);
    }

    /** On a connection of its own, whose end is the answer's; what the answer is does not matter. */
    private static void send(int port, String operation, String body) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout((int) PATIENCE.toMillis());
            String request = "POST / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
                    + "Content-Type: application/x-amz-json-1.0\r\nX-Amz-Target: DynamoDB_20120810." + operation
                    + "\r\nX-Amz-Date: 20260101T000000Z\r\nAuthorization: AWS4-HMAC-SHA256"
                    + " Credential=rehearsal/20260101/local/dynamodb/aws4_request, SignedHeaders=host;x-amz-date,"
                    + " Signature=0\r\nContent-Length: " + body.length() + "\r\n\r\n" + body;
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            socket.getInputStream().readAllBytes();
        }
    }
}
