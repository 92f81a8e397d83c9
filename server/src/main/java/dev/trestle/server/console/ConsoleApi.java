package dev.trestle.server.console;

import dev.trestle.model.Entity;
import dev.trestle.model.Scoping;
import dev.trestle.model.Table;
import dev.trestle.model.docs.CloudFormation;
import dev.trestle.model.docs.ModelMarkdown;
import dev.trestle.model.error.ModelException;
import dev.trestle.model.verify.Target;
import dev.trestle.model.verify.Verifier;
import dev.trestle.platform.api.Api;
import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.Call;
import dev.trestle.platform.api.Cursors;
import dev.trestle.platform.api.Handler;
import dev.trestle.platform.api.Json;
import dev.trestle.platform.api.Principal;
import dev.trestle.platform.api.Problem;
import dev.trestle.platform.api.Reply;
import dev.trestle.platform.api.Shapes;
import dev.trestle.platform.audit.Act;
import dev.trestle.platform.audit.Act.Area;
import dev.trestle.platform.audit.Actor;
import dev.trestle.platform.audit.AuditTrail;
import dev.trestle.platform.identity.People;
import dev.trestle.platform.system.SystemDefinition;
import dev.trestle.server.metrics.UnreadableItems;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

/** What the console's pages are made of. Every operation is for administrators of the built-in issuer, and about the systems' tables only. */
public final class ConsoleApi {
    private static final Logger LOG = LoggerFactory.getLogger("dev.trestle.server.console.audit");

    private final List<SystemDefinition<?>> systems;
    private final DynamoDbClient client;
    private final Function<Table, String> names;
    private final String issuer;
    private final Supplier<Optional<String>> endpoint;
    private final Reader reader;
    private final Unreadable unreadable;
    private final Names people;
    private final Writing writing;
    private final Copies copies;
    private final Cursors cursors;
    private final AuditTrail trail;
    private final Map<String, List<ModelViews.FindingView>> findings = new ConcurrentHashMap<>();

    record None() {}

    record OfSystem(String system) {}

    record DocumentRequest(String system, String format) {}

    record ReadRequest(String system, Question body) {}

    record ExportBody(Question question, String format) {}

    record ExportRequest(String system, ExportBody body) {}

    /** {@code copy} is the restored table that is read in place of the table itself. */
    record ItemBody(
            String table, Map<String, Object> key, @Nullable String copy) {}

    record ItemRequest(String system, ItemBody body) {}

    record EditBody(String table, Map<String, Object> before, Map<String, Object> after) {}

    record EditRequest(String system, EditBody body) {}

    record ComposeBody(
            String table, String entity, @Nullable String tenant, Map<String, Object> fields) {}

    record ComposeRequest(String system, ComposeBody body) {}

    record NewItemBody(String table, Map<String, Object> item) {}

    record NewItemRequest(String system, NewItemBody body) {}

    record DeleteBody(String table, Map<String, Object> before) {}

    record DeleteRequest(String system, DeleteBody body) {}

    record NamesRequest(String system, Names.Asked body) {}

    /** A table with what it holds; {@code items} and {@code bytes} as DescribeTable has them. */
    record Held(
            String name,
            String about,
            String status,
            @Nullable Long items,
            @Nullable Long bytes,
            List<String> entities) {}

    record SystemLine(String name, boolean runs, String health, int patterns, List<Held> tables) {}

    record SystemPage(String name, List<ModelViews.TableView> tables, List<ModelViews.FindingView> findings) {}

    record Cost(int items, double capacity) {}

    record Result(
            String table,
            List<Items.Row> rows,
            @Nullable String cursor,
            Cost read,
            @Nullable RequestText request) {}

    private ConsoleApi(
            List<SystemDefinition<?>> systems,
            DynamoDbClient client,
            Function<Table, String> names,
            String issuer,
            Supplier<Optional<String>> endpoint,
            UnreadableItems items,
            Cursors cursors,
            Function<String, Optional<String>> people,
            AuditTrail trail) {
        this.trail = trail;
        this.cursors = cursors;
        this.systems = systems;
        this.client = client;
        this.names = names;
        this.issuer = issuer;
        this.endpoint = endpoint;
        this.reader = new Reader(client, names);
        this.unreadable = new Unreadable(reader, items);
        this.people = new Names(reader, people);
        this.writing = new Writing(client, names, trail);
        this.copies = new Copies(client, names);
    }

    /**
     * The API.
     *
     * @param names that tables have in this database
     * @param issuer of the tokens of administrators: others may have groups of the same name
     * @param items what of the stored items could not be read
     * @param endpoint where this machine serves DynamoDB; empty if the items are with AWS
     * @param cursors signs where pages of items go on
     * @param people the name of a person by id
     * @param trail gets who edited what
     */
    public static Api of(
            List<SystemDefinition<?>> systems,
            DynamoDbClient client,
            Function<Table, String> names,
            String issuer,
            Supplier<Optional<String>> endpoint,
            UnreadableItems items,
            Cursors cursors,
            Function<String, Optional<String>> people,
            AuditTrail trail) {
        ConsoleApi console = new ConsoleApi(systems, client, names, issuer, endpoint, items, cursors, people, trail);
        return Api.of("console", ConsoleApi.class.getResource("console.yaml"), Shapes.problemDetails())
                .explain(ConsoleApi::explain)
                .handle("listSystems", None.class, console.guarded((call, q) -> console.list()))
                .handle("describeSystem", OfSystem.class, console.guarded((call, q) -> console.describe(q.system())))
                .handle(
                        "listUnreadable",
                        OfSystem.class,
                        console.guarded((call, q) ->
                                Map.of("items", console.unreadable.of(Lookup.system(systems, q.system())))))
                .handle("modelDocument", DocumentRequest.class, console.guarded((call, q) -> console.document(q)))
                .handle("readItems", ReadRequest.class, console.guarded(console::read))
                .handle("exportItems", ExportRequest.class, console.guarded(console::export))
                .handle("getItem", ItemRequest.class, console.guarded((call, q) -> console.item(q)))
                .handle("editItem", EditRequest.class, console.guarded(console::edit))
                .handle("composeItem", ComposeRequest.class, console.guarded((call, q) -> console.compose(q)))
                .handle("createItem", NewItemRequest.class, console.guarded(console::create))
                .handle("deleteItem", DeleteRequest.class, console.guarded(console::delete))
                .handle("nameIds", NamesRequest.class, console.guarded((call, q) -> console.name(q)));
    }

    private <Q> Handler<Q> guarded(Handler<Q> handler) {
        return (call, request) -> {
            Principal caller = call.principal();
            if (!caller.issuer().equals(issuer) || !caller.isIn(People.ADMINISTRATORS)) {
                throw ApiException.forbidden("not an administrator");
            }
            return handler.handle(call, request);
        };
    }

    /** Administrators work with the database's own terms: they are told its message, and by its code what it means in their language. */
    private static @Nullable Problem explain(Throwable failure) {
        if (failure instanceof ModelException) {
            return StoreRefusal.ofModel(String.valueOf(failure.getMessage()));
        }
        if (failure instanceof DynamoDbException refused && refused.statusCode() == 400) {
            String message = refused.awsErrorDetails() == null
                    ? null
                    : refused.awsErrorDetails().errorMessage();
            return StoreRefusal.of(message == null ? String.valueOf(refused.getMessage()) : message);
        }
        return null;
    }

    private Map<String, List<SystemLine>> list() {
        return Map.of("systems", systems.stream().map(this::line).toList());
    }

    private SystemLine line(SystemDefinition<?> system) {
        List<Held> held = system.model().allTables().stream().map(this::held).toList();
        boolean whole = held.stream().allMatch(table -> table.status().equals("ACTIVE"));
        int patterns = system.model().allTables().stream()
                .mapToInt(table -> table.patterns().size())
                .sum();
        return new SystemLine(
                system.name(), system.opening().isPresent(), whole ? "ready" : "incomplete", patterns, held);
    }

    private Held held(Table table) {
        List<String> entities = table.entities().stream().map(Entity::name).toList();
        try {
            TableDescription described = client.describeTable(request -> request.tableName(names.apply(table)))
                    .table();
            return new Held(
                    table.name(),
                    table.about(),
                    described.tableStatusAsString(),
                    described.itemCount(),
                    described.tableSizeBytes(),
                    entities);
        } catch (ResourceNotFoundException missing) {
            return new Held(table.name(), table.about(), "MISSING", null, null, entities);
        }
    }

    private SystemPage describe(String name) {
        SystemDefinition<?> system = Lookup.system(systems, name);
        return new SystemPage(name, ModelViews.tables(system.model()), findings(system));
    }

    /** Proving a model takes a moment, and it never changes while the server runs. */
    private List<ModelViews.FindingView> findings(SystemDefinition<?> system) {
        return findings.computeIfAbsent(
                system.name(),
                name -> Verifier.verify(system.model(), Target.DYNAMODB, system.needs()).findings().stream()
                        .map(ModelViews::finding)
                        .toList());
    }

    private Reply document(DocumentRequest q) {
        SystemDefinition<?> system = Lookup.system(systems, q.system());
        boolean markdown = q.format().equals("markdown");
        String text = markdown ? ModelMarkdown.of(system.model()) : CloudFormation.of(system.model());
        return Reply.bytes(
                markdown ? "text/markdown; charset=utf-8" : "application/yaml", text.getBytes(StandardCharsets.UTF_8));
    }

    private Result read(Call call, ReadRequest q) {
        SystemDefinition<?> system = Lookup.system(systems, q.system());
        Question asked = q.body();
        String cursor = asked.cursor();
        List<String> list = list(call, q);
        if (cursor != null) {
            asked = asked.from(cursors.open(cursor, list), asked.wanted());
        }
        if (Boolean.TRUE.equals(q.body().write()) && asked.statement() != null) {
            // Before it runs: what it changes is nobody's to know afterwards.
            Act act = Act.of(Area.ITEM, "statement-run", system.name(), system.name());
            trail.record(Actor.of(call), act.to(Map.of("statement", asked.statement())));
        }
        Reader.Answer answer = readerOf(system, asked).ask(system, asked);
        String next = answer.next();
        if (Boolean.TRUE.equals(q.body().write())) {
            audit(call, system, answer.table(), "a statement that may write was run in the console", "PartiQL");
        }
        return new Result(
                answer.table().name(),
                answer.items().stream()
                        .map(item -> Items.row(answer.table(), item))
                        .toList(),
                next == null ? null : cursors.seal(next, list),
                new Cost(answer.read(), answer.capacity()),
                answer.request() == null ? null : RequestText.of(answer.request(), endpoint.get()));
    }

    private Reader readerOf(SystemDefinition<?> system, Question asked) {
        String copy = asked.copy();
        if (copy == null) {
            return reader;
        }
        if (asked.kind() == Question.Kind.PARTIQL) {
            throw ApiException.invalid("copy", "is read by patterns and scans, not by statements")
                    .withCode("copy-of-statement");
        }
        return copies.reader(Set.copyOf(system.model().allTables()), Lookup.table(system, asked.table()), copy);
    }

    /** All that makes one list another. */
    private static List<String> list(Call call, ReadRequest q) {
        List<String> list = new ArrayList<>(Cursors.of(call.principal()));
        list.addAll(List.of(q.system(), Json.text(q.body().from(null, 0))));
        return list;
    }

    private Reply export(Call call, ExportRequest q) {
        SystemDefinition<?> system = Lookup.system(systems, q.system());
        if (Boolean.TRUE.equals(q.body().question().write())) {
            throw ApiException.invalid("question/write", "must not be allowed: an export only reads")
                    .withCode("export-writes");
        }
        Export export = new Export(
                readerOf(system, q.body().question()), system, q.body().question());
        Reader.Answer first = export.first();
        audit(
                call,
                system,
                first.table(),
                "items were exported from the console",
                q.body().format());
        return q.body().format().equals("csv")
                ? Reply.stream("text/csv; charset=utf-8", -1, out -> export.csv(first, out))
                : Reply.stream("application/json", -1, out -> export.json(first, out));
    }

    private Items.View item(ItemRequest q) {
        SystemDefinition<?> system = Lookup.system(systems, q.system());
        Table table = Lookup.table(system, q.body().table());
        String copy = q.body().copy();
        Reader here =
                copy == null ? reader : copies.reader(Set.copyOf(system.model().allTables()), table, copy);
        Reader.Answer answer = here.get(table, Items.key(table, q.body().key()));
        if (answer.items().isEmpty()) {
            throw ApiException.notFound("There is no item with this key, or not any more.")
                    .withCode("item-unknown");
        }
        return Items.view(system, table, answer.items().get(0));
    }

    private Items.View edit(Call call, EditRequest q) {
        SystemDefinition<?> system = Lookup.system(systems, q.system());
        Table table = Lookup.table(system, q.body().table());
        Map<String, AttributeValue> before = DynamoJson.item(q.body().before(), "before");
        Map<String, AttributeValue> after = DynamoJson.item(q.body().after(), "after");
        Edit edit = new Edit(table, before, after);
        Map<String, AttributeValue> key = Items.keyOf(table, before);
        String tableName = names.apply(table);
        Act act = byHand(system, table, "item-edited", key)
                .from(DynamoJson.shown(before, edit.changed()))
                .to(DynamoJson.shown(after, edit.changed()));
        Optional<Map<String, AttributeValue>> inTheWay = AuditedWrites.of(client, trail)
                .commit(Actor.of(call), act, AuditedWrites.update(edit.request(tableName)));
        if (inTheWay.isPresent()) {
            boolean changed = !inTheWay.get().isEmpty();
            throw ApiException.conflict(
                            changed
                                    ? "Somebody else changed this item since you read it. Look at it as it is now, and edit that."
                                    : "Somebody else deleted this item since you read it.",
                            changed ? Items.row(table, inTheWay.get()) : null)
                    .withCode(changed ? "item-changed" : "item-deleted");
        }
        audit(call, system, table, "an item was edited in the console", key + " " + edit.changed());
        Reader.Answer now = reader.get(table, key);
        if (now.items().isEmpty()) {
            throw ApiException.conflict("The item was changed, and somebody else deleted it at the same time.", null)
                    .withCode("item-deleted");
        }
        return Items.view(system, table, now.items().get(0));
    }

    private static Act byHand(SystemDefinition<?> system, Table table, String name, Map<String, AttributeValue> key) {
        return Act.of(Area.ITEM, name, table.name() + " " + shownKey(key), system.name() + " " + table.name());
    }

    private static String shownKey(Map<String, AttributeValue> key) {
        return key.values().stream()
                .map(value -> value.s() != null ? value.s() : value.n() != null ? value.n() : "…")
                .collect(Collectors.joining(" "));
    }

    private EntityForm.Composed compose(ComposeRequest q) {
        Table table = Lookup.table(Lookup.system(systems, q.system()), q.body().table());
        Entity<?> entity = Lookup.entity(table, q.body().entity());
        Scoping scoping = EntityForm.scoping(table, entity, q.body().tenant());
        return EntityForm.composed(
                table, entity, EntityForm.item(entity, scoping, q.body().fields()));
    }

    private Reply create(Call call, NewItemRequest q) {
        SystemDefinition<?> system = Lookup.system(systems, q.system());
        Table table = Lookup.table(system, q.body().table());
        Map<String, AttributeValue> item = DynamoJson.item(q.body().item(), "item");
        Map<String, AttributeValue> key = Items.keyOf(table, item);
        Act act = byHand(system, table, "item-created", key).to(DynamoJson.shown(item, item.keySet()));
        Map<String, AttributeValue> created = writing.create(Actor.of(call), act, system, table, item);
        audit(call, system, table, "an item was created in the console", String.valueOf(Items.keyOf(table, item)));
        return Reply.created(Items.view(system, table, created));
    }

    private @Nullable Object delete(Call call, DeleteRequest q) {
        SystemDefinition<?> system = Lookup.system(systems, q.system());
        Table table = Lookup.table(system, q.body().table());
        Map<String, AttributeValue> before = DynamoJson.item(q.body().before(), "before");
        Act act = byHand(system, table, "item-deleted", Items.keyOf(table, before))
                .from(DynamoJson.shown(before, before.keySet()));
        writing.delete(Actor.of(call), act, system, table, before);
        audit(call, system, table, "an item was deleted in the console", String.valueOf(Items.keyOf(table, before)));
        return null;
    }

    private Map<String, List<Names.Named>> name(NamesRequest q) {
        return Map.of("names", people.of(Lookup.system(systems, q.system()), q.body()));
    }

    /** Who did what by hand; values stay out of the log. */
    private static void audit(Call call, SystemDefinition<?> system, Table table, String what, String detail) {
        LOG.atInfo()
                .addKeyValue("requestId", call.requestId())
                .addKeyValue("caller", call.principal().toString())
                .addKeyValue("system", system.name())
                .addKeyValue("table", table.name())
                .addKeyValue("detail", detail)
                .log(what);
    }
}
