package dev.trestle.systems.zentriqvision.search;

import dev.trestle.model.operation.Expect;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Stored;
import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.Page;
import dev.trestle.platform.api.Patch;
import dev.trestle.platform.api.Problem.Kind;
import dev.trestle.platform.operation.Decision;
import dev.trestle.platform.operation.Given;
import dev.trestle.platform.operation.Operations;
import dev.trestle.platform.schema.Default;
import dev.trestle.platform.schema.Length;
import dev.trestle.platform.schema.Range;
import dev.trestle.systems.zentriqvision.access.AccessLog.Look;
import dev.trestle.systems.zentriqvision.area.Area;
import dev.trestle.systems.zentriqvision.area.Parts;
import dev.trestle.systems.zentriqvision.model.AccessAction;
import dev.trestle.systems.zentriqvision.model.DataTable;
import dev.trestle.systems.zentriqvision.model.Person;
import dev.trestle.systems.zentriqvision.model.PersonNote;
import dev.trestle.systems.zentriqvision.model.SupportTable;
import dev.trestle.systems.zentriqvision.people.Caller;
import dev.trestle.systems.zentriqvision.people.Rights;
import dev.trestle.systems.zentriqvision.persons.Identities;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Persons, their names and notes, and where each was seen. */
public final class PersonArea implements Area {
    /** How many persons a page looks at, of whom a member limited to cameras may know few. */
    private static final int LOOKED_MAX = 500;

    private final Parts parts;

    public PersonArea(Parts parts) {
        this.parts = parts;
    }

    record ListPersons(
            @Default("50") @Range(min = 1, max = 100) int limit,
            @Nullable String cursor) {}

    record OfPerson(@Length(min = 1, max = 200) String id) {}

    record ChangePerson(@Length(min = 1, max = 200) String id, PersonChange body) {}

    record PersonChange(
            Patch<@Length(max = 100) @Nullable String> name, Patch<@Length(max = 2000) @Nullable String> note) {}

    record ListAppearances(
            @Length(min = 1, max = 200) String id,
            @Nullable Instant start,
            @Nullable Instant end,
            @Default("50") @Range(min = 1, max = 100) int limit,
            @Nullable String cursor) {}

    @Override
    public void declare(Operations<Caller> operations) {
        operations
                .get("listPersons", "/persons", ListPersons.class)
                .about("Persons, last seen first")
                .right(Rights.OPERATOR)
                .givesPage(PersonView.class, this::list);
        operations
                .get("getPerson", "/persons/{id}", OfPerson.class)
                .about("A person")
                .right(Rights.OPERATOR)
                .refuses(Kind.NOT_FOUND)
                .gives(PersonView.class, given -> {
                    PersonView view = find(given, given.asked().id());
                    look(given.by(), given.asked().id());
                    return Histories.of(parts, given.by(), view);
                });
        operations
                .patch("changePerson", "/persons/{id}", ChangePerson.class)
                .about("Gives a person a name or a note, or takes it away")
                .right(Rights.INVESTIGATOR)
                .refuses(Kind.NOT_FOUND)
                .gives(PersonView.class, this::change);
        operations
                .get("listAppearances", "/persons/{id}/appearances", ListAppearances.class)
                .about("Where a person was seen, newest first")
                .right(Rights.OPERATOR)
                .refuses(Kind.NOT_FOUND)
                .givesPage(HitView.class, this::appearances);
    }

    private void look(Caller who, @Nullable String personId) {
        parts.access().note(who, Look.at(AccessAction.PERSON).person(personId));
    }

    private Persons persons(Caller who) {
        return new Persons(parts, who);
    }

    private Crops crops(Caller who) {
        return new Crops(parts.bucket(), who.orgId());
    }

    private Page<PersonView> list(Given<Caller, ListPersons> given) {
        look(given.by(), null);
        ItemStore store = parts.of(given.by());
        Persons persons = persons(given.by());
        int limit = given.asked().limit();
        String cursor = given.asked().cursor();
        List<String> place = cursor == null ? null : store.open(cursor, List.of("persons"));
        List<PersonView> views = new ArrayList<>();
        int looked = 0;
        while (views.size() < limit && looked < LOOKED_MAX) {
            int asked = limit - views.size();
            List<ItemStore.Placed<Person>> read = store.placed(SupportTable.PERSONS_LAST_SEEN.of(), asked, place);
            read.forEach(each -> persons.view(each.record()).ifPresent(views::add));
            looked += read.size();
            if (read.size() < asked) {
                return new Page<>(views, null);
            }
            place = read.get(read.size() - 1).place();
        }
        return new Page<>(views, place == null ? null : store.seal(place, List.of("persons")));
    }

    private PersonView find(Given<Caller, ?> given, String personId) {
        if (personId.indexOf('#') >= 0) {
            throw ApiException.invalid("id", "must not contain #").withCode("id-form");
        }
        Optional<PersonView> found = persons(given.by()).find(personId);
        if (found.isEmpty()) {
            parts.access().denied(given.by(), "no such person, or not seen by the member's cameras");
            throw ApiException.notFound("There is no such person.");
        }
        return found.get();
    }

    private PersonView change(Given<Caller, ChangePerson> given) {
        PersonView found = find(given, given.asked().id());
        String personId = found.mergedInto() == null ? found.personId() : found.mergedInto();
        parts.access()
                .note(given.by(), Look.at(AccessAction.EDIT).person(personId).saying("name or note"));
        PersonChange asked = given.asked().body();
        ItemStore store = parts.deciding(given.by().orgId());
        Object unused = parts.changes().run(store, () -> {
            Stored<PersonNote> stored =
                    store.stored(SupportTable.NOTE_OF_PERSON.of(personId)).orElse(null);
            PersonNote noted = stored == null ? null : stored.record();
            PersonNote after = Persons.noted(
                    personId,
                    clean(asked.name().applyTo(noted == null ? null : noted.name())),
                    clean(asked.note().applyTo(noted == null ? null : noted.note())),
                    given.by(),
                    given.at());
            Decision<Boolean> decision = Decision.of(true);
            if (after == null) {
                return stored == null ? decision : decision.delete(SupportTable.PERSON_NOTE, stored);
            }
            // A person who was deleted meanwhile gets no name.
            decision.check(DataTable.PERSON_DETAILS.of(personId), Expect.PRESENT);
            return stored == null
                    ? decision.create(SupportTable.PERSON_NOTE, after)
                    : decision.replace(SupportTable.PERSON_NOTE, stored, after);
        });
        return find(given, personId);
    }

    private static @Nullable String clean(@Nullable String text) {
        return text == null || text.isBlank() ? null : text.strip();
    }

    private Page<HitView> appearances(Given<Caller, ListAppearances> given) {
        ListAppearances asked = given.asked();
        PersonView person = find(given, asked.id());
        String personId = person.mergedInto() == null ? person.personId() : person.mergedInto();
        look(given.by(), personId);
        ItemStore store = parts.of(given.by());
        Footage footage = new Footage(store, given.by());
        Query query = new Query(
                Map.of(),
                Set.of(),
                Set.of(),
                Set.of(),
                Set.of(personId),
                Set.of(),
                Set.of(),
                null,
                Queries.wholeUp(asked.start()),
                Queries.wholeDown(asked.end()),
                null);
        Search.Found found = new Search(store, footage, query, new Identities(store), given.at())
                .page(asked.limit(), SearchArea.after(asked.cursor()));
        Crops crops = crops(given.by());
        Place next = found.next();
        return new Page<>(
                found.hits().stream()
                        .map(hit -> HitView.of(hit, footage, crops))
                        .toList(),
                next == null ? null : next.text());
    }
}
