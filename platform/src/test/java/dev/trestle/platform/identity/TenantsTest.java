package dev.trestle.platform.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.platform.audit.Act;
import dev.trestle.platform.audit.Actor;
import dev.trestle.platform.audit.AuditEntry;
import dev.trestle.platform.audit.AuditTrail;
import dev.trestle.platform.jobs.JobRunner;
import dev.trestle.platform.jobs.Jobs;
import dev.trestle.platform.mail.Outbox;
import dev.trestle.platform.table.PlatformTable;
import dev.trestle.platform.table.Tenant;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Tenants, the systems that are told of them, sessions, and what the audit trail says of all of it. */
class TenantsTest extends IdentityTest {
    private static final String ANN = "ann@example.org";

    @Override
    protected Identity open() {
        return Identity.open(
                store,
                options(),
                List.of(),
                new Identity.Services(Outbox.none(), jobs(), Set.of("ledger"), Identity.Services.RETENTION));
    }

    private Jobs jobs() {
        return new Jobs(store, PlatformTable.JOBS, clock);
    }

    private int told(TenantNotices.Listener listener) {
        try (JobRunner runner = new JobRunner(jobs(), JobRunner.Options.standard(), new Random(3))) {
            return runner.handle(TenantNotices.JOB, identity.tenantNotices().handler(Map.of("ledger", listener)))
                    .runDue();
        }
    }

    private List<AuditEntry> audit(@Nullable String actor, Act.@Nullable Area area, @Nullable String target) {
        return identity.trail()
                .search(new AuditTrail.Search(actor, area, target, null, null), 100, null)
                .items();
    }

    @Test
    void tenant_madeAndChanged_isToldToSystemsUntilTheyTakeIt() {
        List<Tenant> seen = new ArrayList<>();
        identity.tenants().create("acme", "Acme Ltd");
        assertThat(told(tenant -> {
                    throw new IllegalStateException("not now");
                }))
                .isEqualTo(1);
        clock.advance(Duration.ofMinutes(1));
        identity.tenants().rename("acme", "Acme Inc.");
        assertThat(told(seen::add)).as("the first again, and the second").isEqualTo(2);
        assertThat(seen).extracting(Tenant::name).as("as it is now").containsOnly("Acme Inc.");

        identity.tenantNotices().catchUp(identity.tenants());
        assertThat(told(seen::add)).as("it was told").isZero();
        assertThatThrownBy(() -> identity.tenants().create("acme", "Another")).hasMessageContaining("already");
        assertThatThrownBy(() -> identity.tenants().create("no/id", "x")).hasMessageContaining("letters");
    }

    @Test
    void tenant_suspended_refusesItsPeopleAtOnceAndSaysSo() throws Exception {
        String admin = administrator().text("accessToken");
        Got ann = person(ANN, admin);
        String personId = post("/people", Map.of("email", "x@example.org", "name", "X"), admin)
                .body()
                .at("/person/personId")
                .asText();
        assertThat(personId).isNotEmpty();
        String annId = send("GET", "/me", null, ann.text("accessToken")).text("subject");
        send("PUT", "/people/" + annId + "/tenants/acme", Map.of("groups", List.of("editors")), admin);
        Got inAcme = signIn(ANN, PASSWORD);
        assertThat(inAcme.text("tenant")).isEqualTo("acme");
        Got key = post("/api-keys", Map.of("name", "k"), inAcme.text("accessToken"));

        identity.tenants().setStatus("acme", Tenant.Status.SUSPENDED);
        for (String token : List.of(inAcme.text("accessToken"), key.text("key"))) {
            Got refused = send("GET", "/me", null, token);
            assertThat(refused.status()).isEqualTo(403);
            assertThat(refused.text("detail")).contains("The tenant acme is suspended.");
        }
        assertThat(post("/refresh", Map.of("refreshToken", inAcme.text("refreshToken")), null)
                        .text("detail"))
                .contains("suspended");
        assertThat(signIn(ANN, PASSWORD).text("detail")).contains("The tenant acme is suspended.");
        assertThat(signIn(ANN, "a wrong password that is long").status())
                .as("only who has the password is told")
                .isEqualTo(401);
        assertThat(me(admin)).as("others go on").isEqualTo(200);

        send("PUT", "/people/" + annId + "/tenants/globex", Map.of("groups", List.of()), admin);
        assertThat(signIn(ANN, PASSWORD).text("tenant"))
                .as("the one that is left")
                .isEqualTo("globex");
        identity.tenants().setStatus("acme", Tenant.Status.ACTIVE);
        assertThat(post("/sign-in", Map.of("email", ANN, "password", PASSWORD, "tenant", "acme"), null)
                        .status())
                .isEqualTo(200);
    }

    @Test
    void groups_ofATenant_areDeletedWhenNobodyIsInThem() throws Exception {
        String admin = administrator().text("accessToken");
        String annId =
                send("GET", "/me", null, person(ANN, admin).text("accessToken")).text("subject");
        Tenants tenants = identity.tenants();
        tenants.create("acme", "Acme");
        tenants.putGroup("acme", "editors", "may edit");
        identity.people().join(annId, "acme", List.of("editors"));

        assertThat(tenants.members("acme", 10, null).items())
                .extracting(member -> member.personId())
                .containsExactly(annId);
        assertThatThrownBy(() -> tenants.deleteGroup("acme", "editors")).hasMessageContaining("People are in this");
        identity.people().join(annId, "acme", List.of());
        tenants.deleteGroup("acme", "editors");
        assertThat(tenants.groups("acme")).isEmpty();
        assertThatThrownBy(() -> tenants.putGroup("acme", People.ADMINISTRATORS, ""))
                .hasMessageContaining("group");
    }

    @Test
    void sessions_ofAPerson_areListedAndEndedOneByOne() throws Exception {
        String admin = administrator().text("accessToken");
        Got first = person(ANN, admin);
        clock.advance(Duration.ofMinutes(1));
        Got second = signIn(ANN, PASSWORD);
        Got listed = send("GET", "/sessions", null, second.text("accessToken"));
        assertThat(listed.body().path("items")).hasSize(2);
        assertThat(listed.body().at("/items/0/current").asBoolean()).isTrue();
        assertThat(listed.body().at("/items/0/agent").asText()).contains("Java");
        assertThat(listed.body().at("/items/0/address").asText()).isNotEmpty();
        assertThat(listed.body().at("/items/1/current").asBoolean()).isFalse();
        String other = listed.body().at("/items/1/sessionId").asText();

        assertThat(send("DELETE", "/sessions/" + other, null, admin).status())
                .as("of somebody else")
                .isEqualTo(404);
        assertThat(send("DELETE", "/sessions/" + other, null, second.text("accessToken"))
                        .status())
                .isEqualTo(204);
        assertThat(me(first.text("accessToken"))).isEqualTo(401);
        assertThat(post("/refresh", Map.of("refreshToken", first.text("refreshToken")), null)
                        .status())
                .isEqualTo(401);
        assertThat(me(second.text("accessToken"))).isEqualTo(200);
        assertThat(audit(null, Act.Area.SESSION, null)).singleElement().satisfies(entry -> {
            assertThat(entry.act()).isEqualTo("session-ended");
            assertThat(entry.label()).isEqualTo(ANN);
        });
    }

    @Test
    void trail_ofWhatAdministratorsDo_isFoundByPersonKindTargetAndTimeWithoutSecrets() throws Exception {
        Got admin = administrator();
        String adminId = send("GET", "/me", null, admin.text("accessToken")).text("subject");
        Got added = post("/people", Map.of("email", ANN, "name", "Ann"), admin.text("accessToken"));
        String annId = added.body().at("/person/personId").asText();
        clock.advance(Duration.ofDays(40));
        String again = signIn(ADMIN, PASSWORD).text("accessToken");
        send("PATCH", "/people/" + annId, Map.of("name", "Ann Other", "groups", List.of("g")), again);
        Got code = post("/people/" + annId + "/reset-code", null, again);

        assertThat(audit(adminId, null, annId))
                .extracting(AuditEntry::act)
                .containsExactly("person-code-made", "person-changed", "person-added");
        AuditEntry changed = audit(null, Act.Area.PERSON, annId).get(1);
        assertThat(changed.before()).isEqualTo("{\"name\":\"Ann\",\"groups\":[]}");
        assertThat(changed.after()).isEqualTo("{\"name\":\"Ann Other\",\"groups\":[\"g\"]}");
        assertThat(changed.actorName()).isEqualTo("Administrator");
        assertThat(changed.address()).isNotEmpty();
        AuditTrail.Search lately =
                new AuditTrail.Search(null, null, null, clock.instant().minus(Duration.ofDays(1)), clock.instant());
        assertThat(identity.trail().search(lately, 100, null).items())
                .as("by time, over months")
                .extracting(AuditEntry::act)
                .containsExactly("person-code-made", "person-changed");
        AuditTrail.Search all = new AuditTrail.Search(null, null, null, null, null);
        List<String> paged = new ArrayList<>();
        @Nullable String cursor = null;
        do {
            var page = identity.trail().search(all, 2, cursor);
            page.items().forEach(entry -> paged.add(entry.act()));
            cursor = page.next();
        } while (cursor != null);
        assertThat(paged)
                .containsExactly(
                        "person-code-made", "person-changed", "person-added", "person-password-chosen", "person-added");
        assertThat(identity.trail().search(all, 100, null).items().toString())
                .doesNotContain(code.text("code"), PASSWORD, adminOneTime, added.text("oneTimePassword"));
    }

    @Test
    void entry_ofAnActThatIsRefused_isNotThere() {
        identity.people().add("taken@example.org", "T", List.of());
        int before = audit(null, Act.Area.PERSON, null).size();
        assertThatThrownBy(() -> identity.people().by(Actor.SERVER).add("taken@example.org", "U", List.of()))
                .hasMessageContaining("already");
        assertThat(audit(null, Act.Area.PERSON, null)).hasSize(before);
        clock.advance(Identity.Services.RETENTION.plusDays(1));
        assertThat(audit(null, Act.Area.PERSON, null)).as("its time is over").isEmpty();
    }
}
