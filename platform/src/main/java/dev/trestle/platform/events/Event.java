package dev.trestle.platform.events;

import dev.trestle.platform.api.Principal;
import java.util.function.Predicate;

/**
 * What listeners are told about a change.
 *
 * @param data turned into JSON
 * @param readableBy who may know; asked for each listener, so it must be quick
 */
public record Event(String type, Object data, Predicate<Principal> readableBy) {}
