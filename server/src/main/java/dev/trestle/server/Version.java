package dev.trestle.server;

import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;
import picocli.CommandLine.IVersionProvider;

/** The version that the build wrote into its resources. */
final class Version implements IVersionProvider {
    private static final String RESOURCE = "version.properties";

    @Override
    public String[] getVersion() throws IOException {
        try (InputStream in = Version.class.getResourceAsStream(RESOURCE)) {
            if (in == null) {
                throw new IOException("the resource " + RESOURCE + " is missing: build again");
            }
            Properties properties = new Properties();
            properties.load(in);
            return new String[] {"trestle " + properties.getProperty("version", "unknown")};
        }
    }
}
