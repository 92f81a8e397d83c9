package dev.trestle.engine.table;

import dev.trestle.engine.value.Value;

/** One attribute of a key; its type is S, N or B. */
public record KeyAttribute(String name, Value.Type type) {}
