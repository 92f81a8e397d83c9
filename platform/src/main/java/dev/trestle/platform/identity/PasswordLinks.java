package dev.trestle.platform.identity;

import dev.trestle.model.operation.Cause;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Transaction;
import dev.trestle.model.operation.WriteRefusedException;
import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.Problem.Kind;
import dev.trestle.platform.audit.Act;
import dev.trestle.platform.audit.Act.Area;
import dev.trestle.platform.audit.Actor;
import dev.trestle.platform.audit.AuditTrail;
import dev.trestle.platform.jobs.JobHandler;
import dev.trestle.platform.jobs.Jobs;
import dev.trestle.platform.mail.Mail;
import dev.trestle.platform.mail.MailTexts;
import dev.trestle.platform.mail.Outbox;
import dev.trestle.platform.settings.MailAddress;
import dev.trestle.platform.table.PasswordLink;
import dev.trestle.platform.table.PasswordLink.Purpose;
import dev.trestle.platform.table.Person;
import dev.trestle.platform.table.PlatformTable;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Invitations and password resets by mail. A link has a token of 256 random bits behind the {@code #} of its address, which browsers do
 * not send, so that it is in no log; the store has its hash. It holds once and for a time.
 *
 * <p>Who asks for a reset learns nothing: a job is enqueued for every address alike, and looks afterwards whether somebody has it.
 */
public final class PasswordLinks {
    /** The type of the jobs that send what somebody asked for. */
    public static final String JOB = "password-reset";

    /** The page that links lead to. */
    static final String PAGE = "/choose-password";

    private static final int FREE_OF_NAME = 3;
    private static final int FREE_OF_ADDRESS = 30;

    private final ItemStore store;
    private final IdentityOptions options;
    private final People people;
    private final Secrets secrets;
    private final Outbox outbox;
    private final Jobs jobs;
    private final AuditTrail trail;
    private final Lockout names;
    private final Lockout addresses;
    private final MailTexts texts = MailTexts.beside(PasswordLinks.class);

    /** A job's payload. */
    record Asked(String email, @Nullable String language) {}

    /** What a link is for. */
    public record Opened(Purpose purpose, String email, String name) {}

    PasswordLinks(
            ItemStore store,
            IdentityOptions options,
            People people,
            Secrets secrets,
            Outbox outbox,
            Jobs jobs,
            AuditTrail trail) {
        this.store = store.consistent();
        this.options = options;
        this.people = people;
        this.secrets = secrets;
        this.outbox = outbox;
        this.jobs = jobs;
        this.trail = trail;
        this.names = new Lockout(store, options.clock(), FREE_OF_NAME);
        this.addresses = new Lockout(store, options.clock(), FREE_OF_ADDRESS);
    }

    /** Whether links can be sent. */
    public boolean isConfigured() {
        return outbox.isConfigured();
    }

    private void requireMail() {
        if (!isConfigured()) {
            throw ApiException.of(
                            Kind.CONFLICT, "No mail can be sent: no SMTP server is configured. Use a one-time code.")
                    .withCode("no-mail");
        }
    }

    /** Refuses an address that no mail can be sent to, before anybody is added under it. */
    public void check(String email) {
        requireMail();
        if (!MailAddress.isValid(People.normalised(email))) {
            throw ApiException.invalid("email", "is not an address that mail can be sent to")
                    .withCode("not-mailable");
        }
    }

    /** Sends somebody an invitation, in place of one that they have. */
    public void invite(String personId, Actor by, @Nullable String language) {
        send(people.get(personId), Purpose.INVITATION, by, language, options.oneTimeLife(), "person-invited");
    }

    /** Sends somebody a link to choose a new password by. */
    public void reset(String personId, Actor by, @Nullable String language) {
        send(people.get(personId), Purpose.RESET, by, language, options.resetLife(), "person-reset-sent");
    }

    private void send(Person person, Purpose purpose, Actor by, @Nullable String language, Duration life, String act) {
        check(person.email());
        Transaction transaction = store.transaction();
        add(transaction, person, purpose, by, language, life, act);
        transaction.commit();
        outbox.committed();
    }

    private void add(
            Transaction transaction,
            Person person,
            Purpose purpose,
            Actor by,
            @Nullable String language,
            Duration life,
            String act) {
        String secret = secrets.token();
        Instant expiry = options.clock().instant().plus(life);
        String site = options.issuer().replaceFirst("/auth/v1$", "");
        String url = site + PAGE + "#" + person.personId() + "." + secret;
        Map<String, String> values = Map.of(
                "name", person.name(),
                "email", person.email(),
                "by", by.name(),
                "server", site,
                "days", Long.toString(Math.max(1, life.toDays())),
                "minutes", Long.toString(life.toMinutes()));
        Mail mail = texts.mail(
                language, person.email(), purpose == Purpose.INVITATION ? "invitation" : "reset", values, url);
        transaction.put(PlatformTable.LINK, new PasswordLink(person.personId(), purpose, Secrets.hash(secret), expiry));
        outbox.enqueue(transaction, mail);
        trail.add(transaction, by, Act.of(Area.PERSON, act, person.personId(), person.email()));
    }

    /**
     * Takes a request for a reset by somebody who is not signed in. The answer and the work are the same whether anybody has the address.
     *
     * @param address where the request comes from
     */
    public void ask(String email, @Nullable String language, String address) {
        requireMail();
        String name = People.normalised(email);
        addresses.attempt("reset from " + address);
        names.attempt("reset of " + name);
        Transaction transaction = store.transaction();
        String unused = jobs.enqueue(transaction, JOB, name, new Asked(name, language));
        transaction.commit();
        jobs.committed();
    }

    /** Does the jobs of {@link #ask}. */
    public JobHandler handler() {
        return job -> {
            Asked asked = job.payload(Asked.class);
            Optional<Person> found = people.findByEmail(asked.email()).filter(Person::isActive);
            if (found.isEmpty() || !MailAddress.isValid(asked.email())) {
                return;
            }
            Person person = found.get();
            Actor self = new Actor(person.personId(), person.name(), "", "");
            Transaction transaction = store.transaction();
            add(transaction, person, Purpose.RESET, self, asked.language(), options.resetLife(), "person-reset-asked");
            job.finishIn(transaction).commit();
            outbox.committed();
        };
    }

    /** What a link's token is for, without using it. */
    public Opened open(String token) {
        Found found = find(token);
        return new Opened(
                found.link().purpose(), found.person().email(), found.person().name());
    }

    /** Chooses a password by a link, which does not hold any more then. */
    public void choose(String token, String newPassword, String address, String requestId) {
        Found found = find(token);
        Person person = found.person();
        try {
            people.by(new Actor(person.personId(), person.name(), address, requestId))
                    .setPassword(person, newPassword, found.link());
        } catch (WriteRefusedException e) {
            if (e.failure().cause() == Cause.REJECTED) {
                throw e;
            }
            throw refused("used at the same time");
        }
    }

    private record Found(Person person, PasswordLink link) {}

    private Found find(String token) {
        String[] parts = token.strip().split("\\.", 3);
        if (parts.length != 2 || parts[0].isEmpty() || parts[0].length() > 64 || parts[0].indexOf('#') >= 0) {
            throw refused("no token of a link");
        }
        Person person = people.find(parts[0]).filter(Person::isActive).orElseThrow(() -> refused("of nobody active"));
        String hash = Secrets.hash(parts[1]);
        for (Purpose purpose : Purpose.values()) {
            Optional<PasswordLink> link = store.get(PlatformTable.LINK_OF.of(person.personId(), purpose))
                    .filter(each -> Secrets.isSame(each.hash(), hash)
                            && each.expiresAt().isAfter(options.clock().instant()));
            if (link.isPresent()) {
                return new Found(person, link.get());
            }
        }
        throw refused("used, expired or replaced");
    }

    private static ApiException refused(String reason) {
        return new ApiException(dev.trestle.platform.api.Problem.of(
                        Kind.UNAUTHENTICATED, "This link has been used, or its time is over. Ask for another.")
                .withCode("link-not-valid")
                .withReason("link: " + reason));
    }
}
