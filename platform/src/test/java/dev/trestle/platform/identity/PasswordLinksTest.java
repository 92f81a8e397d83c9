package dev.trestle.platform.identity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.platform.jobs.JobRunner;
import dev.trestle.platform.jobs.Jobs;
import dev.trestle.platform.mail.Mail;
import dev.trestle.platform.mail.Outbox;
import dev.trestle.platform.table.PlatformTable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Invitations and resets by mail, over HTTP; the mails are taken from the outbox. */
class PasswordLinksTest extends IdentityTest {
    private static final Pattern LINK = Pattern.compile("http://localhost/choose-password#([A-Za-z0-9_.-]+)");
    private static final String EMAIL = "ann@example.org";

    private Outbox outbox() {
        return Outbox.of(jobs(), new byte[32]);
    }

    private Jobs jobs() {
        return new Jobs(store, PlatformTable.JOBS, clock);
    }

    @Override
    protected Identity open() {
        return Identity.open(
                store,
                options(),
                List.of(),
                new Identity.Services(outbox(), jobs(), Set.of(), Identity.Services.RETENTION));
    }

    /** Does all jobs, and gives the mails. */
    private List<Mail> mails() {
        List<Mail> sent = new ArrayList<>();
        try (JobRunner runner = new JobRunner(jobs(), JobRunner.Options.standard(), new Random(3))) {
            runner.handle(PasswordLinks.JOB, identity.links().handler())
                    .handle(Outbox.JOB, outbox().handler((id, mail) -> sent.add(mail)))
                    .runDue();
        }
        return sent;
    }

    private static String token(Mail mail) {
        Matcher found = LINK.matcher(mail.text());
        assertThat(found.find()).as(mail.text()).isTrue();
        return found.group(1);
    }

    private String invited() throws Exception {
        String admin = administrator().text("accessToken");
        Got added = post(
                "/people",
                Map.of("email", EMAIL, "name", "Ann <b>", "invite", true, "language", "zh", "tenant", "acme"),
                admin);
        assertThat(added.status()).as(added.body().toString()).isEqualTo(201);
        assertThat(added.body().has("oneTimePassword")).isFalse();
        List<Mail> mails = mails();
        assertThat(mails).hasSize(1);
        assertThat(mails.get(0).to()).containsExactly(EMAIL);
        assertThat(mails.get(0).subject()).contains("邀请您使用 Trestle");
        assertThat(mails.get(0).html()).contains("Ann &lt;b&gt;").doesNotContain("<b>");
        return token(mails.get(0));
    }

    @Test
    void invitation_byMail_opensAnAccountOnce() throws Exception {
        String token = invited();
        Got opened = post("/links/open", Map.of("token", token), null);
        assertThat(opened.text("purpose")).isEqualTo("INVITATION");
        assertThat(opened.text("email")).isEqualTo(EMAIL);

        Map<String, String> chosen = Map.of("token", token, "newPassword", PASSWORD);
        assertThat(post("/links/choose-password", Map.of("token", token, "newPassword", "short"), null)
                        .status())
                .isEqualTo(400);
        assertThat(post("/links/choose-password", chosen, null).status()).isEqualTo(204);
        assertThat(post("/links/choose-password", chosen, null).status()).isEqualTo(401);
        assertThat(post("/links/open", Map.of("token", token), null).status()).isEqualTo(401);
        assertThat(signIn(EMAIL, PASSWORD).text("tenant")).isEqualTo("acme");
    }

    @Test
    void link_expiredReplacedChangedOrOfSomebodyDisabled_isRefused() throws Exception {
        String token = invited();
        String admin = signIn(ADMIN, PASSWORD).text("accessToken");
        String personId = token.substring(0, token.indexOf('.'));
        for (String wrong : List.of(token + "x", "x" + token, personId + ".", "nobody." + token, personId)) {
            assertThat(post("/links/open", Map.of("token", wrong), null).status())
                    .as(wrong)
                    .isEqualTo(401);
        }
        send("PATCH", "/people/" + personId, Map.of("status", "DISABLED"), admin);
        assertThat(post("/links/open", Map.of("token", token), null).status()).isEqualTo(401);
        send("PATCH", "/people/" + personId, Map.of("status", "ACTIVE"), admin);
        identity.links().invite(personId, dev.trestle.platform.audit.Actor.SERVER, "en");
        assertThat(post("/links/open", Map.of("token", token), null).status())
                .as("replaced by a newer one")
                .isEqualTo(401);
        String newer = token(mails().get(0));
        assertThat(post("/links/open", Map.of("token", newer), null).status()).isEqualTo(200);
        clock.advance(Duration.ofDays(7).plusSeconds(1));
        assertThat(post("/links/open", Map.of("token", newer), null).status()).isEqualTo(401);
    }

    @Test
    void forgotPassword_forAnyAddress_isAnsweredAlikeAndSentToThoseWhoHaveOne() throws Exception {
        String admin = administrator().text("accessToken");
        Got ann = person(EMAIL, admin);
        Got known = post("/forgot-password", Map.of("email", EMAIL, "language", "en"), null);
        Got unknown = post("/forgot-password", Map.of("email", "nobody@example.org"), null);
        assertThat(known.status()).isEqualTo(204);
        assertThat(unknown.status()).isEqualTo(204);
        List<Mail> mails = mails();
        assertThat(mails).extracting(mail -> mail.to().get(0)).containsExactly(EMAIL);
        assertThat(me(ann.text("accessToken"))).as("nothing is changed yet").isEqualTo(200);

        Map<String, String> chosen =
                Map.of("token", token(mails.get(0)), "newPassword", "another long enough password");
        assertThat(post("/links/choose-password", chosen, null).status()).isEqualTo(204);
        assertThat(me(ann.text("accessToken"))).isEqualTo(401);
        assertThat(signIn(EMAIL, PASSWORD).status()).isEqualTo(401);
        assertThat(signIn(EMAIL, "another long enough password").status()).isEqualTo(200);
    }

    @Test
    void forgotPassword_againAndAgain_isSlowedDownForNamesTakenOrNot() throws Exception {
        String admin = administrator().text("accessToken");
        person(EMAIL, admin);
        for (String email : List.of(EMAIL, "nobody@example.org")) {
            for (int i = 0; i < 3; i++) {
                assertThat(post("/forgot-password", Map.of("email", email), null)
                                .status())
                        .as("%s, request %s", email, i)
                        .isEqualTo(204);
            }
            assertThat(post("/forgot-password", Map.of("email", email), null).status())
                    .isEqualTo(429);
        }
        assertThat(signIn(EMAIL, PASSWORD).status())
                .as("signing in is counted by itself")
                .isEqualTo(200);
        int answered = 204;
        for (int i = 0; i < 40 && answered == 204; i++) {
            answered = post("/forgot-password", Map.of("email", "spray" + i + "@example.org"), null)
                    .status();
        }
        assertThat(answered).as("one address, many names").isEqualTo(429);
    }

    @Test
    void link_inTheTable_isHashed() throws Exception {
        String token = invited();
        String secret = token.substring(token.indexOf('.') + 1);
        for (String table : List.of("trestle-platform", "trestle-platform-support", "trestle-audit")) {
            assertThat(db.client()
                            .scan(request -> request.tableName(table))
                            .items()
                            .toString())
                    .as(table)
                    .doesNotContain(secret);
        }
    }
}
