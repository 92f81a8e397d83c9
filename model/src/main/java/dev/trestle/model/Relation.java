package dev.trestle.model;

/**
 * A line of the diagram: one owner has many, or one, of an entity.
 *
 * @param verb what the owner does with them: {@code creates}
 * @param many whether one owner has many
 */
public record Relation(Entity<?> owner, String verb, boolean many) {}
