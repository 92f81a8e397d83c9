package dev.trestle.server.installation;

import java.util.HexFormat;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;

/**
 * The key with which this process signs requests to its own endpoints, and URLs that it hands out. The same at each start, so that such a
 * URL holds as long as it says.
 */
record InternalKey(String id, String secret) {
    private static final int ID_BYTES = 8;

    static InternalKey of(byte[] secret) {
        byte[] id = SecretFile.derive(secret, "the name of the key to its own endpoints");
        byte[] key = SecretFile.derive(secret, "the key to its own endpoints");
        return new InternalKey(
                "internal-" + HexFormat.of().formatHex(id, 0, ID_BYTES),
                HexFormat.of().formatHex(key));
    }

    AwsCredentialsProvider credentials() {
        return StaticCredentialsProvider.create(AwsBasicCredentials.create(id, secret));
    }

    @Override
    public String toString() {
        return "InternalKey";
    }
}
