package dev.trestle.platform.notebook;

import dev.trestle.model.Bound;
import dev.trestle.model.Entity;
import dev.trestle.model.Model;
import dev.trestle.model.Pattern;
import dev.trestle.model.Support;
import dev.trestle.model.Table;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Stored;
import dev.trestle.platform.api.Api;
import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.Call;
import dev.trestle.platform.api.Page;
import dev.trestle.platform.api.Principal;
import dev.trestle.platform.api.Problem.Kind;
import dev.trestle.platform.api.Shapes;
import dev.trestle.platform.jobs.JobRunner;
import dev.trestle.platform.jobs.Jobs;
import dev.trestle.platform.operation.Decision;
import dev.trestle.platform.operation.Given;
import dev.trestle.platform.operation.Item;
import dev.trestle.platform.operation.Operations;
import dev.trestle.platform.operation.Right;
import dev.trestle.platform.sample.SampleCalls;
import dev.trestle.platform.sample.SampleClock;
import dev.trestle.platform.schema.About;
import dev.trestle.platform.schema.Default;
import dev.trestle.platform.schema.Length;
import dev.trestle.platform.schema.Range;
import dev.trestle.platform.system.Demo;
import dev.trestle.platform.system.Environment;
import dev.trestle.platform.system.Running;
import dev.trestle.platform.system.SystemDefinition;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Notes, visible to their author only. A job counts their words, and a page lists them. */
public final class Notebook {
    public record Note(
            String owner,
            String noteId,
            String text,
            @Nullable Integer words) {
        Note counted() {
            return new Note(owner, noteId, text, text.strip().split("\\s+").length);
        }
    }

    /** What can be configured: here the key {@code notebook.notes-max}. */
    public record Settings(
            @About("How many notes one person may have.") @Default("100") @Range(min = 1, max = 10_000)
            int notesMax) {}

    record ListNotes(
            @Default("50") @Range(min = 1, max = 200) int limit,
            @Nullable String cursor) {}

    record ById(@Length(min = 1, max = 40) String noteId) {}

    record AddNote(NewNote body) {}

    record NewNote(@Length(min = 1, max = 5000) String text) {}

    record Count(String owner, String noteId) {}

    private static final Table TABLE = Table.named("notebook").key("PK", "SK");
    static final Entity<Note> NOTE = TABLE.entity(Note.class).key("OWNER#{owner}", "NOTE#{noteId}");
    static final Pattern<Note> NOTE_BY_ID = NOTE.get("Get a note");
    private static final Pattern<Note> NOTES = NOTE.query("List notes").beginsWith("NOTE#");
    private static final Table SUPPORT = Support.table("notebook");
    private static final Jobs.Declaration JOBS = Jobs.on(SUPPORT);
    private static final Right<Principal, Object> EVERYBODY = Right.everybody("EVERYBODY");
    private static final Item<Principal, Note> ITEM = Item.of("There is no such note.");

    public static final SystemDefinition<Settings> SYSTEM = SystemDefinition.of(
                    "notebook", () -> Model.of("notebook", TABLE).with(SUPPORT), Settings.class)
            .opening(Notebook::open)
            .withPages(Notebook.class)
            .withDemo(new Demo<>(
                    List.of(new Demo.Account("ann@demo.localhost", "Ann", List.of(), Map.of())), Notebook::loadDemo));

    private Notebook() {}

    private static Running open(Environment<Settings> environment) {
        ItemStore store = environment.store();
        Jobs jobs = environment.jobs(JOBS);
        Operations<Principal> operations = operations(environment, jobs);
        JobRunner runner = new JobRunner(jobs, JobRunner.Options.standard(), new Random())
                .handle("count", operations.changes().handler(store, Count.class, count -> counted(store, count)))
                .start();
        return Running.of(operations.api()).with(runner::close);
    }

    private static Operations<Principal> operations(Environment<Settings> environment, Jobs jobs) {
        ItemStore store = environment.store();
        Operations<Principal> operations = environment.operations(
                new Api.About("Notebook", "Notes that belong to whoever wrote them.", "/notebook/v1"),
                Shapes.plain(),
                Call::principal,
                who -> store,
                jobs);
        declare(operations, store, environment.settings());
        return operations;
    }

    /** A note of yesterday, by the operation that everybody uses. */
    private static void loadDemo(Environment<Settings> environment, UnaryOperator<String> subjects) {
        SampleClock clock = new SampleClock(environment.clock().instant().minus(Duration.ofDays(1)));
        Environment<Settings> past = environment.at(clock);
        Principal ann = new Principal(
                past.identity().issuerName(),
                subjects.apply("ann@demo.localhost"),
                Principal.Proof.TOKEN,
                null,
                Set.of(),
                Map.of());
        new SampleCalls(operations(past, past.jobs(JOBS)).api(), clock)
                .call(ann, "addNote", new AddNote(new NewNote("Buy milk and bread")));
    }

    private static void declare(Operations<Principal> api, ItemStore store, Settings settings) {
        api.get("listNotes", "/notes", ListNotes.class)
                .about("The caller's notes")
                .right(EVERYBODY)
                .givesPage(Note.class, given -> {
                    ListNotes asked = given.asked();
                    var page = store.page(NOTES.of(given.by().subject()), asked.limit(), asked.cursor());
                    return new Page<>(page.items(), page.next().orElse(null));
                });
        api.post("addNote", "/notes", AddNote.class)
                .about("Adds a note")
                .right(EVERYBODY)
                .created()
                .refuses(Kind.CONFLICT)
                .changes(Note.class, given -> add(given, store, settings));
        api.get("getNote", "/notes/{noteId}", ById.class)
                .about("A note")
                .right(EVERYBODY)
                .on(ITEM, Notebook::own)
                .gives(Note.class, (given, note) -> note.record());
        api.delete("deleteNote", "/notes/{noteId}", ById.class)
                .about("Deletes a note")
                .right(EVERYBODY)
                .on(ITEM, Notebook::own)
                .changes((given, note) -> Decision.done().delete(NOTE, note))
                .givesNothing();
    }

    private static Bound<Note> own(Given<Principal, ById> given) {
        return NOTE_BY_ID.of(given.by().subject(), given.asked().noteId());
    }

    private static Decision<Note> add(Given<Principal, AddNote> given, ItemStore store, Settings settings) {
        int notes = store.consistent()
                .first(NOTES.of(given.by().subject()), settings.notesMax())
                .size();
        if (notes == settings.notesMax()) {
            throw ApiException.conflict("You have " + notes + " notes already. Delete one first.", null);
        }
        String id = given.ids().random("note_");
        Note note = new Note(given.by().subject(), id, given.asked().body().text(), null);
        return Decision.of(note).create(NOTE, note).job("count", id, new Count(note.owner(), id));
    }

    private static Decision<?> counted(ItemStore store, Count count) {
        return store.consistent()
                .stored(NOTE_BY_ID.of(count.owner(), count.noteId()))
                .<Decision<?>>map((Stored<Note> note) ->
                        Decision.done().replace(NOTE, note, note.record().counted()))
                .orElse(Decision.done());
    }
}
