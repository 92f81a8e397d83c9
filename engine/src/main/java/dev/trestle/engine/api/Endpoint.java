package dev.trestle.engine.api;

/** Where the service of this region would be found, and for how long a client may remember that. */
public record Endpoint(String address, long cachePeriodInMinutes) {}
