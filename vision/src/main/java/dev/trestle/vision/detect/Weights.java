package dev.trestle.vision.detect;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/** The network's weights: a file of a module of its own, which an installation may leave out. */
public final class Weights {
    private static final String ABOUT = "/dev/trestle/vision/weights/weights.properties";

    private Weights() {}

    public static boolean areInstalled() {
        return find(ABOUT) != null;
    }

    /** The file's content, if it is what the module says it is. */
    public static byte[] load() {
        Properties about = new Properties();
        try (InputStream in = open(ABOUT)) {
            about.load(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        try (InputStream in = open(ABOUT.substring(0, ABOUT.lastIndexOf('/') + 1) + about.getProperty("file"))) {
            byte[] content = in.readAllBytes();
            String sum = HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-256").digest(content));
            if (!sum.equals(about.getProperty("sha256"))) {
                throw new IllegalStateException("The weights are damaged: their SHA-256 is " + sum + ".");
            }
            return content;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private static InputStream open(String name) throws IOException {
        URL found = find(name);
        if (found == null) {
            throw new IllegalStateException("The module vision-weights is not installed: there is no " + name + ".");
        }
        return found.openStream();
    }

    private static @Nullable URL find(String name) {
        return Weights.class.getResource(name);
    }
}
