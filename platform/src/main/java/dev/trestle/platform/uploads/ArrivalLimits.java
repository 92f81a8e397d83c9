package dev.trestle.platform.uploads;

import java.time.Duration;
import java.util.Set;

/**
 * What a system takes of uploads that no call confirms.
 *
 * @param lengthMax of one file, in bytes
 * @param types that are taken, as in {@link UploadLimits}
 * @param life how long there is to send, unless an announcement says otherwise
 * @param lifeMax how long an announcement may have it
 * @param person what one person may have open
 * @param tenant what all people of a tenant may have open together
 */
public record ArrivalLimits(
        long lengthMax, Set<String> types, Duration life, Duration lifeMax, Open person, Open tenant) {
    /** What S3 signs an address for at most. */
    private static final Duration SIGNED_MAX = Duration.ofDays(7);

    private static final long GIB = 1L << 30;

    /**
     * Announcements that have not ended.
     *
     * @param bytes that they announce together; one without a length counts with the most that it may have
     */
    public record Open(int count, long bytes) {
        public Open {
            require(count > 0 && bytes > 0, "open announcements and their bytes must be positive");
        }
    }

    public ArrivalLimits {
        types = Set.copyOf(types);
        require(lengthMax > 0 && lengthMax <= UploadLimits.LENGTH_MAX, "lengthMax must be at most 5 GiB");
        require(
                life.compareTo(Duration.ZERO) > 0 && life.compareTo(lifeMax) <= 0 && lifeMax.compareTo(SIGNED_MAX) <= 0,
                "life must be at most lifeMax, and that at most 7 days");
        require(person.bytes() >= lengthMax && tenant.bytes() >= lengthMax, "one file must fit into the open bytes");
    }

    private static void require(boolean holds, String otherwise) {
        if (!holds) {
            throw new IllegalArgumentException("Limits of arrivals: " + otherwise + ".");
        }
    }

    public static ArrivalLimits of(long lengthMax, String... types) {
        Open person = new Open(100, Math.max(100 * GIB, lengthMax));
        Open tenant = new Open(2_000, Math.max(1_000 * GIB, lengthMax));
        Duration hour = Duration.ofHours(1);
        return new ArrivalLimits(lengthMax, Set.of(types), hour, hour, person, tenant);
    }

    public ArrivalLimits withLife(Duration standard, Duration most) {
        return new ArrivalLimits(lengthMax, types, standard, most, person, tenant);
    }

    public ArrivalLimits withOpen(Open ofPerson, Open ofTenant) {
        return new ArrivalLimits(lengthMax, types, life, lifeMax, ofPerson, ofTenant);
    }
}
