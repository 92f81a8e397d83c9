package dev.trestle.server.installation;

import java.security.SecureRandom;
import java.util.HexFormat;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;

/** The key with which this process signs requests to its own endpoints, and URLs that it hands out. Another one at each start. */
record InternalKey(String id, String secret) {
    private static final int ID_BYTES = 8;
    private static final int SECRET_BYTES = 32;

    static InternalKey random() {
        SecureRandom random = new SecureRandom();
        byte[] id = new byte[ID_BYTES];
        byte[] secret = new byte[SECRET_BYTES];
        random.nextBytes(id);
        random.nextBytes(secret);
        return new InternalKey(
                "internal-" + HexFormat.of().formatHex(id), HexFormat.of().formatHex(secret));
    }

    AwsCredentialsProvider credentials() {
        return StaticCredentialsProvider.create(AwsBasicCredentials.create(id, secret));
    }

    @Override
    public String toString() {
        return "InternalKey";
    }
}
