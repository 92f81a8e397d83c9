package dev.trestle.systems.formkiq.webhooks;

import dev.trestle.systems.formkiq.model.WebhookRows.WebhookState;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The fields of a webhook as the API writes them. */
final class WebhookFacts {
    private static final Pattern SECONDS = Pattern.compile("[0-9]{1,9}");

    private WebhookFacts() {}

    static boolean isState(@Nullable String text) {
        return isNone(text)
                || switch (String.valueOf(text).toLowerCase(Locale.ROOT)) {
                    case "true", "false", "private" -> true;
                    default -> false;
                };
    }

    static WebhookState state(@Nullable String text, WebhookState otherwise) {
        return isNone(text)
                ? otherwise
                : switch (String.valueOf(text).toLowerCase(Locale.ROOT)) {
                    case "true" -> WebhookState.OPEN;
                    case "false" -> WebhookState.DISABLED;
                    default -> WebhookState.PRIVATE;
                };
    }

    static String text(WebhookState state) {
        return switch (state) {
            case OPEN -> "true";
            case DISABLED -> "false";
            case PRIVATE -> "private";
        };
    }

    /** Nothing and zero end no webhook. */
    static boolean isTtl(@Nullable String text) {
        return isNone(text) || SECONDS.matcher(String.valueOf(text)).matches();
    }

    static @Nullable Long ttl(@Nullable String text) {
        Long seconds = isNone(text) ? null : Long.valueOf(String.valueOf(text));
        return seconds == null || seconds == 0 ? null : seconds;
    }

    private static boolean isNone(@Nullable String text) {
        return text == null || text.isEmpty();
    }
}
