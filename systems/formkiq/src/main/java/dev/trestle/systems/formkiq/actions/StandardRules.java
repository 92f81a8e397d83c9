package dev.trestle.systems.formkiq.actions;

import dev.trestle.model.operation.ItemStore;
import dev.trestle.systems.formkiq.api.Refusals;
import dev.trestle.systems.formkiq.entities.EntityTypes;
import dev.trestle.systems.formkiq.model.DocumentActions.ActionType;
import dev.trestle.systems.formkiq.model.Entities;
import dev.trestle.systems.formkiq.model.Entities.EntityType;
import dev.trestle.systems.formkiq.model.Entities.Namespace;
import dev.trestle.systems.formkiq.model.Mappings;
import dev.trestle.systems.formkiq.model.Workflows;
import dev.trestle.systems.formkiq.sites.Configurations;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** What the actions of each type have to have, in FormKiQ's words. */
public final class StandardRules {
    private static final int TEXT_MAX = 20_000;
    private static final Pattern MEASURE = Pattern.compile("0*[1-9][0-9]{0,8}|auto");
    private static final List<String> PICTURES = List.of("bmp", "gif", "jpeg", "png", "tif");
    private static final String AUTO = "auto";

    private StandardRules() {}

    /** Enters all of them. {@code hasModel} if the installation has a service for language models, so that sites need no key of their own. */
    public static void of(Actions actions, boolean hasModel) {
        actions.rule(ActionType.OCR, (store, action, refusals) -> ocr(action, refusals))
                .rule(ActionType.WEBHOOK, (store, action, refusals) -> require(action, "url", refusals))
                .rule(ActionType.NOTIFICATION, StandardRules::notification)
                .rule(ActionType.IDP, StandardRules::idp)
                .rule(ActionType.QUEUE, StandardRules::queue)
                .rule(ActionType.RESIZE, (store, action, refusals) -> resize(action, refusals))
                .rule(ActionType.EVENTBRIDGE, (store, action, refusals) -> eventBridge(action, refusals))
                .rule(
                        ActionType.DOCUMENTTAGGING,
                        (store, action, refusals) -> tagging(store, action, refusals, hasModel))
                .rule(ActionType.DATA_CLASSIFICATION, StandardRules::classification);
    }

    private static @Nullable String text(NewAction action, String name) {
        AttributeValue value = action.parameters().get(name);
        return value == null || value.s() == null || value.s().isEmpty() ? null : value.s();
    }

    private static boolean lacks(NewAction action, String name) {
        return text(action, name) == null;
    }

    private static void require(NewAction action, String name, Refusals refusals) {
        refusals.addIf(lacks(action, name), "parameters." + name, "action '" + name + "' parameter is required");
    }

    /** Of all types: texts fit into an item. */
    static void lengths(NewAction action, Refusals refusals) {
        action.parameters().forEach((name, value) -> {
            int length = value.toString().length();
            refusals.addIf(length > TEXT_MAX, "parameters." + name, "value cannot exceed " + TEXT_MAX);
        });
    }

    private static void ocr(NewAction action, Refusals refusals) {
        String types = text(action, "ocrParseTypes");
        if (types == null
                || !List.of(types.toUpperCase(Locale.ROOT).split("[,\\s]+")).contains("QUERIES")) {
            return;
        }
        AttributeValue queries = action.parameters().get("ocrTextractQueries");
        if (queries == null || queries.l().isEmpty()) {
            refusals.add("parameters.ocrTextractQueries", "action 'ocrTextractQueries' parameter is required");
            return;
        }
        boolean isOneEmpty = queries.l().stream().anyMatch(query -> !query.m().containsKey("text"));
        refusals.addIf(
                isOneEmpty,
                "parameters.ocrTextractQueries.text",
                "action 'ocrTextractQueries.text' parameter is required");
    }

    private static void notification(ItemStore store, NewAction action, Refusals refusals) {
        if (Configurations.notificationEmail(store).isEmpty()) {
            refusals.add("parameters.notificationEmail", "notificationEmail is not configured");
            return;
        }
        require(action, "notificationType", refusals);
        require(action, "notificationSubject", refusals);
        refusals.addIf(
                        lacks(action, "notificationToCc") && lacks(action, "notificationToBcc"),
                        "parameters.notificationToCc",
                        "action 'notificationToCc' or 'notificationToBcc' is required")
                .addIf(
                        lacks(action, "notificationText") && lacks(action, "notificationHtml"),
                        "parameters.notificationText",
                        "action 'notificationText' or 'notificationHtml' is required");
    }

    private static void idp(ItemStore store, NewAction action, Refusals refusals) {
        String id = text(action, "mappingId");
        if (id == null) {
            refusals.add("mappingId", "'mappingId' is required");
        } else if (isStrange(id) || store.stored(Mappings.MAPPING_BY_ID.of(id)).isEmpty()) {
            refusals.add("mappingId", "'mappingId' does not exist");
        }
    }

    private static void queue(ItemStore store, NewAction action, Refusals refusals) {
        String id = action.queueId();
        if (id == null || id.isEmpty()) {
            refusals.add("queueId", "'queueId' is required");
        } else if (isStrange(id) || store.stored(Workflows.QUEUE_BY_ID.of(id)).isEmpty()) {
            refusals.add("queueId", "'queueId' does not exist");
        }
    }

    /** Whether a text cannot be the id of anything. */
    private static boolean isStrange(String id) {
        return !id.matches("[A-Za-z0-9_.:-]{1,200}");
    }

    private static void resize(NewAction action, Refusals refusals) {
        measure(action, "width", refusals);
        measure(action, "height", refusals);
        if (AUTO.equals(text(action, "width")) && AUTO.equals(text(action, "height"))) {
            refusals.add("parameters.width", "'width' and 'height' parameters cannot be both set to auto");
        }
        String type = text(action, "outputType");
        refusals.addIf(
                type != null && !PICTURES.contains(type),
                "parameters.outputType",
                "'outputType' parameter must be one of [" + String.join(", ", PICTURES) + "]");
    }

    private static void measure(NewAction action, String name, Refusals refusals) {
        String value = text(action, name);
        if (value == null) {
            refusals.add("parameters." + name, "'" + name + "' parameter is required");
        } else if (!MEASURE.matcher(value).matches()) {
            refusals.add("parameters." + name, "'" + name + "' parameter must be an integer > 0 or 'auto'");
        }
    }

    private static void eventBridge(NewAction action, Refusals refusals) {
        refusals.addIf(
                lacks(action, "eventBusName"), "parameters.eventBusName", "'eventBusName' parameter is required");
    }

    private static void tagging(ItemStore store, NewAction action, Refusals refusals, boolean hasModel) {
        require(action, "tags", refusals);
        String engine = text(action, "engine");
        if (engine == null) {
            require(action, "engine", refusals);
        } else if (!engine.equalsIgnoreCase("chatgpt")) {
            refusals.add("parameters.engine", "invalid 'engine' parameter");
        } else if (!hasModel && Configurations.chatGptApiKey(store).isEmpty()) {
            refusals.add("", "chatgpt 'api key' is not configured");
        }
    }

    private static void classification(ItemStore store, NewAction action, Refusals refusals) {
        String name = text(action, "llmPromptEntityName");
        if (name == null) {
            require(action, "llmPromptEntityName", refusals);
            return;
        }
        ItemStore indexes = store.indexes();
        Optional<EntityType> type =
                indexes.get(Entities.ENTITY_TYPE_BY_NAME.of(Namespace.PRESET, EntityTypes.LLM_PROMPT));
        if (type.isEmpty()) {
            refusals.add("entityTypeId", "EntityType 'LlmPrompt' is not found");
            return;
        }
        boolean exists = name.indexOf('#') < 0
                && !indexes.first(Entities.ENTITIES_BY_NAME.of(type.get().documentId(), name), 1)
                        .isEmpty();
        refusals.addIf(!exists, "parameters.llmPromptEntityName", "action 'llmPromptEntityName' doesn't exist");
    }
}
