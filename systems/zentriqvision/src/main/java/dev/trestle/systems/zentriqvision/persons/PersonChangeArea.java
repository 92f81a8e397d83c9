package dev.trestle.systems.zentriqvision.persons;

import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.Problem.Kind;
import dev.trestle.platform.jobs.JobRunner;
import dev.trestle.platform.operation.Given;
import dev.trestle.platform.operation.Operations;
import dev.trestle.systems.zentriqvision.access.AccessLog.Look;
import dev.trestle.systems.zentriqvision.area.Area;
import dev.trestle.systems.zentriqvision.area.Parts;
import dev.trestle.systems.zentriqvision.model.AccessAction;
import dev.trestle.systems.zentriqvision.model.PersonChange;
import dev.trestle.systems.zentriqvision.people.Caller;
import dev.trestle.systems.zentriqvision.people.Rights;
import dev.trestle.systems.zentriqvision.persons.PersonRequests.Erased;
import dev.trestle.systems.zentriqvision.persons.PersonRequests.MergePersons;
import dev.trestle.systems.zentriqvision.persons.PersonRequests.Moment;
import dev.trestle.systems.zentriqvision.persons.PersonRequests.OfChange;
import dev.trestle.systems.zentriqvision.persons.PersonRequests.OfPerson;
import dev.trestle.systems.zentriqvision.persons.PersonRequests.SplitPerson;
import dev.trestle.systems.zentriqvision.search.PersonView;
import dev.trestle.systems.zentriqvision.search.Persons;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Merging persons, splitting them, and taking that back. */
public final class PersonChangeArea implements Area {
    private final Parts parts;
    private final PersonChanges changes;
    private final MoveJob moves;
    private final Erasure erasure;

    public PersonChangeArea(Parts parts) {
        this.parts = parts;
        this.changes = new PersonChanges(parts);
        this.moves = new MoveJob(parts);
        this.erasure = new Erasure(parts);
    }

    @Override
    public void declare(Operations<Caller> operations) {
        operations
                .post("mergePersons", "/persons/{id}/merge", MergePersons.class)
                .about("Merges another person into this one")
                .description(
                        "At once for all who read; the appearances are moved by a job. Two who are in one second of one video are not one"
                                + " person (409). It can be undone for 30 days by its mergeId.")
                .right(Rights.INVESTIGATOR)
                .refuses(Kind.NOT_FOUND, Kind.CONFLICT, Kind.RATE_LIMITED)
                .gives(PersonView.class, this::merge);
        operations
                .post("splitPerson", "/persons/{id}/split", SplitPerson.class)
                .about("Makes a new person of some appearances of this one, up to 500")
                .right(Rights.INVESTIGATOR)
                .created()
                .refuses(Kind.NOT_FOUND, Kind.CONFLICT, Kind.RATE_LIMITED)
                .gives(PersonView.class, this::split);
        operations
                .delete("erasePerson", "/persons/{id}", OfPerson.class)
                .about("Erases a person: appearances, pictures, boxes, name and note. It cannot be undone")
                .description(
                        "At once for all who read; a job removes what is stored. Videos stay as they are, and so do exported clips: those that"
                                + " still show the person are named. The access log keeps the id.")
                .right(Rights.ADMIN)
                .accepted()
                .refuses(Kind.NOT_FOUND, Kind.CONFLICT)
                .gives(Erased.class, this::erase);
        operations
                .post("undoMerge", "/merges/{id}/undo", OfChange.class)
                .about("Undoes a merge or a split, for 30 days, while what it moved is as it left it")
                .right(Rights.INVESTIGATOR)
                .refuses(Kind.NOT_FOUND, Kind.CONFLICT, Kind.RATE_LIMITED)
                .gives(PersonView.class, this::undo);
    }

    @Override
    public void handleBy(JobRunner runner) {
        moves.handleBy(runner);
        erasure.handleBy(runner);
    }

    private Erased erase(Given<Caller, OfPerson> given) {
        Caller who = allCameras(given.by());
        String personId = present(who, given.asked().id());
        edit(who, personId, "erase");
        List<String> exports = erasure.exportsOf(who.orgId(), personId);
        String erased = parts.changes()
                .run(parts.deciding(who.orgId()), () -> erasure.decide(who.orgId(), personId, given.at()));
        return new Erased(erased, "ERASING", exports);
    }

    private PersonView merge(Given<Caller, MergePersons> given) {
        Caller who = allCameras(given.by());
        String into = present(who, given.asked().id());
        String from = present(who, given.asked().body().from());
        if (into.equals(from)) {
            throw ApiException.invalid("from", "must be another person: both are the same already")
                    .withCode("merge-same");
        }
        edit(who, into, "merge from " + from);
        PersonChange change = changes.merge(who.orgId(), into, from, who.userId(), given.at());
        return view(who, into).withMergeId(change.changeId());
    }

    private PersonView split(Given<Caller, SplitPerson> given) {
        Caller who = allCameras(given.by());
        String personId = present(who, given.asked().id());
        for (Moment each : given.asked().body().appearances()) {
            checkId(each.videoId(), "appearances");
        }
        edit(who, personId, "split");
        PersonChange change =
                changes.split(who.orgId(), personId, given.asked().body().appearances(), who.userId(), given.at());
        return view(who, change.target()).withMergeId(change.changeId());
    }

    private PersonView undo(Given<Caller, OfChange> given) {
        Caller who = allCameras(given.by());
        String changeId = given.asked().id();
        checkId(changeId, "id");
        edit(who, null, "undo " + changeId);
        PersonChange change = changes.undo(who.orgId(), changeId, given.at());
        return view(who, change.source());
    }

    /** Who somebody is now. */
    private String present(Caller who, String personId) {
        checkId(personId, "id");
        Persons persons = new Persons(parts, who);
        if (persons.find(personId).isEmpty()) {
            parts.access().denied(who, "no such person");
            throw ApiException.notFound("There is no such person.");
        }
        return persons.identities().canonical(personId).orElse(personId);
    }

    private PersonView view(Caller who, String personId) {
        return new Persons(parts, who)
                .find(personId)
                .orElseThrow(() -> ApiException.notFound("There is no such person."));
    }

    private static void checkId(String id, String field) {
        if (id.indexOf('#') >= 0) {
            throw ApiException.invalid(field, "must not contain #").withCode("id-form");
        }
    }

    /** A change is about all that was seen of a person, so it is for those who may see all of it. */
    private Caller allCameras(Caller who) {
        if (who.isLimited()) {
            parts.access().denied(who, "limited to cameras");
            throw ApiException.forbidden("persons are changed by members who may see all cameras");
        }
        return who;
    }

    private void edit(Caller who, @Nullable String personId, String what) {
        parts.access().note(who, Look.at(AccessAction.EDIT).person(personId).saying(what));
    }
}
