package dev.trestle.engine.api;

/** Names an attribute that a key schema uses, and its type: S, N or B. */
public record AttributeDefinition(String attributeName, String attributeType) {}
