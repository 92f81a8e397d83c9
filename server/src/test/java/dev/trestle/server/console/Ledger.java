package dev.trestle.server.console;

import dev.trestle.model.Entity;
import dev.trestle.model.Model;
import dev.trestle.model.Scope;
import dev.trestle.model.Scoping;
import dev.trestle.model.Support;
import dev.trestle.model.Table;
import dev.trestle.platform.system.SystemDefinition;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** A small model with what is hard for an explorer: tenants, an index, a range, a filter, a version. */
final class Ledger {
    enum Kind {
        DEBIT,
        CREDIT
    }

    record Account(String tenantId, String accountId, String owner, long balance, long version) {}

    record Booking(String tenantId, String accountId, long number, Kind kind, String text) {}

    static final Table TABLE = Table.named("ledger")
            .key("PK", "SK")
            .index("GSI1", "GSI1PK", "GSI1SK")
            .scope(Scope.inKeys("tenantId"));
    static final Entity<Account> ACCOUNT = TABLE.entity(Account.class)
            .key("{tenantId}#{accountId}", "ACCOUNT")
            .index("GSI1", "{tenantId}#{owner}", "{accountId}")
            .version("version");
    static final Entity<Booking> BOOKING = TABLE.entity(Booking.class)
            .key("{tenantId}#{accountId}", "BOOKING#{number:00000}")
            .belongsTo(ACCOUNT, "has");

    static {
        ACCOUNT.get("An account");
        ACCOUNT.query("Accounts of an owner").on("GSI1");
        BOOKING.query("Bookings by number").between("number");
        BOOKING.query("Bookings of a kind").beginsWith("BOOKING#").filter("kind");
        TABLE.collection("All of an account", ACCOUNT, BOOKING);
    }

    static final SystemDefinition<?> SYSTEM =
            SystemDefinition.of(Model.of("ledger", TABLE).with(Support.table("ledger", Scope.inKeys("tenantId"))));

    private Ledger() {}

    static Map<String, AttributeValue> account(String tenant, String id, String owner) {
        Scoping scoping = TABLE.scoping(tenant);
        return ACCOUNT.toItem(new Account(tenant, id, owner, 10, 1), scoping);
    }

    static Map<String, AttributeValue> booking(String tenant, String id, long number, String text) {
        Kind kind = number % 2 == 0 ? Kind.DEBIT : Kind.CREDIT;
        return BOOKING.toItem(new Booking(tenant, id, number, kind, text), TABLE.scoping(tenant));
    }
}
