package dev.trestle.systems.formkiq;

import static org.assertj.core.api.Assertions.assertThat;

import com.formkiq.client.invoker.JSON;
import com.formkiq.client.model.AddApiKeyRequest;
import com.formkiq.client.model.AddDocumentRequest;
import dev.trestle.systems.formkiq.FormKiqSettings.SitePermissionMode;
import dev.trestle.systems.formkiq.World.Someone;
import dev.trestle.testing.Targets;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What groups may do in sites when the names of groups count, and when the sites' own items decide alone. */
class SiteModesTest {
    private World world = open(SitePermissionMode.EXPLICIT);

    @AfterEach
    void close() {
        world.close();
    }

    private static World open(SitePermissionMode mode) {
        return new World(
                Targets.all().findFirst().orElseThrow(),
                FormKiqSettingsBuilder.builder(FormKiq.SYSTEM.settings().defaults())
                        .sitePermissions(mode)
                        .build());
    }

    private static String noAccess(String site) {
        return World.message(401, "fkq access denied to siteId (" + site + ")");
    }

    private void give(String group, String permissions) {
        assertThat(world.admin()
                        .raw(
                                "PUT",
                                "/sites/finance/groups/" + group + "/permissions",
                                "{\"permissions\":" + permissions + "}")
                        .statusCode())
                .isEqualTo(200);
    }

    private void take(String group) {
        assertThat(world.admin()
                        .raw("DELETE", "/sites/finance/groups/" + group, null)
                        .statusCode())
                .isEqualTo(200);
    }

    private static void read(Someone who) throws Exception {
        who.documents.getDocuments("finance", null, null, null, null, null, null, null, null);
    }

    private static void write(Someone who) throws Exception {
        who.documents.addDocument(new AddDocumentRequest().content("x"), "finance", null);
    }

    @Test
    void explicit_groupWithoutItem_hasNothing() throws Exception {
        for (String group : List.of("finance", "finance_read", "finance_govern", "API_KEY")) {
            assertThat(World.refused(() -> read(world.someone("x", group)))).isEqualTo(noAccess("finance"));
        }
        Someone clerk = world.someone("c", "finance");
        assertThat(World.refused(
                        () -> clerk.documents.getDocuments(null, null, null, null, null, null, null, null, null)))
                .isEqualTo(World.message(401, "fkq access denied (no groups)"));
        give("finance", "[\"READ\"]");
        read(clerk);
        assertThat(World.refused(() -> write(clerk)))
                .isEqualTo(World.message(401, "fkq access denied (groups: finance (READ))"));
        // A suffix says nothing here: the name is a group like any other.
        give("finance_read", "[\"READ\",\"WRITE\"]");
        write(world.someone("w", "finance_read"));
        give("finance", "[\"READ\",\"WRITE\"]");
        write(clerk);
        take("finance");
        assertThat(World.refused(() -> read(clerk))).isEqualTo(noAccess("finance"));
        assertThat(Objects.requireNonNull(
                        world.someone("y", "z").system.getVersion().getModules()))
                .containsExactly("site_permissions_explicit");
        read(world.admin());
    }

    @Test
    void automatic_itemsAddToNamesAndAreGoneAtOnce() throws Exception {
        world.close();
        world = open(SitePermissionMode.AUTOMATIC);
        Someone auditor = world.someone("a", "auditors");
        Someone reader = world.someone("r", "finance_read");
        assertThat(World.refused(() -> read(auditor))).isEqualTo(noAccess("finance"));
        give("auditors", "[\"READ\"]");
        read(auditor);
        give("finance_read", "[\"WRITE\"]");
        write(reader);
        take("finance_read");
        assertThat(World.refused(() -> write(reader)))
                .isEqualTo(World.message(401, "fkq access denied (groups: finance (READ))"));
        read(reader);
        take("auditors");
        assertThat(World.refused(() -> read(auditor))).isEqualTo(noAccess("finance"));
    }

    @ParameterizedTest
    @EnumSource(SitePermissionMode.class)
    void inactiveSite_isClosedAtOnceToAllButAdministrators(SitePermissionMode mode) throws Exception {
        world.close();
        world = open(mode);
        give("finance", "[\"READ\",\"WRITE\",\"DELETE\",\"GOVERN\"]");
        Someone admin = world.admin();
        Someone member = world.someone("m", "finance");
        Someone key = world.withProof(String.valueOf(admin.system
                .addApiKey("finance", JSON.getGson().fromJson("{'name':'k'}", AddApiKeyRequest.class))
                .getApiKey()));
        write(member);
        write(key);
        assertThat(admin.raw(
                                "POST",
                                "/sites",
                                "{\"site\":{\"id\":\"finance\",\"title\":\"F\",\"status\":\"INACTIVE\"}}")
                        .statusCode())
                .isEqualTo(201);
        for (Someone who : List.of(member, key)) {
            assertThat(World.refused(() -> read(who))).isEqualTo(noAccess("finance"));
            assertThat(World.refused(() -> write(who))).isEqualTo(noAccess("finance"));
        }
        assertThat(Objects.requireNonNull(member.system.getSites(null).getSites()))
                .isEmpty();
        read(admin);
        admin.raw("PATCH", "/sites/finance", "{\"site\":{\"status\":\"ACTIVE\"}}");
        read(member);
    }
}
