package dev.trestle.platform.uploads;

import java.time.Instant;
import java.util.List;
import java.util.Set;

/**
 * How far something is that is sent, in parts or whole.
 *
 * @param count of its parts
 * @param arrived the numbers of those that are there, from 1
 * @param missing the requests that send the first of the others: a hundred at most
 * @param until when their addresses end
 */
public record ArrivalParts(int count, Set<Integer> arrived, List<Ticket.Put> missing, Instant until) {
    public ArrivalParts {
        arrived = Set.copyOf(arrived);
        missing = List.copyOf(missing);
    }
}
