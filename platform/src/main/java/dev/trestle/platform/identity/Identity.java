package dev.trestle.platform.identity;

import dev.trestle.model.operation.ItemStore;
import dev.trestle.platform.api.Authenticator;
import dev.trestle.platform.audit.Actor;
import dev.trestle.platform.audit.AuditTrail;
import dev.trestle.platform.jobs.Jobs;
import dev.trestle.platform.mail.Outbox;
import dev.trestle.platform.secret.Seal;
import dev.trestle.platform.table.PlatformTable;
import java.net.URI;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/** The built-in issuer, with everything that it needs, over the platform's table. */
public final class Identity {
    private final People people;
    private final SignIns signIns;
    private final ApiKeys apiKeys;
    private final String name;
    private final TokenIssuer issuer;
    private final Authenticator tokens;
    private final boolean trustsOthers;
    private final Tenants tenants;
    private final TenantNotices notices;
    private final PasswordLinks links;
    private final Sessions sessions;
    private final AuditTrail trail;
    private final Seal seal;

    /**
     * What the issuer uses of the platform.
     *
     * @param outbox for invitations and links
     * @param jobs the platform's
     * @param tenantListeners the systems that are told of tenants
     * @param auditRetention how long entries of the audit trail are kept
     */
    public record Services(Outbox outbox, Jobs jobs, Set<String> tenantListeners, Duration auditRetention) {
        public static final Duration RETENTION = Duration.ofDays(730);
    }

    private Identity(ItemStore store, IdentityOptions options, List<OidcIssuer> trusted, Services services) {
        SecureRandom random = new SecureRandom();
        Secrets secrets = new Secrets(random);
        Passwords passwords = new Passwords(random, options.passwordCost());
        SigningKeys keys = new SigningKeys(store, options, random);
        this.name = options.issuer();
        this.trustsOthers = !trusted.isEmpty();
        this.issuer = new TokenIssuer(options, keys);
        this.trail = new AuditTrail(store, options.clock(), services.auditRetention());
        this.notices = new TenantNotices(store, services.jobs(), services.tenantListeners(), options.clock());
        this.tenants = new Tenants(store, options.clock(), notices, trail, Actor.SERVER);
        this.people = new People(store, options, passwords, secrets, tenants, trail);
        this.signIns = new SignIns(store, options, people, passwords, secrets, issuer, tenants);
        this.apiKeys = new ApiKeys(store, options, people, secrets, tenants, trail, Actor.SERVER);
        this.links = new PasswordLinks(store, options, people, secrets, services.outbox(), services.jobs(), trail);
        this.sessions = new Sessions(store, options.clock(), people, trail);
        this.seal = new Seal(options.secret(), random);
        OidcIssuer own = new OidcIssuer(
                options.issuer(),
                URI.create(options.issuer()),
                Set.of(options.audience()),
                OidcIssuer.TENANT_CLAIMS,
                OidcIssuer.GROUP_CLAIMS);
        TokenAuthenticator all = TokenAuthenticator.of(trusted, options.clock())
                .with(own, (selector, context) -> keys.select(selector), options.clock());
        this.tokens = new BuiltInAuthenticator(all, options.issuer(), people, signIns, tenants);
    }

    /** {@code trusted} are further issuers whose tokens are taken. */
    public static Identity open(ItemStore store, IdentityOptions options, List<OidcIssuer> trusted) {
        Jobs jobs = new Jobs(store, PlatformTable.JOBS, options.clock());
        return open(store, options, trusted, new Services(Outbox.none(), jobs, Set.of(), Services.RETENTION));
    }

    /** With what it uses of the platform. */
    public static Identity open(ItemStore store, IdentityOptions options, List<OidcIssuer> trusted, Services services) {
        return new Identity(store, options, trusted, services);
    }

    public Tenants tenants() {
        return tenants;
    }

    public TenantNotices tenantNotices() {
        return notices;
    }

    public PasswordLinks links() {
        return links;
    }

    public Sessions sessions() {
        return sessions;
    }

    public AuditTrail trail() {
        return trail;
    }

    /** Encrypts secrets that a system keeps for its people, under the installation's own. */
    public Seal seal() {
        return seal;
    }

    public People people() {
        return people;
    }

    public SignIns signIns() {
        return signIns;
    }

    public ApiKeys apiKeys() {
        return apiKeys;
    }

    /** The issuer of the principals whom it knows. */
    public String issuerName() {
        return name;
    }

    /** Whether there are callers of other issuers, whom it does not know. */
    public boolean trustsOthers() {
        return trustsOthers;
    }

    TokenIssuer issuer() {
        return issuer;
    }

    /** All ways in which a caller can show who it is. */
    public List<Authenticator> authenticators() {
        return List.of(apiKeys, tokens);
    }
}
