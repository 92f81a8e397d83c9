package dev.trestle.model;

/**
 * A taken value: the item that keeps two items of an entity from having it both.
 *
 * @param entity the entity's name, with its table's
 * @param field the attributes whose value it is
 * @param value the value; several are joined by line feeds
 * @param partition the owner's partition key
 * @param sort the owner's sort key; empty if it has none
 */
public record Guard(String entity, String field, String value, String partition, String sort) {}
