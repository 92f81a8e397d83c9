package dev.trestle.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.model.evolution.Deployment;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.verify.Target;
import dev.trestle.model.verify.UnusableModelException;
import dev.trestle.platform.system.SystemDefinition;
import dev.trestle.sdk.TrestleDb;
import dev.trestle.server.systems.Systems;
import dev.trestle.systems.unisync.model.Language;
import dev.trestle.systems.unisync.model.UniSyncModel;
import dev.trestle.systems.unisync.model.User;
import dev.trestle.systems.unisync.model.UserRole;
import dev.trestle.systems.unisync.model.UserStatus;
import dev.trestle.systems.unisync.model.UsersTable;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class ModelCommandTest {
    private static final Instant NOON = Instant.parse("2024-05-01T12:00:00Z");

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir
    Path temporary;

    private Path data = Path.of("");

    @BeforeEach
    void nameStore() {
        data = temporary.resolve("data");
    }

    @Test
    void check_allSystems_haveNoErrors() {
        assertThat(execute("model", "check")).isEqualTo(ExitCodes.FINE);
        assertThat(out.toString())
                .contains("unisync: 0 errors, 0 warnings", "formkiq: 0 errors, 0 warnings")
                .doesNotContain("ERROR", "WARNING");
    }

    @Test
    void check_targetWithoutTransactions_isAProblem() {
        assertThat(execute("model", "check", "unisync", "--target", "alternator"))
                .isEqualTo(ExitCodes.PROBLEM);
        assertThat(out.toString()).contains("TARGET_LACKS", "ScyllaDB Alternator has no transactions");
    }

    @Test
    void check_unknownSystem_namesTheKnown() {
        assertThat(execute("model", "check", "nobody")).isEqualTo(ExitCodes.USAGE);
        assertThat(err.toString()).contains("There is no system \"nobody\"; known are unisync, docstore");
    }

    @Test
    void check_unknownTarget_namesTheKnown() {
        assertThat(execute("model", "check", "--target", "scylla")).isEqualTo(ExitCodes.USAGE);
        assertThat(err.toString()).contains("There is no target \"scylla\"; known are dynamodb and alternator.");
    }

    @Test
    void model_withoutACommand_isAUsageError() {
        assertThat(execute("model")).isEqualTo(ExitCodes.USAGE);
        assertThat(err.toString()).contains("check, docs, cloudformation, diff, migrate or repair");
    }

    @Test
    void check_storeWithoutTheTables_isAProblem() {
        TrestleDb.open(data).close();
        assertThat(execute("model", "check", "unisync", "--data", data.toString()))
                .isEqualTo(ExitCodes.PROBLEM);
        assertThat(out.toString()).contains("LIVE_MISSING", "no table \"unisync-users\"");
    }

    @Test
    void docs_ofASystem_hasItsPatternsWithTheirKeyConditions() {
        assertThat(execute("model", "docs", "unisync")).isEqualTo(ExitCodes.FINE);
        assertThat(out.toString())
                .contains(
                        "| Get notes for ShowSet | Table | PK, SK |"
                                + " `PK = SHOWSET#{showSetId} AND begins_with(SK, NOTE#)`, last first |",
                        "USER ||--o{ NOTE : \"creates\"");
    }

    @Test
    void cloudformation_ofASystem_hasItsTables() {
        assertThat(execute("model", "cloudformation", "docstore")).isEqualTo(ExitCodes.FINE);
        assertThat(out.toString()).contains("DocstoreDocuments:", "IndexName: \"byOwner\"");
        assertThat(execute("model", "cloudformation")).isEqualTo(ExitCodes.USAGE);
    }

    @Test
    void diff_withoutStorage_isAUsageError() {
        assertThat(execute("model", "diff", "unisync")).isEqualTo(ExitCodes.USAGE);
        assertThat(err.toString()).contains("--data DIR or --endpoint URL");
    }

    @Test
    void repair_twoUsersWithOneEmail_reportsThemAndDiffKnowsTheModelAfterwards() {
        writeUsers("ann@x", "ann@x");
        assertThat(execute("model", "repair", "unisync", "--data", data.toString()))
                .isEqualTo(ExitCodes.PROBLEM);
        assertThat(out.toString())
                .contains("conflict: unisync-users USER#", "its email \"ann@x\" is also that of USER#");

        writeUsers("ann@x", "bob@x");
        assertThat(execute("model", "repair", "unisync", "--data", data.toString()))
                .isEqualTo(ExitCodes.FINE);
        assertThat(execute("model", "diff", "unisync", "--data", data.toString()))
                .isEqualTo(ExitCodes.FINE);
        assertThat(out.toString()).contains("unisync: nothing changed");
        assertThat(execute("model", "migrate", "unisync", "--data", data.toString()))
                .isEqualTo(ExitCodes.FINE);
    }

    /** As another program would: without guards. */
    private void writeUsers(String... emails) {
        try (TrestleDb db = TrestleDb.open(data)) {
            ItemStore.builder(db.client(), UniSyncModel.MODEL).build().createTables();
            for (int i = 0; i < emails.length; i++) {
                User user = new User(
                        "u" + i,
                        emails[i],
                        "Somebody",
                        UserRole.ADMIN,
                        UserStatus.ACTIVE,
                        Language.EN,
                        "sub" + i,
                        true,
                        NOON,
                        NOON);
                db.client()
                        .putItem(request -> request.tableName("unisync-users")
                                .item(UsersTable.USER.toItem(user, UsersTable.TABLE.scoping(null))));
            }
        }
    }

    @Test
    void admit_allSystemsOnNewTables_startAndStartAgain() {
        try (TrestleDb db = TrestleDb.inMemory()) {
            for (SystemDefinition<?> system : Systems.all()) {
                ItemStore.builder(db.client(), system.model()).build().createTables();
                Deployment deployment = Deployment.of(system.model(), db.client());
                Systems.admit(system, Target.DYNAMODB, deployment);
                Systems.admit(system, Target.DYNAMODB, deployment);
                assertThatThrownBy(() -> Systems.admit(system, Target.ALTERNATOR, deployment))
                        .isInstanceOf(UnusableModelException.class);
            }
        }
    }

    private int execute(String... args) {
        CommandLine commandLine =
                Trestle.commandLine().setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
        return commandLine.execute(args);
    }
}
