package dev.trestle.engine.api;

import dev.trestle.engine.item.StoredItem;
import org.jspecify.annotations.Nullable;

/** The answer to PutItem, UpdateItem and DeleteItem; {@code attributes} is what ReturnValues asked for, null when there is nothing. */
public record WriteResult(@Nullable StoredItem attributes) {}
