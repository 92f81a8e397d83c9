package dev.trestle.wire;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.wire.dynamodb.Operations;
import dev.trestle.wire.signature.AccessKeys;
import java.io.EOFException;
import java.io.IOException;
import java.net.SocketException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Requests that are wrong in every way that a seeded random number finds: always an answer or a closed connection, never a fault. */
class FuzzTest {
    private static final long SEED = Long.getLong("trestle.fuzz.seed", System.nanoTime());
    private static final int ROUNDS = Integer.getInteger("trestle.fuzz.rounds", 4_000);
    private static final String[] WORDS = {
        "TableName",
        "Key",
        "Item",
        "RequestItems",
        "TransactItems",
        "Limit",
        "ExpressionAttributeValues",
        "Statement",
        "KeySchema",
        "AttributeDefinitions",
        "StreamArn",
        "S",
        "N",
        "B",
        "M",
        "L",
        "SS",
        "NS",
        "BS",
        "NULL",
        "BOOL",
        "things",
        "id",
        "Put",
        "Get",
        "PutRequest",
        "ConditionExpression",
        "Tags",
        "ResourceArn",
        "BackupArn"
    };

    private final Random random = new Random(SEED);

    @Test
    void requests_ofEveryKindOfNonsense_areAnsweredOrClosed() throws IOException {
        System.out.println("fuzzing with -Dtrestle.fuzz.seed=" + SEED);
        Limits impatient = new Limits(100, 1024 * 1024, 64L * 1024 * 1024, 2, 64, Duration.ofSeconds(1));
        WireOptions open = WireOptions.loopback(0).withLimits(impatient);
        WireOptions locked = open.withAccessKeys(AccessKeys.of(Map.of("any", "secret")));
        try (Served served = new Served(open);
                Served behindKeys = new Served(locked)) {
            served.createTable();
            List<String> targets = new ArrayList<>(new TreeSet<>(new Operations(served.engine()).targets()));
            for (int round = 0; round < ROUNDS; round++) {
                try (RawClient raw = round % 4 == 0 ? behindKeys.raw() : served.raw()) {
                    raw.send(request(targets));
                    RawClient.Response response = raw.read();
                    assertThat(response.status())
                            .as("seed %d, round %d: %s", SEED, round, response.text())
                            .isIn(200, 400, 403, 404, 413, 414, 431, 417, 501);
                    assertThat(response.text())
                            .as("seed %d, round %d", SEED, round)
                            .doesNotContain("Exception:", "\tat ", "dev.trestle");
                } catch (EOFException | SocketException closed) {
                    continue; // the other way to refuse what is no HTTP
                }
            }
            try (RawClient raw = served.raw()) {
                assertThat(raw.post("DescribeTable", "{\"TableName\":\"things\"}")
                                .status())
                        .isEqualTo(200);
            }
        }
    }

    private byte[] request(List<String> targets) {
        Map<String, String> headers = RawClient.headers(targets.get(random.nextInt(targets.size())));
        if (random.nextInt(4) == 0) {
            List<String> names = List.copyOf(headers.keySet());
            String changed = names.get(random.nextInt(names.size()));
            headers.compute(changed, (name, value) -> random.nextBoolean() ? null : mangled(value));
        }
        headers.put("Connection", "close");
        byte[] request = RawClient.request("POST /", headers, body());
        if (random.nextInt(5) == 0) {
            int at = random.nextInt(request.length);
            request[at] = (byte) random.nextInt(256);
        }
        byte[] whole =
                new byte[request.length + 4]; // a request that a changed length left open ends in a new, broken one
        System.arraycopy(request, 0, whole, 0, request.length);
        whole[request.length] = '\r';
        whole[request.length + 1] = '\n';
        whole[request.length + 2] = '\r';
        whole[request.length + 3] = '\n';
        return random.nextInt(20) == 0 ? cut(whole) : whole;
    }

    /** Cut short, the request never ends; so what is left is made to end in nonsense. */
    private byte[] cut(byte[] whole) {
        byte[] cut = Arrays.copyOf(whole, 1 + random.nextInt(whole.length - 1));
        String rest = "\r\n\r\n" + " ".repeat(2000) + "\r\n\r\n";
        byte[] end = rest.getBytes(UTF_8);
        byte[] both = Arrays.copyOf(cut, cut.length + end.length);
        System.arraycopy(end, 0, both, cut.length, end.length);
        return both;
    }

    private String mangled(String value) {
        StringBuilder text = new StringBuilder(value);
        for (int i = random.nextInt(4); i >= 0 && !text.isEmpty(); i--) {
            int at = random.nextInt(text.length());
            if (random.nextBoolean()) {
                text.deleteCharAt(at);
            } else {
                text.insert(at, (char) (' ' + random.nextInt(95)));
            }
        }
        return text.toString();
    }

    private byte[] body() {
        StringBuilder json = new StringBuilder();
        value(json, 0);
        byte[] bytes = json.toString().getBytes(UTF_8);
        if (random.nextInt(4) == 0 && bytes.length > 0) {
            bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
        }
        return bytes;
    }

    private void value(StringBuilder json, int depth) {
        int kind = depth == 0 ? 0 : random.nextInt(depth > 6 ? 6 : 9);
        switch (kind) {
            case 0, 6, 7 -> members(json, depth);
            case 8 -> {
                json.append('[');
                for (int i = random.nextInt(4); i > 0; i--) {
                    value(json, depth + 1);
                    json.append(i == 1 ? "" : ",");
                }
                json.append(']');
            }
            case 1 -> json.append(random.nextInt());
            case 2 -> json.append(random.nextBoolean());
            case 3 -> json.append("null");
            case 4 -> json.append(random.nextDouble()).append("e").append(random.nextInt(2000));
            default ->
                json.append('"').append(WORDS[random.nextInt(WORDS.length)]).append('"');
        }
    }

    private void members(StringBuilder json, int depth) {
        json.append('{');
        int count = depth > 6 ? 0 : random.nextInt(5);
        for (int i = 0; i < count; i++) {
            json.append(i == 0 ? "\"" : ",\"")
                    .append(WORDS[random.nextInt(WORDS.length)])
                    .append("\":");
            value(json, depth + 1);
        }
        json.append('}');
    }
}
