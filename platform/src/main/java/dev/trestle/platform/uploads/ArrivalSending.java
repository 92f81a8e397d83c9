package dev.trestle.platform.uploads;

import dev.trestle.model.operation.Expect;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Stored;
import dev.trestle.model.operation.WriteRefusedException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * Arrivals that are still sent, many of them in parts. The upload in parts has the staging key that a whole one has: joined, its bytes are noticed and taken in
 * the same way. It is begun when addresses of parts are first asked for, and dropped with the staged bytes.
 */
final class ArrivalSending {
    private static final int PUTS_MAX = 100;

    private final ItemStore store;
    private final Arrivals.Declaration declared;
    private final UploadBucket.Source bucket;
    private final Clock clock;
    private final Function<Arrival, ArrivalLimits> limits;

    ArrivalSending(
            ItemStore store,
            Arrivals.Declaration declared,
            UploadBucket.Source bucket,
            Clock clock,
            Function<Arrival, ArrivalLimits> limits) {
        this.store = store;
        this.declared = declared;
        this.bucket = bucket;
        this.clock = clock;
        this.limits = limits;
    }

    /** Empty if somebody took it, or began it, at the same moment. */
    Optional<ArrivalParts> parts(Stored<Arrival> read) {
        Optional<Arrival> begun = begin(read);
        return begun.map(arrival -> {
            Staged bytes = staged(arrival);
            Duration left = Duration.between(clock.instant(), arrival.until());
            String multipartId = arrival.multipartId();
            if (multipartId == null) {
                List<Ticket.Put> whole = List.of(bucket.get().whole(bytes, left));
                return new ArrivalParts(1, Set.of(), whole, arrival.until());
            }
            Set<Integer> arrived = bucket.get().arrivedParts(bytes, multipartId);
            List<Ticket.Put> missing = IntStream.rangeClosed(1, bytes.parts())
                    .filter(number -> !arrived.contains(number))
                    .limit(PUTS_MAX)
                    .mapToObj(number -> bucket.get().part(bytes, multipartId, number, left))
                    .toList();
            return new ArrivalParts(bytes.parts(), arrived, missing, arrival.until());
        });
    }

    private Optional<Arrival> begin(Stored<Arrival> read) {
        Arrival arrival = read.record();
        Instant until = renewed(arrival);
        if (!until.isAfter(clock.instant())) {
            return Optional.empty();
        }
        Arrival begun = arrival.renewed(until);
        if (arrival.partBytes() != null && arrival.multipartId() == null) {
            begun = begun.inParts(bucket.get().beginParts(staged(arrival)));
        }
        try {
            return Optional.of(
                    store.put(declared.entity(), begun, Expect.unchanged(read, "state", "claim", "multipartId")));
        } catch (WriteRefusedException another) {
            return Optional.empty(); // what was begun is dropped with the staged bytes
        }
    }

    private Instant renewed(Arrival arrival) {
        ArrivalLimits allowed = limits.apply(arrival);
        Instant later = clock.instant().plus(allowed.life());
        Instant last = arrival.createdAt().plus(allowed.lifeMax());
        Instant until = later.isBefore(last) ? later : last;
        return until.isAfter(arrival.until()) ? until : arrival.until();
    }

    /** Joins the parts if all have arrived. Returns whether they are joined, or the bytes were sent whole. */
    boolean join(Arrival arrival) {
        Staged bytes = staged(arrival);
        if (bucket.get().arrived(bytes) != null) {
            return true;
        }
        String multipartId = arrival.multipartId();
        if (multipartId == null || bucket.get().arrivedParts(bytes, multipartId).size() < bytes.parts()) {
            return false;
        }
        bucket.get().joinParts(bytes, multipartId);
        return bucket.get().arrived(bytes) != null;
    }

    private Staged staged(Arrival arrival) {
        return arrival.staged(limits.apply(arrival).types());
    }
}
