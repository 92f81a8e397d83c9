package dev.trestle.platform.table;

import dev.trestle.model.Entity;
import dev.trestle.model.Model;
import dev.trestle.model.Pattern;
import dev.trestle.model.Support;
import dev.trestle.model.Table;
import dev.trestle.platform.audit.AuditTable;
import dev.trestle.platform.jobs.Jobs;

/** The table {@code trestle-platform}. */
public final class PlatformTable {
    /** Known without the table being declared, which takes a while. */
    public static final String NAME = "trestle-platform";

    public static final Table TABLE = Table.named(NAME)
            .about("What the platform itself keeps: who may sign in, and what it has to remember")
            .key("PK", "SK")
            .index("GSI1", "GSI1PK", "GSI1SK")
            .expiry("expiresAt");

    public static final Entity<Person> PERSON = TABLE.entity(Person.class)
            .about("Somebody whom the built-in issuer knows")
            .key("PERSON#{personId}", "PROFILE")
            .index("GSI1", "PEOPLE", "{email}");

    public static final Entity<EmailClaim> EMAIL = TABLE.entity(EmailClaim.class)
            .about("An email address that is taken")
            .key("EMAIL#{email}", "CLAIM");

    public static final Entity<Credential> CREDENTIAL = TABLE.entity(Credential.class)
            .about("What a person signs in with, hashed")
            .key("PERSON#{personId}", "CREDENTIAL");

    public static final Entity<ResetCode> RESET = TABLE.entity(ResetCode.class)
            .about("A code to choose a new password with, hashed")
            .key("PERSON#{personId}", "RESET");

    public static final Entity<Attempts> ATTEMPTS = TABLE.entity(Attempts.class)
            .about("Failed attempts to sign in under a name")
            .key("ATTEMPTS#{subject}", "ATTEMPTS");

    public static final Entity<Membership> MEMBERSHIP = TABLE.entity(Membership.class)
            .about("A person's place in a tenant")
            .key("PERSON#{personId}", "TENANT#{tenant}")
            .index("GSI1", "TENANT#{tenant}", "PERSON#{personId}");

    public static final Entity<Tenant> TENANT = TABLE.entity(Tenant.class)
            .about("An organisation whose people share data")
            .key("TENANT#{tenant}", "PROFILE")
            .index("GSI1", "TENANTS", "{tenant}");

    public static final Entity<TenantGroup> TENANT_GROUP = TABLE.entity(TenantGroup.class)
            .about("A group that people of a tenant can be in")
            .key("TENANT#{tenant}", "GROUP#{group}");

    public static final Entity<TenantTold> TENANT_TOLD = TABLE.entity(TenantTold.class)
            .about("That a system was told of a tenant")
            .key("TENANT#{tenant}", "TOLD#{system}");

    public static final Entity<PasswordLink> LINK = TABLE.entity(PasswordLink.class)
            .about("A link to choose a password by, hashed")
            .key("PERSON#{personId}", "LINK#{purpose}");

    public static final Entity<Session> SESSION = TABLE.entity(Session.class)
            .about("A family of refresh tokens, hashed")
            .key("SESSION#{sessionId}", "SESSION")
            .index("GSI1", "SESSIONS#{personId}", "{createdAt}");

    public static final Entity<ApiKey> API_KEY = TABLE.entity(ApiKey.class)
            .about("A program's key, hashed")
            .key("APIKEY#{hash}", "KEY")
            .index("GSI1", "APIKEYS#{personId}", "{keyId}");

    public static final Entity<SigningKey> SIGNING_KEY = TABLE.entity(SigningKey.class)
            .about("A key that tokens are signed with, encrypted")
            .key("SIGNING", "KEY#{number:00000000}");

    public static final Entity<Mark> MARK =
            TABLE.entity(Mark.class).about("Something that is done once").key("MARK#{mark}", "MARK");

    public static final Entity<RememberedAnswer> ANSWER = TABLE.entity(RememberedAnswer.class)
            .about("The answer to a request with an Idempotency-Key")
            .key("ANSWER#{request}", "ANSWER");

    public static final Pattern<Person> PERSON_BY_ID = PERSON.get("A person");
    public static final Pattern<Person> PEOPLE =
            PERSON.query("All people by email").on("GSI1");
    public static final Pattern<Person> PEOPLE_FROM =
            PERSON.query("People by the beginning of their email").on("GSI1").between("email");
    public static final Pattern<EmailClaim> BY_EMAIL = EMAIL.get("Who has an email address");
    public static final Pattern<Credential> CREDENTIAL_OF = CREDENTIAL.get("A person's credential");
    public static final Pattern<ResetCode> RESET_OF = RESET.get("A person's reset code");
    public static final Pattern<Attempts> ATTEMPTS_OF = ATTEMPTS.get("Attempts under a name");
    public static final Pattern<Membership> MEMBERSHIP_BY_ID = MEMBERSHIP.get("A person's place in a tenant");
    public static final Pattern<Membership> TENANTS_OF =
            MEMBERSHIP.query("A person's tenants").beginsWith("TENANT#");
    public static final Pattern<Membership> MEMBERS_OF =
            MEMBERSHIP.query("A tenant's people").on("GSI1");
    public static final Pattern<Tenant> TENANT_BY_ID = TENANT.get("A tenant");
    public static final Pattern<Tenant> TENANTS =
            TENANT.query("All tenants by id").on("GSI1");
    public static final Pattern<TenantGroup> TENANT_GROUP_BY_NAME = TENANT_GROUP.get("A group of a tenant");
    public static final Pattern<TenantGroup> TENANT_GROUPS =
            TENANT_GROUP.query("A tenant's groups").beginsWith("GROUP#");
    public static final Pattern<TenantTold> TENANT_TOLD_BY_SYSTEM =
            TENANT_TOLD.get("Whether a system was told of a tenant");
    public static final Pattern<PasswordLink> LINK_OF = LINK.get("A person's link");
    public static final Pattern<Session> SESSION_BY_ID = SESSION.get("A session");
    public static final Pattern<Session> SESSIONS_OF =
            SESSION.query("A person's sessions, newest first").on("GSI1").descending();
    public static final Pattern<ApiKey> API_KEY_BY_HASH = API_KEY.get("An API key");
    public static final Pattern<ApiKey> API_KEYS_OF =
            API_KEY.query("A person's API keys").on("GSI1");
    public static final Pattern<SigningKey> SIGNING_KEYS =
            SIGNING_KEY.query("All signing keys, newest first").descending();
    public static final Pattern<Mark> MARK_OF = MARK.get("Whether something was done");
    public static final Pattern<RememberedAnswer> ANSWER_OF = ANSWER.get("A remembered answer");

    public static final Table SUPPORT = Support.table(NAME);

    // Beside the support items, not in the platform's own table: pages follow their stream, and that must not hold
    // credentials.
    public static final Entity<Notice> NOTICE = SUPPORT.entity(Notice.class)
            .about("A notice in a person's inbox")
            .key("INBOX#{inbox}", "{at}#{noticeId}")
            .index("GSI1", "UNREAD#{inbox}", "{unreadAt}#{noticeId}")
            .accept("ITEM_GROWTH", "the parameters are those of one text, and are never added to");

    public static final Entity<InboxSize> INBOX_SIZE = SUPPORT.entity(InboxSize.class)
            .about("How many notices an inbox has at most")
            .key("INBOX_SIZE#{inbox}", "SIZE");

    public static final Entity<NoticeChoice> NOTICE_CHOICE = SUPPORT.entity(NoticeChoice.class)
            .about("Which notices a person wants")
            .key("NOTICES#{person}", "CHOICE")
            .accept("ITEM_GROWTH", "there are six kinds");

    public static final Pattern<Notice> NOTICE_BY_ID = NOTICE.get("A notice");
    public static final Pattern<Notice> NOTICES_UP_TO = NOTICE.query("Notices of an inbox up to a moment, newest first")
            .between("at")
            .descending();
    public static final Pattern<Notice> UNREAD_UP_TO = NOTICE.query("Unread notices up to a moment, newest first")
            .on("GSI1")
            .between("unreadAt")
            .descending();
    public static final Pattern<InboxSize> INBOX_SIZE_OF = INBOX_SIZE.get("The size of an inbox");
    public static final Pattern<NoticeChoice> NOTICE_CHOICE_OF = NOTICE_CHOICE.get("Which notices a person wants");

    public static final Jobs.Declaration JOBS = Jobs.on(SUPPORT);

    public static final Model MODEL =
            Model.of("platform", TABLE, AuditTable.TABLE).with(SUPPORT);

    private PlatformTable() {}
}
