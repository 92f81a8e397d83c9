package dev.trestle.server.pages;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.JarURLConnection;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;

/** Which files a directory of the class path has, in a jar or on disk. */
final class ClassPathFiles {
    private ClassPathFiles() {}

    /** Their paths below the directory, in order. */
    static List<String> list(String directory) {
        try {
            URL url = ClassPathFiles.class.getClassLoader().getResource(directory);
            if (url == null) {
                throw new IllegalStateException("There is no directory " + directory + " on the class path.");
            }
            return url.openConnection() instanceof JarURLConnection jar ? inJar(jar, directory) : onDisk(url.toURI());
        } catch (IOException e) {
            throw new UncheckedIOException("The directory " + directory + " cannot be listed.", e);
        } catch (URISyntaxException e) {
            throw new IllegalStateException("The directory " + directory + " cannot be listed.", e);
        }
    }

    private static List<String> inJar(JarURLConnection jar, String directory) throws IOException {
        String prefix = directory + "/";
        return jar.getJarFile().stream()
                .filter(entry -> !entry.isDirectory())
                .map(ZipEntry::getName)
                .filter(name -> name.startsWith(prefix))
                .map(name -> name.substring(prefix.length()))
                .sorted()
                .toList();
    }

    private static List<String> onDisk(URI uri) throws IOException {
        Path root = Path.of(uri);
        try (Stream<Path> files = Files.walk(root)) {
            return files.filter(Files::isRegularFile)
                    .map(file -> root.relativize(file).toString().replace(File.separatorChar, '/'))
                    .sorted()
                    .toList();
        }
    }
}
