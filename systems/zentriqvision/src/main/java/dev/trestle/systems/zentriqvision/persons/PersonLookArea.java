package dev.trestle.systems.zentriqvision.persons;

import dev.trestle.model.operation.ItemStore;
import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.Page;
import dev.trestle.platform.api.Problem.Kind;
import dev.trestle.platform.operation.Given;
import dev.trestle.platform.operation.Operations;
import dev.trestle.systems.zentriqvision.access.AccessLog.Look;
import dev.trestle.systems.zentriqvision.area.Area;
import dev.trestle.systems.zentriqvision.area.Parts;
import dev.trestle.systems.zentriqvision.model.AccessAction;
import dev.trestle.systems.zentriqvision.model.AppearanceEntry;
import dev.trestle.systems.zentriqvision.model.DataTable;
import dev.trestle.systems.zentriqvision.model.Person;
import dev.trestle.systems.zentriqvision.people.Caller;
import dev.trestle.systems.zentriqvision.people.Rights;
import dev.trestle.systems.zentriqvision.persons.PersonRequests.AskHours;
import dev.trestle.systems.zentriqvision.persons.PersonRequests.OfPerson;
import dev.trestle.systems.zentriqvision.persons.SimilarPersons.SimilarView;
import dev.trestle.systems.zentriqvision.search.Footage;
import dev.trestle.systems.zentriqvision.search.PersonView;
import dev.trestle.systems.zentriqvision.search.Persons;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What is asked about a person besides their appearances: who is similar, and at which hours they come. */
public final class PersonLookArea implements Area {
    private static final int ROWS_MAX = 50_000;
    private static final int DAYS = 7;
    private static final int HOURS = 24;

    private final Parts parts;

    public PersonLookArea(Parts parts) {
        this.parts = parts;
    }

    /**
     * When somebody is seen.
     *
     * @param counts of appearances: seven rows, from Monday, of 24 hours
     * @param counted how many there are in all of them
     */
    public record Hours(String personId, String tz, List<List<Integer>> counts, int counted) {}

    @Override
    public void declare(Operations<Caller> operations) {
        operations
                .get("listSimilar", "/persons/{id}/similar", OfPerson.class)
                .about("Who may be the same person, by colours, within 24 hours")
                .description(
                        "The most alike first, twenty at most. Somebody who was in the same second of the same video is not among them.")
                .right(Rights.OPERATOR)
                .refuses(Kind.NOT_FOUND)
                .givesPage(SimilarView.class, this::similar);
        operations
                .get("getPersonHours", "/persons/{id}/hours", AskHours.class)
                .about("How often a person was seen, by weekday and hour")
                .right(Rights.OPERATOR)
                .refuses(Kind.NOT_FOUND)
                .gives(Hours.class, this::hours);
    }

    private PersonView find(Caller who, Persons persons, String personId) {
        if (personId.indexOf('#') >= 0) {
            throw ApiException.invalid("id", "must not contain #").withCode("id-form");
        }
        PersonView view = persons.find(personId).orElse(null);
        if (view == null) {
            parts.access().denied(who, "no such person, or not seen by the member's cameras");
            throw ApiException.notFound("There is no such person.");
        }
        parts.access().note(who, Look.at(AccessAction.PERSON).person(personId));
        return view;
    }

    private Page<SimilarView> similar(Given<Caller, OfPerson> given) {
        Persons persons = new Persons(parts, given.by());
        PersonView view = find(given.by(), persons, given.asked().id());
        String merged = view.mergedInto();
        Person person = new Person(
                merged == null ? view.personId() : merged,
                view.firstSeen(),
                view.lastSeen(),
                view.totalAppearances(),
                view.attributes());
        return new Page<>(new SimilarPersons(parts.of(given.by()), persons).of(person), null);
    }

    private Hours hours(Given<Caller, AskHours> given) {
        Caller who = given.by();
        ZoneId zone = zone(given.asked().tz());
        Persons persons = new Persons(parts, who);
        PersonView view = find(who, persons, given.asked().id());
        String merged = view.mergedInto();
        String personId = merged == null ? view.personId() : merged;
        int[][] counts = new int[DAYS][HOURS];
        ItemStore store = parts.of(who);
        Footage footage = new Footage(store, who);
        int counted = 0;
        for (String rows : persons.identities().rowsOf(personId)) {
            try (Stream<AppearanceEntry> seen = store.stream(DataTable.TIMELINE_OF_PERSON.of(rows), ROWS_MAX)) {
                for (AppearanceEntry each : (Iterable<AppearanceEntry>) seen::iterator) {
                    boolean isTheirs = persons.identities()
                            .of(rows, each.videoId(), each.timestamp())
                            .filter(personId::equals)
                            .isPresent();
                    if (isTheirs && footage.isVisible(each.videoId())) {
                        ZonedDateTime at = each.timestamp().atZone(zone);
                        counts[at.getDayOfWeek().getValue() - 1][at.getHour()]++;
                        counted++;
                    }
                }
            }
        }
        return new Hours(view.personId(), zone.getId(), listed(counts), counted);
    }

    private static ZoneId zone(@Nullable String tz) {
        try {
            return tz == null ? ZoneOffset.UTC : ZoneId.of(tz.strip());
        } catch (DateTimeException e) {
            throw ApiException.invalid("tz", "must be a time zone such as Europe/Vienna")
                    .withCode("time-zone");
        }
    }

    private static List<List<Integer>> listed(int[][] counts) {
        List<List<Integer>> rows = new ArrayList<>();
        for (int[] row : counts) {
            List<Integer> hours = new ArrayList<>();
            for (int each : row) {
                hours.add(each);
            }
            rows.add(hours);
        }
        return rows;
    }
}
