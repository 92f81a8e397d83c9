package dev.trestle.platform.uploads;

/** How many arrivals of a person or a tenant have not ended, and how many bytes they announce. */
public record OpenArrivals(String scope, int count, long bytes) {
    OpenArrivals plus(Arrival arrival) {
        return new OpenArrivals(scope, count + 1, bytes + arrival.reserved());
    }

    OpenArrivals minus(Arrival arrival) {
        return new OpenArrivals(scope, Math.max(0, count - 1), Math.max(0, bytes - arrival.reserved()));
    }
}
