package dev.trestle.systems.holdthatthought.model;

import java.util.List;

/**
 * Relationships that others state, and that a person does not want in their own profile.
 *
 * @param relations each as {@code ownerId#entryId}
 */
public record HiddenRelations(String userId, List<String> relations) {}
