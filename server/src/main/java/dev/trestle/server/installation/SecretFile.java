package dev.trestle.server.installation;

import dev.trestle.server.config.Configuration;
import dev.trestle.server.config.Keys;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Files that only their owner may read. */
public final class SecretFile {
    private static final String NAME = "secret";
    private static final int BYTES = 32;
    private static final FileAttribute<?> OWNER_ONLY =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
    private static final FileAttribute<?> OWNER_ONLY_DIRECTORY =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));
    private static final Set<OpenOption> NEW = Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);

    private SecretFile() {}

    /** Where in a data directory, and in a backup of one, the secret is. */
    static Path in(Path data) {
        return data.resolve(NAME);
    }

    /** Where the secret of a configured server is. */
    static Path of(Configuration configuration) {
        String configured = configuration.get(Keys.SECRET_FILE);
        return configured.isEmpty() ? in(Path.of(configuration.get(Keys.DATA))) : Path.of(configured);
    }

    /** Takes the secret of one data directory along to another, and the access key that was made there, if there are any. */
    public static void copy(Path from, Path to) throws IOException {
        for (UnaryOperator<Path> place : List.<UnaryOperator<Path>>of(SecretFile::in, MadeKey::in)) {
            if (Files.exists(place.apply(from))) {
                write(place.apply(to), Files.readAllBytes(place.apply(from)));
            }
        }
    }

    /** The secret in a file, which is made with random bytes if there is none. */
    static byte[] readOrMake(Path file) {
        try {
            return read(file);
        } catch (NoSuchFileException first) {
            byte[] made = new byte[BYTES];
            new SecureRandom().nextBytes(made);
            try {
                Path directory = file.toAbsolutePath().getParent();
                if (directory != null) {
                    // With items and objects elsewhere, nothing else has made the data directory.
                    Files.createDirectories(directory, OWNER_ONLY_DIRECTORY);
                }
                write(file, made);
                return made;
            } catch (FileAlreadyExistsException raced) {
                throw new IllegalStateException(
                        "Another process made " + file + " at the same time: start again.", raced);
            } catch (IOException e) {
                throw new UncheckedIOException("The secret cannot be written to " + file + ": " + e.getMessage(), e);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("The secret in " + file + " cannot be read: " + e.getMessage(), e);
        }
    }

    private static byte[] read(Path file) throws IOException {
        if (Files.exists(file) && Files.size(file) != BYTES) {
            throw new IOException("it must have " + BYTES + " bytes, and has " + Files.size(file));
        }
        return Files.readAllBytes(file);
    }

    /** Writes a file that must not be there yet, and has it on disk. */
    public static void write(Path file, byte[] content) throws IOException {
        try (FileChannel channel = FileChannel.open(file, NEW, OWNER_ONLY)) {
            ByteBuffer bytes = ByteBuffer.wrap(content);
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            channel.force(true);
        }
    }

    /** A key for one purpose, from which neither the secret nor a key for another can be told. */
    static byte[] derive(byte[] secret, String purpose) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(secret, "HmacSHA256"));
            return mac.doFinal(purpose.getBytes(StandardCharsets.UTF_8));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("Every Java has HMAC-SHA256.", e);
        }
    }
}
