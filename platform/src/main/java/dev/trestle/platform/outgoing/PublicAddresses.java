package dev.trestle.platform.outgoing;

import java.net.Inet4Address;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.List;

/**
 * Which addresses are of the public internet. Everything that the registries of special-purpose addresses (IANA, RFC 6890 and its
 * successors) do not give to it is private here: this machine, its networks, carriers' networks, metadata services, tests and
 * documentation, multicast. An IPv6 address that stands for an IPv4 address is judged by that.
 */
final class PublicAddresses {
    private static final List<Network> PRIVATE_4 = List.of(
            network("0.0.0.0", 8),
            network("10.0.0.0", 8),
            network("100.64.0.0", 10),
            network("127.0.0.0", 8),
            network("169.254.0.0", 16),
            network("172.16.0.0", 12),
            network("192.0.0.0", 24),
            network("192.0.2.0", 24),
            network("192.88.99.0", 24),
            network("192.168.0.0", 16),
            network("198.18.0.0", 15),
            network("198.51.100.0", 24),
            network("203.0.113.0", 24),
            network("224.0.0.0", 4),
            network("240.0.0.0", 4));

    /** What is given to the internet at all; of that, what is not meant for it. */
    private static final Network GLOBAL_6 = network("2000::", 3);

    private static final List<Network> PRIVATE_6 =
            List.of(network("2001::", 23), network("2001:db8::", 32), network("3fff::", 20));

    private static final Network NAT64 = network("64:ff9b::", 96);
    private static final Network SIX_TO_FOUR = network("2002::", 16);
    private static final int SIX_TO_FOUR_OFFSET = 2;

    /** All addresses whose first bits are these. */
    private record Network(byte[] start, int bits) {
        boolean has(byte[] address) {
            if (address.length != start.length) {
                return false;
            }
            for (int bit = 0; bit < bits; bit++) {
                int mask = 0x80 >> (bit % 8);
                if ((address[bit / 8] & mask) != (start[bit / 8] & mask)) {
                    return false;
                }
            }
            return true;
        }
    }

    private PublicAddresses() {}

    static boolean isPublic(InetAddress address) {
        if (address instanceof Inet4Address) {
            return isPublic4(address.getAddress());
        }
        if (!(address instanceof Inet6Address)) {
            return false;
        }
        byte[] bytes = address.getAddress();
        if (NAT64.has(bytes)) {
            return isPublic4(Arrays.copyOfRange(bytes, 12, 16));
        }
        if (SIX_TO_FOUR.has(bytes)) {
            return isPublic4(Arrays.copyOfRange(bytes, SIX_TO_FOUR_OFFSET, SIX_TO_FOUR_OFFSET + 4));
        }
        // Mapped addresses (::ffff:a.b.c.d) are Inet4Address in Java; compatible ones are outside of what is global.
        return GLOBAL_6.has(bytes) && PRIVATE_6.stream().noneMatch(each -> each.has(bytes));
    }

    private static boolean isPublic4(byte[] bytes) {
        return PRIVATE_4.stream().noneMatch(each -> each.has(bytes));
    }

    private static Network network(String start, int bits) {
        try {
            return new Network(InetAddress.getByName(start).getAddress(), bits);
        } catch (UnknownHostException e) {
            throw new IllegalStateException("not an address: " + start, e);
        }
    }
}
