package dev.trestle.media.video;

import java.io.IOException;
import java.io.InputStream;
import java.net.JarURLConnection;
import java.net.URL;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Collections;
import java.util.Comparator;
import java.util.Set;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The programs of FFmpeg inside of a jar, for Linux on x86-64. They are unpacked once, into a directory that only the server's account can use. */
final class BundledFfmpeg {
    private static final String FOLDER = "org/bytedeco/ffmpeg/linux-x86_64/";
    private static final Set<PosixFilePermission> PRIVATE = PosixFilePermissions.fromString("rwx------");

    /** The last file that is written: the directory is complete. */
    static final String MARK = "unpacked";

    private BundledFfmpeg() {}

    /** Where the program ffmpeg is; null if none comes with this installation. */
    static @Nullable Path unpack(Path parent) throws IOException {
        URL program = BundledFfmpeg.class.getClassLoader().getResource(FOLDER + "ffmpeg");
        if (program == null
                || !System.getProperty("os.name").equals("Linux")
                || !System.getProperty("os.arch").equals("amd64")
                || !(program.openConnection() instanceof JarURLConnection connection)) {
            return null;
        }
        try (JarFile jar =
                new JarFile(Path.of(connection.getJarFile().getName()).toFile())) {
            // The jar's name has the version.
            Path target = parent.resolve(
                    Path.of(jar.getName()).getFileName().toString().replace(".jar", ""));
            if (!Files.exists(target.resolve(MARK))) {
                unpack(jar, target);
            }
            return target.resolve("ffmpeg");
        }
    }

    private static void unpack(JarFile jar, Path target) throws IOException {
        Path parent = Files.createDirectories(target.toAbsolutePath().getParent());
        Path staging = Files.createTempDirectory(parent, "ffmpeg-", PosixFilePermissions.asFileAttribute(PRIVATE));
        try {
            for (JarEntry entry : Collections.list(jar.entries())) {
                String name = entry.getName();
                String file = name.substring(name.lastIndexOf('/') + 1);
                if (name.startsWith(FOLDER) && !file.isEmpty() && !file.startsWith("libjni")) {
                    try (InputStream in = jar.getInputStream(entry)) {
                        Files.copy(in, staging.resolve(file));
                    }
                    Files.setPosixFilePermissions(staging.resolve(file), PRIVATE);
                }
            }
            Files.createFile(staging.resolve(MARK));
            Files.move(staging, target, StandardCopyOption.ATOMIC_MOVE);
        } catch (FileAlreadyExistsException | java.nio.file.DirectoryNotEmptyException e) {
            // Another process was quicker.
            if (!Files.exists(target.resolve(MARK))) {
                throw e;
            }
        } finally {
            remove(staging);
        }
    }

    private static void remove(Path directory) throws IOException {
        if (Files.exists(directory)) {
            try (Stream<Path> all = Files.walk(directory)) {
                for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
                    Files.deleteIfExists(each);
                }
            }
        }
    }
}
