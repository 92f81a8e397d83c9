package dev.trestle.server.installation;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Properties;

/**
 * The access key that a start makes where none is configured. It lies in the data directory, in a file for its owner that is written as the
 * AWS SDKs' credentials files are, so that they can read it themselves ({@code AWS_SHARED_CREDENTIALS_FILE}).
 *
 * @param isNew whether this start has made it
 */
public record MadeKey(String id, String secret, Path file, boolean isNew) {
    private static final String NAME = "access-key";
    private static final String ID = "aws_access_key_id";
    private static final String SECRET = "aws_secret_access_key";
    private static final int ID_BYTES = 6;
    private static final int SECRET_BYTES = 20;
    private static final long FILE_BYTES_MAX = 10_000;

    /** Where in a data directory, and in a backup of one, the key is. */
    static Path in(Path data) {
        return data.resolve(NAME);
    }

    static MadeKey readOrMake(Path data) {
        Path file = in(data);
        try {
            return read(file);
        } catch (NoSuchFileException first) {
            return make(file);
        } catch (IOException | IllegalArgumentException e) {
            throw new IllegalStateException(
                    "The access key in " + file + " cannot be read: it needs the lines " + ID + " = … and " + SECRET
                            + " = …. Delete the file, and the next start makes another key.",
                    e);
        }
    }

    private static MadeKey read(Path file) throws IOException {
        if (Files.exists(file) && Files.size(file) > FILE_BYTES_MAX) {
            throw new IOException("it is too large");
        }
        Properties lines = new Properties();
        try (var reader = Files.newBufferedReader(file)) {
            lines.load(reader);
        }
        String id = lines.getProperty(ID, "");
        String secret = lines.getProperty(SECRET, "");
        if (id.isBlank() || secret.isBlank() || id.contains("/")) {
            throw new IOException("it is not complete");
        }
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        return new MadeKey(id, secret, file, false);
    }

    private static MadeKey make(Path file) {
        SecureRandom random = new SecureRandom();
        String id = "trestle-" + hex(random, ID_BYTES);
        String secret = hex(random, SECRET_BYTES);
        String text = "[default]\n" + ID + " = " + id + "\n" + SECRET + " = " + secret + "\n";
        try {
            SecretFile.write(file, text.getBytes(StandardCharsets.UTF_8));
            return new MadeKey(id, secret, file, true);
        } catch (FileAlreadyExistsException raced) {
            throw new IllegalStateException("Another process made " + file + " at the same time: start again.", raced);
        } catch (IOException e) {
            throw new UncheckedIOException("The access key cannot be written to " + file + ": " + e.getMessage(), e);
        }
    }

    private static String hex(SecureRandom random, int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }

    @Override
    public String toString() {
        return "MadeKey";
    }
}
