package dev.trestle.platform.operation;

import dev.trestle.platform.api.Api;
import dev.trestle.platform.api.Declaration;

/** Writes which right each operation of an API needs, as Markdown. */
public final class RightsPage {
    /** Below this heading the page says by hand what each operation answers to each kind of caller. */
    public static final String CALLERS = "## Callers";

    private RightsPage() {}

    /** The page anew, with what {@code stored} states by hand. */
    public static String of(Api api, String stored) {
        int stated = stored.indexOf(CALLERS);
        return of(api) + (stated < 0 ? "" : "\n" + stored.substring(stated));
    }

    public static String of(Api api) {
        Api.About about = api.about();
        String base = about == null ? "" : about.basePath();
        StringBuilder page = new StringBuilder("# Rights: " + (about == null ? api.name() : about.title()) + "\n")
                .append("Derived from the declared operations; a test compares it with them.\n\n")
                .append(
                        "| operation | method and path | right | least role on the item |\n| --- | --- | --- | --- |\n");
        for (Declaration each : api.declarations()) {
            String right = each.right() == null ? "none: open to all" : each.right();
            page.append("| `%s` | `%s %s` | %s | %s |\n"
                    .formatted(each.id(), each.method(), base + each.path(), right, each.role()));
        }
        return page.toString();
    }
}
