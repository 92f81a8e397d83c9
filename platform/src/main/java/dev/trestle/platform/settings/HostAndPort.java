package dev.trestle.platform.settings;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A server by its name or address and its port.
 *
 * @param host in lower case; an IPv6 address has brackets, as in a URL
 */
public record HostAndPort(String host, int port) {
    private static final Pattern WRITTEN =
            Pattern.compile("([A-Za-z0-9](?:[A-Za-z0-9.-]{0,252})|\\[[0-9A-Fa-f:.]{2,45}])" + ":([0-9]{1,5})");
    private static final int PORT_MAX = 65_535;

    static HostAndPort parse(String value) {
        Matcher parts = WRITTEN.matcher(value);
        int port = parts.matches() ? Integer.parseInt(parts.group(2)) : 0;
        if (port < 1 || port > PORT_MAX) {
            throw new IllegalArgumentException("must have a host and a port each, such as hooks.intern:8443");
        }
        return new HostAndPort(parts.group(1).toLowerCase(Locale.ROOT), port);
    }

    @Override
    public String toString() {
        return host + ":" + port;
    }
}
