package dev.trestle.engine.table;

import dev.trestle.engine.api.OnDemandThroughput;
import dev.trestle.engine.api.ProjectionSpec;
import dev.trestle.engine.api.Throughput;
import org.jspecify.annotations.Nullable;

/** A secondary index. Writers maintain it in both states; queries see it when it is active. */
public record IndexDef(
        int id,
        String name,
        boolean local,
        KeyDef key,
        ProjectionSpec projection,
        Status status,
        @Nullable Throughput provisionedThroughput,
        @Nullable OnDemandThroughput onDemandThroughput) {

    public enum Status {
        CREATING,
        ACTIVE
    }

    public boolean projectsAll() {
        return "ALL".equals(projection.projectionType());
    }

    public IndexDef withStatus(Status changed) {
        return new IndexDef(id, name, local, key, projection, changed, provisionedThroughput, onDemandThroughput);
    }

    public IndexDef withThroughput(@Nullable Throughput provisioned, @Nullable OnDemandThroughput onDemand) {
        return new IndexDef(id, name, local, key, projection, status, provisioned, onDemand);
    }
}
