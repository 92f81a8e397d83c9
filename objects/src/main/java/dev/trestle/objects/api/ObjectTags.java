package dev.trestle.objects.api;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The tags of one version of an object. {@code versionId} is null where the bucket has never had versions. */
public record ObjectTags(@Nullable String versionId, Map<String, String> tags) {}
