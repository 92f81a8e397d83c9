package dev.trestle.model.verify;

import dev.trestle.model.Entity;
import dev.trestle.model.Model;
import dev.trestle.model.Table;
import dev.trestle.model.mapping.Component;
import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Writes fit into transactions, guards have a place, versions count, and items expire. */
final class WriteRules implements Rule {
    private static final int ACTIONS_MAX = 100;
    private static final Instant SAMPLE = Instant.ofEpochSecond(1_700_000_000);
    private static final Set<Class<?>> WHOLE_NUMBERS = Set.of(int.class, long.class, Integer.class, Long.class);

    @Override
    public void check(Model model, Findings findings) {
        for (Table table : model.allTables()) {
            boolean support = model.support().filter(table::equals).isPresent();
            checkExpiry(table, support, findings);
            for (Entity<?> entity : table.entities()) {
                checkVersion(entity, findings);
                checkGuards(model, entity, findings);
                checkSize(entity, findings);
            }
        }
    }

    private static void checkExpiry(Table table, boolean support, Findings findings) {
        String expiry = table.expiry();
        if (expiry == null) {
            return;
        }
        boolean written = false;
        for (Entity<?> entity : table.entities()) {
            Component component = entity.mapping().component(expiry);
            if (component != null) {
                written = true;
                checkSeconds(entity, component, findings);
            }
        }
        if (!written && !support) {
            findings.at(table)
                    .in("attribute " + expiry)
                    .warn(
                            Code.EXPIRY_UNWRITTEN,
                            "No entity has it, so that nothing ever expires",
                            "give it to the record that shall expire, or take expiry(…) away");
        }
    }

    private static void checkSeconds(Entity<?> entity, Component component, Findings findings) {
        boolean instant = component.type() == Instant.class;
        boolean number = component.typeName().startsWith("Number");
        if (!number || instant && !isSeconds(component.write(SAMPLE))) {
            findings.at(entity)
                    .in("attribute " + component.attribute())
                    .error(
                            Code.EXPIRY_FORMAT,
                            "It is a " + component.typeName() + "; DynamoDB expires by numbers of seconds since 1970"
                                    + " and passes over all else",
                            "write it as @Time(EPOCH_SECONDS) Instant");
        }
    }

    private static boolean isSeconds(@Nullable AttributeValue written) {
        return written != null && Long.toString(SAMPLE.getEpochSecond()).equals(written.n());
    }

    private static void checkVersion(Entity<?> entity, Findings findings) {
        String version = entity.version();
        Component component = version == null ? null : entity.mapping().component(version);
        if (version == null) {
            return;
        }
        Findings.Draft draft = findings.at(entity).in("attribute " + version);
        if (component == null || !WHOLE_NUMBERS.contains(component.type()) || component.nullable()) {
            draft.error(
                    Code.VERSION_TYPE,
                    "It counts the item's changes and is " + (component == null ? "no attribute" : describe(component)),
                    "make it an int or a long that every item has");
        } else if (entity.keys().stream().anyMatch(key -> key.attributes().contains(version))) {
            draft.error(
                    Code.VERSION_TYPE,
                    "It counts the item's changes and stands in the primary key, so that each change would be another"
                            + " item",
                    "count changes in an attribute that is in no key");
        }
    }

    private static String describe(Component component) {
        return (component.nullable() ? "an optional " : "a ") + component.typeName();
    }

    private static void checkGuards(Model model, Entity<?> entity, Findings findings) {
        if (!entity.uniques().isEmpty() && model.support().isEmpty()) {
            findings.at(entity)
                    .in("unique " + entity.uniques().get(0).name())
                    .error(
                            Code.NO_SUPPORT_TABLE,
                            "An index cannot keep two items apart: it lags, and knows no conditions. A guard item"
                                    + " written with each change can, and it has no table to stand in",
                            "add Model.with(Support.table(…))");
        }
    }

    private static void checkSize(Entity<?> entity, Findings findings) {
        // A change may give up an old guard or second item for a new one: two actions each.
        int actions = 1 + 2 * entity.uniques().size() + 2 * entity.twins().size();
        if (actions > ACTIONS_MAX) {
            findings.at(entity)
                    .error(
                            Code.TRANSACTION_SIZE,
                            "A change of one record takes up to " + actions + " actions with its guards and second"
                                    + " items, and a transaction has " + ACTIONS_MAX,
                            "do without some of them, or let a job write the second items");
        }
    }
}
