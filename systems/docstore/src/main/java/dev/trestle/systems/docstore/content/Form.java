package dev.trestle.systems.docstore.content;

import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.Problem.Kind;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** In which form a content is wanted: the header Accept. */
public enum Form {
    MARKDOWN(List.of("text/markdown", "text/plain", "text/*", "*/*")),
    HTML(List.of("text/html")),
    JSON(List.of("application/json", "application/*"));

    private static final int TYPES_MAX = 50;

    private final List<String> types;

    Form(List<String> types) {
        this.types = types;
    }

    /** The one that is wanted most; of equals, the one that is named first. */
    public static Form of(@Nullable String accept) {
        if (accept == null || accept.isBlank()) {
            return MARKDOWN;
        }
        Form best = null;
        double most = 0;
        for (String range : accept.split(",", TYPES_MAX)) {
            String[] parts = range.toLowerCase(Locale.ROOT).split(";", -1);
            Form form = named(parts[0].strip());
            double wanted = quality(parts);
            if (form != null && wanted > most) {
                best = form;
                most = wanted;
            }
        }
        if (best == null) {
            throw ApiException.of(Kind.NOT_ACCEPTABLE, "A content is text/markdown, text/html or application/json.");
        }
        return best;
    }

    private static @Nullable Form named(String type) {
        for (Form form : values()) {
            if (form.types.contains(type)) {
                return form;
            }
        }
        return null;
    }

    private static double quality(String[] parts) {
        for (int i = 1; i < parts.length; i++) {
            String part = parts[i].strip();
            if (part.matches("q=[01](\\.[0-9]{0,3})?")) {
                return Double.parseDouble(part.substring(2));
            }
        }
        return 1;
    }
}
