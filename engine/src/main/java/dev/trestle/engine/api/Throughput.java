package dev.trestle.engine.api;

/** Provisioned capacity: recorded and described, never enforced. */
public record Throughput(long readCapacityUnits, long writeCapacityUnits) {}
