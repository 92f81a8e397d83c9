package dev.trestle.engine.api;

/** One attribute of a key schema; {@code keyType} is HASH or RANGE. */
public record KeySchemaElement(String attributeName, String keyType) {}
