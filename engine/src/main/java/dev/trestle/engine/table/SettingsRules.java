package dev.trestle.engine.table;

import dev.trestle.engine.EngineException;
import dev.trestle.engine.api.IndexSpec;
import dev.trestle.engine.api.TableSettings;
import dev.trestle.engine.api.Throughput;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** How billing mode and throughput go together, and what a table's settings are when a request leaves them out. */
final class SettingsRules {
    private static final String INVALID = "One or more parameter values were invalid: ";
    private static final String ON_DEMAND = "PAY_PER_REQUEST";
    private static final String PROVISIONED = "PROVISIONED";

    private SettingsRules() {}

    static boolean isOnDemand(TableSettings settings) {
        return ON_DEMAND.equals(settings.billingMode());
    }

    static TableSettings onCreation(TableSettings given, @Nullable List<IndexSpec> globalIndexes) {
        String mode = Objects.requireNonNullElse(given.billingMode(), PROVISIONED);
        checkThroughput(mode, given.provisionedThroughput());
        if (globalIndexes != null) {
            globalIndexes.forEach(index -> checkIndex(mode, index));
        }
        return new TableSettings(
                mode,
                given.provisionedThroughput(),
                given.onDemandThroughput(),
                Objects.requireNonNullElse(given.tableClass(), "STANDARD"),
                Objects.requireNonNullElse(given.deletionProtectionEnabled(), false));
    }

    static TableSettings onUpdate(TableSettings before, TableSettings given) {
        String mode = Objects.requireNonNullElse(
                given.billingMode(), Objects.requireNonNullElse(before.billingMode(), PROVISIONED));
        Throughput throughput = given.provisionedThroughput();
        if (throughput != null && throughput.equals(before.provisionedThroughput())) {
            throw EngineException.validation(
                    "The provisioned throughput for the table will not change. The requested value"
                            + " equals the current value. Current ReadCapacityUnits provisioned for the table: "
                            + throughput.readCapacityUnits() + ". Requested ReadCapacityUnits: "
                            + throughput.readCapacityUnits()
                            + ". Current WriteCapacityUnits provisioned for the table: "
                            + throughput.writeCapacityUnits()
                            + ". Requested WriteCapacityUnits: " + throughput.writeCapacityUnits()
                            + ". Refer to the Amazon DynamoDB Developer Guide for current limits and how to request higher"
                            + " limits.");
        }
        if (throughput == null && mode.equals(PROVISIONED)) {
            throughput = before.provisionedThroughput();
        }
        checkThroughput(mode, throughput);
        return new TableSettings(
                mode,
                throughput,
                given.onDemandThroughput() == null ? before.onDemandThroughput() : given.onDemandThroughput(),
                given.tableClass() == null ? before.tableClass() : given.tableClass(),
                given.deletionProtectionEnabled() == null
                        ? before.deletionProtectionEnabled()
                        : given.deletionProtectionEnabled());
    }

    static void checkIndex(@Nullable String mode, IndexSpec index) {
        if (ON_DEMAND.equals(mode) && index.provisionedThroughput() != null) {
            throw EngineException.validation(INVALID
                    + "ProvisionedThroughput should not be specified for index: " + index.indexName()
                    + " when BillingMode is PAY_PER_REQUEST");
        }
        if (PROVISIONED.equals(mode) && index.provisionedThroughput() == null) {
            throw EngineException.validation(
                    INVALID + "ProvisionedThroughput must be specified for index: " + index.indexName());
        }
    }

    private static void checkThroughput(String mode, @Nullable Throughput throughput) {
        if (mode.equals(ON_DEMAND) && throughput != null) {
            throw EngineException.validation(INVALID
                    + "Neither ReadCapacityUnits nor WriteCapacityUnits can be specified when BillingMode is"
                    + " PAY_PER_REQUEST");
        }
        if (mode.equals(PROVISIONED) && throughput == null) {
            throw EngineException.validation(
                    INVALID
                            + "ReadCapacityUnits and WriteCapacityUnits must both be specified when BillingMode is PROVISIONED");
        }
    }
}
