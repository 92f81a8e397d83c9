package dev.trestle.systems.formkiq.model;

import static dev.trestle.systems.formkiq.model.SupportTable.TABLE;

import dev.trestle.model.Entity;
import dev.trestle.model.Pattern;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What {@code formkiq-support} keeps about the actions of documents. */
public final class ActionRows {
    /**
     * What every change of a document's actions changes, so that they change one after the other, and one of them
     * runs at a time.
     *
     * @param token another one after each change
     * @param claim whose the action is that runs: a new text for each attempt
     * @param leasedUntil when whoever runs it has been silent for too long
     * @param retryAt when the one that waits is tried again
     */
    @RecordBuilder
    public record ActionLane(
            String documentId,
            String token,
            @Nullable String claim,
            @Nullable Instant leasedUntil,
            @Nullable Instant retryAt) {}

    /**
     * Who added actions to a document, so that what they do is held to the rights of that person or program.
     *
     * @param userId as the actions name them
     * @param claims those that the name comes from
     */
    public record ActionAdder(
            String documentId,
            String userId,
            String issuer,
            String subject,
            boolean isProgram,
            List<String> groups,
            Map<String, String> claims,
            @Nullable String shareKey) {}

    public static final Entity<ActionLane> ACTION_LANE = TABLE.entity(ActionLane.class)
            .about("What changes with the actions of a document")
            .key("docs#{documentId}", "actions")
            .onePer(Documents.DOCUMENT, "is processed along");

    public static final Entity<ActionAdder> ACTION_ADDER = TABLE.entity(ActionAdder.class)
            .about("Who added actions to a document")
            .key("docs#{documentId}", "adder#{userId}")
            .accept("ITEM_GROWTH", "the groups of a person, and a few claims")
            .belongsTo(Documents.DOCUMENT, "got actions from");

    public static final Pattern<ActionLane> LANE_OF_DOCUMENT =
            ACTION_LANE.get("Get what changes with a document's actions");

    public static final Pattern<ActionAdder> ADDER_OF_ACTIONS = ACTION_ADDER.get("Get who added actions to a document");

    public static final Pattern<ActionAdder> ADDERS_OF_DOCUMENT =
            ACTION_ADDER.query("List who added actions to a document").beginsWith("adder#");

    private ActionRows() {}
}
