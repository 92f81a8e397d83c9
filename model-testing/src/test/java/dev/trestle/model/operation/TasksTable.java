package dev.trestle.model.operation;

import dev.trestle.model.Entity;
import dev.trestle.model.Model;
import dev.trestle.model.Pattern;
import dev.trestle.model.Scope;
import dev.trestle.model.Support;
import dev.trestle.model.Table;
import dev.trestle.model.When;
import dev.trestle.model.annotation.Prefixed;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Tables with everything that an operation has to keep right: index keys, guards, further items, versions, expiry, tenants. */
final class TasksTable {
    static final Table TABLE = Table.named("tasks")
            .index("GSI1", "GSI1PK", "GSI1SK")
            .index("GSI2", "GSI2PK", "GSI2SK")
            .expiry("ttl");

    enum Status {
        OPEN,
        DONE
    }

    record Task(
            String project,
            String id,
            Status status,
            int priority,
            @Nullable String assignee,
            Set<String> labels,
            double weight,
            @Prefixed("md#") Map<String, String> metadata,
            long views,
            @Nullable Long ttl) {
        static Task of(String id) {
            return new Task("p", id, Status.OPEN, 5, "ann", Set.of("a", "b"), 1.0, Map.of("colour", "blue"), 0, null);
        }

        Task withStatus(Status other) {
            return new Task(project, id, other, priority, assignee, labels, weight, metadata, views, ttl);
        }

        Task withPriority(int other) {
            return new Task(project, id, status, other, assignee, labels, weight, metadata, views, ttl);
        }

        Task withAssignee(@Nullable String other) {
            return new Task(project, id, status, priority, other, labels, weight, metadata, views, ttl);
        }

        Task withMetadata(Map<String, String> other) {
            return new Task(project, id, status, priority, assignee, labels, weight, other, views, ttl);
        }

        Task withTtl(@Nullable Long other) {
            return new Task(project, id, status, priority, assignee, labels, weight, metadata, views, other);
        }
    }

    static final Entity<Task> TASK = TABLE.entity(Task.class)
            .key("PROJECT#{project}", "TASK#{id}")
            .index("GSI1", "STATUS#{status}", "{priority:00000}#{id}", When.is("status", Status.OPEN))
            .index("GSI2", "ASSIGNEE#{assignee}", "{id}");

    static final Pattern<Task> TASK_BY_ID = TASK.get("Task");
    static final Pattern<Task> TASKS = TASK.query("Tasks of a project").beginsWith("TASK#");
    static final Pattern<Task> TASKS_BACKWARDS =
            TASK.query("Tasks of a project, last first").beginsWith("TASK#").descending();
    static final Pattern<Task> OPEN_TASKS = TASK.query("Open tasks").on("GSI1");
    static final Pattern<Task> TASKS_OF = TASK.query("Tasks of a person").on("GSI2");

    record Note(String id, String text, @Nullable Integer revision) {}

    static final Entity<Note> NOTE =
            TABLE.entity(Note.class).key("NOTE#{id}", "NOTE").version("revision");
    static final Pattern<Note> NOTE_BY_ID = NOTE.get("Note");

    record Account(
            String id,
            String email,
            @Nullable String nick,
            String plan,
            @Nullable Long ttl) {
        static Account of(String id, String email) {
            return new Account(id, email, null, "free", null);
        }

        Account withEmail(String other) {
            return new Account(id, other, nick, plan, ttl);
        }

        Account withNick(@Nullable String other) {
            return new Account(id, email, other, plan, ttl);
        }

        Account withPlan(String other) {
            return new Account(id, email, nick, other, ttl);
        }

        Account withTtl(@Nullable Long other) {
            return new Account(id, email, nick, plan, other);
        }
    }

    static final Entity<Account> ACCOUNT = TABLE.entity(Account.class)
            .key("ACCOUNT#{id}", "ACCOUNT")
            .unique("email")
            .unique("nick");
    static final Pattern<Account> ACCOUNT_BY_ID = ACCOUNT.get("Account");

    record Listing(String seller, String sku, String title) {}

    static final Entity<Listing> LISTING = TABLE.entity(Listing.class).key("SELLER#{seller}", "LISTING#{sku}");
    static final Pattern<Listing> LISTINGS = LISTING.query("Listings").beginsWith("LISTING#");

    record Product(String sku, String title, List<String> sellers, int stock) {}

    static final Entity<Product> PRODUCT = TABLE.entity(Product.class)
            .key("PRODUCT#{sku}", "PRODUCT")
            .index("GSI1", "PRODUCTS", "{title}")
            .alsoEach(
                    LISTING,
                    product -> product.sellers().stream()
                            .map(seller -> new Listing(seller, product.sku(), product.title()))
                            .toList());
    static final Pattern<Product> PRODUCT_BY_SKU = PRODUCT.get("Product");

    static final Table TENANTS = Table.named("tenants").scope(Scope.inKeys("tenantId"));

    record Member(String tenantId, String id, String email) {}

    static final Entity<Member> MEMBER =
            TENANTS.entity(Member.class).key("{tenantId}#MEMBERS", "{id}").unique("email");
    static final Pattern<Member> MEMBER_BY_ID = MEMBER.get("Member");
    static final Pattern<Member> MEMBERS = MEMBER.query("Members");

    static final Model MODEL = Model.of("tasks", TABLE, TENANTS).with(Support.table("tasks"));

    private TasksTable() {}
}
