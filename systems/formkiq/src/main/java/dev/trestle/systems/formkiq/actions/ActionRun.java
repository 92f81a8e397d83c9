package dev.trestle.systems.formkiq.actions;

import dev.trestle.model.operation.ItemStore;
import dev.trestle.platform.operation.Changes;
import dev.trestle.systems.formkiq.api.Caller;
import dev.trestle.systems.formkiq.model.DocumentActions.Action;
import dev.trestle.systems.formkiq.model.Documents.Document;
import java.io.IOException;
import java.io.InputStream;
import java.time.Clock;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** An attempt at an action. For the thread that runs it. */
public final class ActionRun {
    private final String site;
    private final ItemStore store;
    private final Document document;
    private final Action action;
    private final Changes changes;
    private final ActionContent content;
    private final Clock clock;
    private final Supplier<Caller> caller;

    ActionRun(
            String site,
            ItemStore store,
            Document document,
            Action action,
            Changes changes,
            ActionContent content,
            Clock clock,
            Supplier<Caller> caller) {
        this.site = site;
        this.store = store;
        this.document = document;
        this.action = action;
        this.changes = changes;
        this.content = content;
        this.clock = clock;
        this.caller = caller;
    }

    public String site() {
        return site;
    }

    /** The site's items, read consistently. */
    public ItemStore store() {
        return store;
    }

    /** The document as it was when the attempt began. */
    public Document document() {
        return document;
    }

    public String documentId() {
        return document.documentId();
    }

    public Action action() {
        return action;
    }

    /** A name of the action that all attempts at it have. */
    public String key() {
        return (site + "-" + documentId() + "-" + action.idx() + "-" + action.type() + "-"
                        + action.inserteddate().getEpochSecond())
                .replaceAll("[^A-Za-z0-9.-]", ".");
    }

    /** A parameter that is text; empty if there is none of that name, or it is empty. */
    public Optional<String> parameter(String name) {
        AttributeValue value = parameters().get(name);
        return Optional.ofNullable(value == null ? null : value.s()).filter(text -> !text.isEmpty());
    }

    public Map<String, AttributeValue> parameters() {
        Map<String, AttributeValue> known = action.parameters();
        return known == null ? Map.of() : known;
    }

    /**
     * Whoever added the action, with the rights that they have now: what it writes on their behalf is named after the
     * system. Refuses, if they may not work in the site any more.
     */
    public Caller caller() {
        return caller.get();
    }

    /** For what is written before the action is completed; in the record as the system's. */
    public Changes changes() {
        return changes;
    }

    public Clock clock() {
        return clock;
    }

    public Instant now() {
        return clock.instant().truncatedTo(java.time.temporal.ChronoUnit.SECONDS);
    }

    /** Whether there are bytes here: a link has none. */
    public boolean hasContent() {
        return content.has(document);
    }

    /** Opens the content, which has to be here. */
    public InputStream open() throws IOException {
        return content.open(site, document);
    }

    /** The content; empty if it is longer than so many bytes, or not here. */
    public Optional<byte[]> bytes(int most) throws IOException {
        Long length = document.contentLength();
        if (!hasContent() || length != null && length > most) {
            return Optional.empty();
        }
        try (InputStream in = open()) {
            byte[] bytes = in.readNBytes(most + 1);
            return bytes.length > most ? Optional.empty() : Optional.of(bytes);
        }
    }

    /** An address from which the content is downloaded for a while. */
    public String url(java.time.Duration life) {
        return content.url(site, document, life);
    }
}
