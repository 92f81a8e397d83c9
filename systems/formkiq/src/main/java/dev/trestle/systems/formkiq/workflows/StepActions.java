package dev.trestle.systems.formkiq.workflows;

import dev.trestle.systems.formkiq.actions.NewAction;
import dev.trestle.systems.formkiq.model.DocumentActions.ActionType;
import dev.trestle.systems.formkiq.workflows.Step.StepAction;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Steps as the actions that they become. */
final class StepActions {
    private StepActions() {}

    static NewAction of(Step step) {
        String queueId = step.queueId();
        if (queueId != null) {
            return NewAction.of(ActionType.QUEUE).withQueue(queueId);
        }
        StepAction action = step.action();
        NewAction made = NewAction.of(step.type()).withQueue(action == null ? null : action.queueId());
        Map<String, Object> parameters = action == null ? null : action.parameters();
        return parameters == null ? made : made.withParameters(stored(parameters));
    }

    private static Map<String, AttributeValue> stored(Map<?, ?> members) {
        Map<String, AttributeValue> stored = new LinkedHashMap<>();
        members.forEach((name, value) -> {
            if (value != null && !isEmpty(value)) {
                stored.put(String.valueOf(name), value(value));
            }
        });
        return stored;
    }

    /** What is empty is as good as not sent: clients send empty lists for what was never set. */
    private static boolean isEmpty(@Nullable Object value) {
        return value instanceof String text && text.isEmpty()
                || value instanceof List<?> list && list.isEmpty()
                || value instanceof Map<?, ?> map && map.isEmpty();
    }

    private static AttributeValue value(Object value) {
        if (value instanceof Map<?, ?> map) {
            return AttributeValue.fromM(stored(map));
        }
        if (value instanceof List<?> list) {
            return AttributeValue.fromL(
                    list.stream().map(each -> value(String.valueOf(each), each)).toList());
        }
        return AttributeValue.fromS(String.valueOf(value));
    }

    private static AttributeValue value(String text, @Nullable Object value) {
        return value instanceof Map<?, ?> || value instanceof List<?> ? value(value) : AttributeValue.fromS(text);
    }
}
