package dev.trestle.engine.api;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** An index as a request asks for it. {@code null} stands for what the client left out; local indexes have no throughput. */
public record IndexSpec(
        @Nullable String indexName,
        @Nullable List<KeySchemaElement> keySchema,
        @Nullable ProjectionSpec projection,
        @Nullable Throughput provisionedThroughput,
        @Nullable OnDemandThroughput onDemandThroughput) {}
