package dev.trestle.platform.http;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Where requests come from, through proxies that are known. */
final class Addresses {
    private static final Pattern ADDRESS = Pattern.compile("[0-9.]{7,15}|[0-9a-fA-F:.]{2,45}");

    private final Set<String> proxies;

    Addresses(Set<String> proxies) {
        this.proxies = proxies;
    }

    /** The sender's address: of the last one that a known proxy did not add itself. Nobody else's word is taken. */
    String of(String peer, @Nullable String forwarded) {
        if (forwarded == null || !proxies.contains(peer)) {
            return peer;
        }
        String[] hops = forwarded.split(",", -1);
        String address = peer;
        for (int i = hops.length - 1; i >= 0 && proxies.contains(address); i--) {
            String hop = hops[i].strip();
            if (!ADDRESS.matcher(hop).matches()) {
                return address;
            }
            address = hop;
        }
        return address;
    }

    static boolean isLoopback(String address) {
        try {
            return ADDRESS.matcher(address).matches()
                    && InetAddress.getByName(address).isLoopbackAddress();
        } catch (UnknownHostException e) {
            return false;
        }
    }
}
