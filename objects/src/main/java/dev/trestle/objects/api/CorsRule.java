package dev.trestle.objects.api;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Which pages of other origins may do what with a bucket. */
public record CorsRule(
        @Nullable String id,
        List<String> allowedOrigins,
        List<String> allowedMethods,
        List<String> allowedHeaders,
        List<String> exposeHeaders,
        @Nullable Integer maxAgeSeconds) {}
