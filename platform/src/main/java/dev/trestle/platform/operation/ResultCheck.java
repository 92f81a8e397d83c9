package dev.trestle.platform.operation;

import dev.trestle.platform.api.Declaration;
import dev.trestle.platform.api.Declaration.Answer;
import dev.trestle.platform.api.Declaration.Form;
import dev.trestle.platform.api.Page;
import dev.trestle.platform.api.Reply;
import org.jspecify.annotations.Nullable;

/** Holds what a handler returns to what its declaration says, so that the API document stays true. */
final class ResultCheck {
    private ResultCheck() {}

    static @Nullable Object checked(Declaration declared, @Nullable Object result) {
        Object value =
                result instanceof Reply reply ? reply.body() instanceof Reply.Value body ? body.value() : null : result;
        if (value != null && declared.answers().stream().noneMatch(answer -> fits(answer, value))) {
            throw new IllegalStateException(
                    declared.id() + " gave a " + value.getClass().getSimpleName() + ", which it does not declare.");
        }
        if (declared.tagged() && !(result instanceof Reply reply && reply.tag() != null)) {
            throw new IllegalStateException(declared.id() + " gave no ETag, which it declares.");
        }
        return result;
    }

    private static boolean fits(Answer answer, Object value) {
        Class<?> type = answer.type();
        if (type == null) {
            return false;
        }
        if (answer.form() == Form.PAGE) {
            return value instanceof Page<?> page
                    && (page.items().isEmpty() || type.isInstance(page.items().get(0)));
        }
        return type.isInstance(value);
    }
}
