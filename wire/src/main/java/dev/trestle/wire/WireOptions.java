package dev.trestle.wire;

import dev.trestle.wire.signature.AccessKeys;
import java.time.Clock;
import java.util.List;

/**
 * How to serve.
 *
 * @param bind the address or name to listen on
 * @param port to listen on, 0 for any that is free
 * @param hosts further names under which clients may reach the server, as they stand in the header Host
 */
public record WireOptions(
        String bind, int port, AccessKeys accessKeys, List<String> hosts, Limits limits, Clock clock) {

    /** On this machine only, for whoever signs with whatever key. */
    public static WireOptions loopback(int port) {
        return new WireOptions("127.0.0.1", port, AccessKeys.NONE, List.of(), Limits.standard(), Clock.systemUTC());
    }

    public WireOptions withBind(String changed) {
        return new WireOptions(changed, port, accessKeys, hosts, limits, clock);
    }

    public WireOptions withAccessKeys(AccessKeys changed) {
        return new WireOptions(bind, port, changed, hosts, limits, clock);
    }

    public WireOptions withHosts(List<String> changed) {
        return new WireOptions(bind, port, accessKeys, List.copyOf(changed), limits, clock);
    }

    public WireOptions withLimits(Limits changed) {
        return new WireOptions(bind, port, accessKeys, hosts, changed, clock);
    }

    public WireOptions withClock(Clock changed) {
        return new WireOptions(bind, port, accessKeys, hosts, limits, changed);
    }
}
