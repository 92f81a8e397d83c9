package dev.trestle.http;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.regex.Pattern;

/** The unit that limits per address count by. */
public final class AddressKey {
    private static final Pattern WIDE = Pattern.compile("[0-9a-fA-F:.]{2,45}");
    private static final int NETWORK_BYTES = 8;

    private AddressKey() {}

    /** An IPv4 address itself, the /64 network of an IPv6 address: one customer has all of that. Never looks a name up. */
    public static String of(String address) {
        try {
            if (address.indexOf(':') >= 0
                    && WIDE.matcher(address).matches()
                    && InetAddress.getByName(address) instanceof Inet6Address wide) {
                return Arrays.toString(Arrays.copyOf(wide.getAddress(), NETWORK_BYTES));
            }
        } catch (UnknownHostException e) {
            return address;
        }
        return address;
    }
}
