package dev.trestle.model.docs;

import dev.trestle.model.BoundTemplate;
import dev.trestle.model.EntityKey;
import dev.trestle.model.Pattern;
import dev.trestle.model.Scope;
import dev.trestle.model.Table;
import dev.trestle.model.template.Template;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The exact key condition of a pattern, as a design document has it. */
public final class KeyConditionText {
    private KeyConditionText() {}

    /** The attributes that a pattern asks, such as {@code PK, SK}. */
    public static String keysUsed(Pattern<?> pattern) {
        if (pattern.kind() == Pattern.Kind.SCAN) {
            return "none";
        }
        String sort = sortAttribute(pattern);
        return partitionAttribute(pattern) + (sort == null || pattern.sort() == Pattern.Sort.ANY ? "" : ", " + sort);
    }

    /** The condition: {@code PK = SHOWSET#{showSetId} AND begins_with(SK, NOTE#)}. */
    public static String of(Pattern<?> pattern) {
        if (pattern.kind() == Pattern.Kind.SCAN) {
            return "Scan";
        }
        String partition = partitionAttribute(pattern) + " = " + partition(pattern.table(), pattern.key());
        String sort = sortAttribute(pattern);
        BoundTemplate template = pattern.key().sort();
        return sort == null || template == null || pattern.sort() == Pattern.Sort.ANY
                ? partition
                : partition + " AND " + sortCondition(pattern, sort, template);
    }

    /** What goes with the condition: the order, the partitions asked, what is kept. */
    public static String remarks(Pattern<?> pattern) {
        StringBuilder remarks = new StringBuilder();
        if (pattern.isDescending()) {
            remarks.append(", last first");
        }
        if (pattern.isEachDay()) {
            remarks.append(", for each day");
        }
        if (pattern.filter() != null) {
            remarks.append(", filtered by ").append(pattern.filter());
        }
        return remarks.toString();
    }

    /** A partition key's template, with the tenant that stands before it. */
    static String partition(Table table, EntityKey key) {
        Scope scope = table.scope();
        return key.prefixed() && scope != null
                ? "{" + scope.field() + "}" + scope.delimiter() + key.partition()
                : key.partition().toString();
    }

    private static String partitionAttribute(Pattern<?> pattern) {
        return pattern.index() == null
                ? pattern.table().partition()
                : pattern.index().partition();
    }

    private static @Nullable String sortAttribute(Pattern<?> pattern) {
        return pattern.index() == null
                ? pattern.table().sort()
                : pattern.index().sort();
    }

    private static String sortCondition(Pattern<?> pattern, String sort, BoundTemplate template) {
        String text = String.valueOf(pattern.sortText());
        return switch (pattern.sort()) {
            case ANY -> "";
            case EQUAL -> sort + " = " + template;
            case BEGINS_WITH -> "begins_with(" + sort + ", " + text + ")";
            case BELOW -> sort + " < " + text;
            case BETWEEN -> {
                String before = before(template.codec().template(), text);
                yield sort + " BETWEEN " + before + "{from} AND " + before + "{to}";
            }
        };
    }

    /** What a template has before a part. */
    private static String before(Template template, String field) {
        List<String> fields = template.fields();
        int part = fields.indexOf(field);
        StringBuilder before = new StringBuilder(template.literals().get(0));
        for (int i = 0; i < part; i++) {
            before.append('{')
                    .append(fields.get(i))
                    .append('}')
                    .append(template.literals().get(i + 1));
        }
        return before.toString();
    }
}
