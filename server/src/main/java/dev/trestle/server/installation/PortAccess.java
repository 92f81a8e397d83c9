package dev.trestle.server.installation;

import dev.trestle.server.config.AccessLimit;
import dev.trestle.server.config.ConfigException;
import dev.trestle.server.config.Configuration;
import dev.trestle.server.config.Keys;
import dev.trestle.server.systems.Reserved;
import dev.trestle.wire.access.Access;
import dev.trestle.wire.access.Grant;
import dev.trestle.wire.access.Names;
import dev.trestle.wire.signature.AccessKeys;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Who may sign requests to the ports of DynamoDB and S3, and what each signer reaches. Nobody but this process itself reaches what is
 * reserved, unless the limit of a key names it.
 */
final class PortAccess {
    private static final Logger LOG = LoggerFactory.getLogger(PortAccess.class);

    private final AccessKeys known;
    private final @Nullable Grant anybody;
    private final @Nullable MadeKey made;

    private PortAccess(AccessKeys known, @Nullable Grant anybody, @Nullable MadeKey made) {
        this.known = known;
        this.anybody = anybody;
        this.made = made;
    }

    /**
     * What the ports are opened with.
     *
     * @param isDemo whether this is a demonstration, whose ports are open unless keys are configured
     */
    record Plan(Configuration configuration, boolean isDemo, Reserved reserved) {
        boolean isOpen() {
            return configuration.get(Keys.OPEN_PORTS)
                    || isDemo && configuration.get(Keys.ACCESS_KEYS).isEmpty();
        }

        /** Before anything is opened or made. */
        void check() {
            List<String> problems = new ArrayList<>();
            Set<String> ids = configuration.get(Keys.ACCESS_KEYS).keySet();
            String bind = configuration.get(Keys.BIND);
            if (configuration.get(Keys.OPEN_PORTS) && !ids.isEmpty()) {
                problems.add(
                        "open-ports takes any signature, and access-keys says which are taken: leave out one of them.");
            }
            if (isOpen() && !HttpSettings.isLoopback(bind)) {
                problems.add(
                        "open-ports takes any signature, so that only this machine may reach the ports: bind them to"
                                + " 127.0.0.1.");
            }
            for (String id : configuration.get(Keys.ACCESS_LIMITS).keySet()) {
                if (!ids.contains(id)) {
                    problems.add("access-limits: there is no " + id + " among access-keys.");
                }
            }
            if (!problems.isEmpty()) {
                throw new ConfigException(problems);
            }
            if (!isOpen() && ids.isEmpty() && !HttpSettings.isLoopback(bind)) {
                throw new IllegalStateException(
                        "On " + bind + " others can reach this server, so requests must be signed"
                                + " with a key that they are given. Configure one with --access-key ID:SECRET, or bind it to"
                                + " 127.0.0.1.");
            }
        }
    }

    /** Once the data directory is there and ours; {@code own} is the key of this process. */
    static PortAccess of(Plan plan, InternalKey own) {
        Configuration configuration = plan.configuration();
        Grant usual = reserving(Grant.ALL, plan.reserved());
        AccessKeys keys = AccessKeys.of(Map.of()).with(own.id(), own.secret(), Grant.ALL);
        for (var each : configuration.get(Keys.ACCESS_KEYS).entrySet()) {
            AccessLimit limit = configuration.get(Keys.ACCESS_LIMITS).get(each.getKey());
            Grant grant = limit == null ? usual : reserving(grant(limit), plan.reserved());
            keys = keys.with(each.getKey(), each.getValue(), grant);
        }
        if (plan.isOpen()) {
            LOG.warn("open-ports: DynamoDB's and S3's ports take any signature from this machine");
            return new PortAccess(keys, usual, null);
        }
        if (!configuration.get(Keys.ACCESS_KEYS).isEmpty()) {
            return new PortAccess(keys, null, null);
        }
        MadeKey made = MadeKey.readOrMake(Path.of(configuration.get(Keys.DATA)));
        return new PortAccess(keys.with(made.id(), made.secret(), usual), null, made);
    }

    private static Grant reserving(Grant grant, Reserved reserved) {
        return grant.reserving(reserved.tables(), reserved.buckets());
    }

    private static Grant grant(AccessLimit limit) {
        Set<Access> accesses = EnumSet.noneOf(Access.class);
        if (limit.reads()) {
            accesses.add(Access.READ);
        }
        if (limit.writes()) {
            accesses.add(Access.WRITE);
        }
        return new Grant(Names.of(limit.tables()), Names.of(limit.buckets()), accesses);
    }

    /** Those of the two ports. */
    AccessKeys ofPorts() {
        return anybody == null ? known : known.takingAnySignature(anybody);
    }

    /** Those of S3 under a path of the server's own port, which anybody may reach. */
    AccessKeys ofPath() {
        return known;
    }

    /** Whether the ports take any signature. */
    boolean isOpen() {
        return anybody != null;
    }

    Optional<MadeKey> made() {
        return Optional.ofNullable(made);
    }
}
