package dev.trestle.model.operation;

import dev.trestle.model.Groups;
import java.util.Optional;

/**
 * A part of a partition's records by entity.
 *
 * @param next where to go on; empty if this was the last part
 */
public record GroupsPage(Groups groups, Optional<String> next) {}
