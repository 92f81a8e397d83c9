package dev.trestle.server.pages;

import dev.trestle.platform.http.StaticSite;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BiFunction;

/**
 * The files of all pages, under one address that is made of their contents: whatever changes, the address changes, and a browser that has a
 * file never has to ask for it again. They share one hash because scripts import each other by relative paths.
 *
 * @param base such as {@code /assets/0123456789abcdef}
 * @param directories where the files lie on the class path, by the path below the base that they are served under
 */
record Assets(String base, Map<String, String> directories) {
    private static final int HASH_BYTES = 8;

    static Assets of(Map<String, String> directories) {
        MessageDigest digest = sha256();
        digest.update(Bundles.VERSION.getBytes(StandardCharsets.UTF_8));
        digest.update(Library.imports().toString().getBytes(StandardCharsets.UTF_8));
        new TreeMap<>(directories).forEach((prefix, directory) -> {
            for (String file : ClassPathFiles.list(directory)) {
                digest.update((prefix + "/" + file + "\n").getBytes(StandardCharsets.UTF_8));
                digest.update(sha256().digest(read(directory + "/" + file).orElseThrow()));
            }
        });
        return new Assets(
                "/assets/" + HexFormat.of().formatHex(digest.digest(), 0, HASH_BYTES), Map.copyOf(directories));
    }

    List<StaticSite> sites(String policy, BiFunction<String, byte[], byte[]> sent) {
        return directories.entrySet().stream()
                .map(entry -> new StaticSite(base + entry.getKey(), entry.getValue(), policy, true, sent))
                .toList();
    }

    /** The content of a file, by the path that browsers ask for. */
    Optional<byte[]> content(String path) {
        for (Map.Entry<String, String> entry : directories.entrySet()) {
            String prefix = base + entry.getKey() + "/";
            Optional<byte[]> found = path.startsWith(prefix)
                    ? read(entry.getValue() + "/" + path.substring(prefix.length()))
                    : Optional.empty();
            if (found.isPresent()) {
                return found;
            }
        }
        return Optional.empty();
    }

    static Optional<byte[]> read(String resource) {
        try (InputStream in = Assets.class.getClassLoader().getResourceAsStream(resource)) {
            return in == null ? Optional.empty() : Optional.of(in.readAllBytes());
        } catch (IOException e) {
            throw new UncheckedIOException("The file " + resource + " of the pages cannot be read.", e);
        }
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java has SHA-256.", e);
        }
    }
}
