package dev.trestle.systems.formkiq.tags;

import dev.trestle.model.Bound;
import dev.trestle.model.operation.Expect;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.Problem.Kind;
import dev.trestle.platform.jobs.JobContext;
import dev.trestle.platform.operation.Changes;
import dev.trestle.platform.operation.Decision;
import dev.trestle.platform.operation.Given;
import dev.trestle.platform.operation.Operations;
import dev.trestle.systems.formkiq.api.Actor;
import dev.trestle.systems.formkiq.api.Answers.Message;
import dev.trestle.systems.formkiq.api.Caller;
import dev.trestle.systems.formkiq.api.Dates;
import dev.trestle.systems.formkiq.api.Pages;
import dev.trestle.systems.formkiq.api.Refusals;
import dev.trestle.systems.formkiq.api.Rights;
import dev.trestle.systems.formkiq.api.RowPlan;
import dev.trestle.systems.formkiq.documents.Library;
import dev.trestle.systems.formkiq.folders.FolderAccess;
import dev.trestle.systems.formkiq.locks.Locks;
import dev.trestle.systems.formkiq.model.DocumentTags;
import dev.trestle.systems.formkiq.model.DocumentTags.Tag;
import dev.trestle.systems.formkiq.model.Documents;
import dev.trestle.systems.formkiq.model.Permission;
import dev.trestle.systems.formkiq.policies.DocumentPolicy;
import dev.trestle.systems.formkiq.policies.Grant;
import dev.trestle.systems.formkiq.tags.TagViews.ByTag;
import dev.trestle.systems.formkiq.tags.TagViews.ByTagValue;
import dev.trestle.systems.formkiq.tags.TagViews.ListTags;
import dev.trestle.systems.formkiq.tags.TagViews.MatchedTag;
import dev.trestle.systems.formkiq.tags.TagViews.Matching;
import dev.trestle.systems.formkiq.tags.TagViews.NewTag;
import dev.trestle.systems.formkiq.tags.TagViews.NewTags;
import dev.trestle.systems.formkiq.tags.TagViews.SetTag;
import dev.trestle.systems.formkiq.tags.TagViews.TagValue;
import dev.trestle.systems.formkiq.tags.TagViews.TagView;
import dev.trestle.systems.formkiq.tags.TagViews.TagsView;
import dev.trestle.systems.formkiq.tags.TagViews.UpdateMatching;
import dev.trestle.systems.formkiq.tags.TagViews.WriteTags;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The operations on tags of documents. */
public final class TagOperations {
    /** The type of the jobs that change the tags of many documents. */
    public static final String MATCHING = "update-matching-tags";

    private static final int STEP = 60;

    private final Library library;
    private final Pages pages;
    private final Changes changes;

    public TagOperations(Library library, Pages pages, Changes changes) {
        this.library = library;
        this.pages = pages;
        this.changes = changes;
    }

    /**
     * The payload of a change of many documents' tags.
     *
     * @param groups those that rules of folders are compared with; null for somebody who governs the site
     * @param grant what the site's policy left to the request; null in jobs of before there were policies
     */
    record Job(
            String site,
            String user,
            @Nullable Set<String> groups,
            @Nullable Grant grant,
            MatchedTag match,
            List<NewTag> tags,
            Instant at,
            @Nullable String identity) {}

    public void declare(Operations<Caller> api) {
        api.get("GetDocumentTags", "/documents/{documentId}/tags", ListTags.class)
                .about("The tags of a document by key")
                .right(Rights.READ)
                .refuses(Kind.NOT_FOUND)
                .gives(TagsView.class, this::list);
        api.post("AddDocumentTags", "/documents/{documentId}/tags", WriteTags.class)
                .about("Adds tags; the values of a key that is there are replaced")
                .right(Rights.WRITE)
                .created()
                .refuses(Kind.NOT_FOUND, Kind.INVALID)
                .gives(Message.class, this::add);
        api.patch("UpdateDocumentTags", "/documents/{documentId}/tags", WriteTags.class)
                .about("Replaces the values of some keys")
                .right(Rights.WRITE)
                .refuses(Kind.NOT_FOUND, Kind.INVALID)
                .gives(Message.class, given -> write(given, false, "Updated Tags"));
        api.put("SetDocumentTags", "/documents/{documentId}/tags", WriteTags.class)
                .about("Replaces all tags")
                .right(Rights.WRITE)
                .refuses(Kind.NOT_FOUND, Kind.INVALID)
                .gives(Message.class, given -> write(given, true, "Set Tags"));
        api.get("GetDocumentTag", "/documents/{documentId}/tags/{tagKey}", ByTag.class)
                .about("A tag of a document")
                .right(Rights.READ)
                .refuses(Kind.NOT_FOUND)
                .gives(TagView.class, this::get);
        api.put("SetDocumentTag", "/documents/{documentId}/tags/{tagKey}", SetTag.class)
                .about("Replaces the values of a tag")
                .right(Rights.WRITE)
                .refuses(Kind.NOT_FOUND, Kind.INVALID)
                .gives(Message.class, this::set);
        api.delete("DeleteDocumentTag", "/documents/{documentId}/tags/{tagKey}", ByTag.class)
                .about("Removes a tag")
                .right(Rights.DELETE)
                .refuses(Kind.NOT_FOUND)
                .changes(Message.class, this::delete);
        api.delete("DeleteDocumentTagAndValue", "/documents/{documentId}/tags/{tagKey}/{tagValue}", ByTagValue.class)
                .about("Removes a value of a tag")
                .right(Rights.DELETE)
                .refuses(Kind.NOT_FOUND)
                .changes(Message.class, this::deleteValue);
        api.patch("UpdateMatchingDocumentTags", "/documents/tags", UpdateMatching.class)
                .about("Changes the tags of all documents that have a tag; a job does it")
                .right(Rights.WRITE)
                .refuses(Kind.INVALID)
                .changes(Message.class, this::updateMatching);
    }

    private static TagView view(List<Tag> rows) {
        Tag first = rows.get(0);
        List<String> values = rows.stream().map(Tag::tagValue).toList();
        return new TagView(
                Dates.text(first.inserteddate()),
                first.documentId(),
                "userdefined",
                first.userId(),
                values.size() == 1 ? values.get(0) : null,
                values.size() == 1 ? null : values,
                first.tagKey());
    }

    private TagsView list(Given<Caller, ListTags> given) {
        ListTags asked = given.asked();
        library.require(given.by(), asked.documentId(), Permission.READ);
        List<TagView> all = TagRows.byKey(TagRows.of(library.store(given.by()), asked.documentId())).values().stream()
                .map(TagOperations::view)
                .toList();
        Pages.Listing<TagView> page = pages.of(
                pages.asked(
                        given.by(),
                        "GetDocumentTags",
                        List.of(asked.documentId()),
                        asked.limit(),
                        asked.next(),
                        asked.previous()),
                all);
        return new TagsView(page.next(), page.previous(), page.items());
    }

    private List<Tag> rows(Caller caller, String documentId, String key) {
        return TagRows.byKey(TagRows.of(library.store(caller), documentId)).getOrDefault(key, List.of());
    }

    private TagView get(Given<Caller, ByTag> given) {
        ByTag asked = given.asked();
        library.require(given.by(), asked.documentId(), Permission.READ);
        List<Tag> rows = rows(given.by(), asked.documentId(), asked.tagKey());
        if (rows.isEmpty()) {
            throw Refusals.notFound("Tag " + asked.tagKey() + " not found.");
        }
        return view(rows);
    }

    private static List<NewTag> tagsOf(NewTags body) {
        List<NewTag> tags = body.tags();
        if (tags != null && !tags.isEmpty()) {
            return tags;
        }
        if (body.key() == null || body.key().isEmpty()) {
            throw Refusals.message("invalid JSON body");
        }
        return List.of(new NewTag(body.key(), body.value(), body.values()));
    }

    private Message add(Given<Caller, WriteTags> given) {
        library.require(given.by(), given.asked().documentId(), Permission.WRITE);
        List<NewTag> tags = tagsOf(given.asked().body());
        boolean single = given.asked().body().key() != null;
        write(given.by(), given.at(), given.asked().documentId(), tags, false);
        return new Message(single ? "Created Tag '" + tags.get(0).key() + "'." : "Created Tags.");
    }

    private Message write(Given<Caller, WriteTags> given, boolean all, String done) {
        library.require(given.by(), given.asked().documentId(), Permission.WRITE);
        write(
                given.by(),
                given.at(),
                given.asked().documentId(),
                tagsOf(given.asked().body()),
                all);
        return new Message(done);
    }

    private void write(Caller caller, Instant at, String documentId, List<NewTag> tags, boolean all) {
        if (TagRows.hasDuplicates(tags)) {
            throw Refusals.message("Tag key can only be included once in body; please use 'values' to assign multiple"
                    + " tag values to that key");
        }
        Refusals refusals = new Refusals();
        TagRows.check(refusals, tags);
        refusals.check();
        write(library.store(caller), caller.actor(), at, documentId, tags, all);
    }

    private void write(ItemStore store, Actor actor, Instant at, String documentId, List<NewTag> tags, boolean all) {
        TagRows.By by = new TagRows.By(actor.user(), documentId, at.truncatedTo(ChronoUnit.SECONDS));
        RowPlan first = TagRows.plan(by, tags, TagRows.of(store, documentId), all);
        if (!first.fits()) {
            first.run(changes.as(actor), store);
            return;
        }
        Object unused = changes.as(actor).run(store, () -> {
            Decision<?> decision = Decision.done();
            TagRows.plan(by, tags, TagRows.of(store, documentId), all).into(decision);
            return decision.isEmpty()
                    ? decision
                    : decision.check(Documents.DOCUMENT_BY_ID.of(documentId), Expect.PRESENT);
        });
    }

    private Message set(Given<Caller, SetTag> given) {
        SetTag asked = given.asked();
        library.require(given.by(), asked.documentId(), Permission.WRITE);
        if (rows(given.by(), asked.documentId(), asked.tagKey()).isEmpty()) {
            throw Refusals.notFound("Tag " + asked.tagKey() + " not found.");
        }
        TagValue body = asked.body();
        if (body.value() == null && (body.values() == null || body.values().isEmpty())) {
            throw Refusals.message("request body is invalid");
        }
        write(
                given.by(),
                given.at(),
                asked.documentId(),
                List.of(new NewTag(asked.tagKey(), body.value(), body.values())),
                false);
        return new Message("Updated tag '" + asked.tagKey() + "' on document '" + asked.documentId() + "'.");
    }

    private Decision<Message> delete(Given<Caller, ByTag> given) {
        ByTag asked = given.asked();
        library.require(given.by(), asked.documentId(), Permission.DELETE);
        List<Tag> rows = rows(given.by(), asked.documentId(), asked.tagKey());
        if (rows.isEmpty()) {
            throw Refusals.notFound("Tag '" + asked.tagKey() + "' not found.");
        }
        Decision<Message> decision = rows.size() > STEP
                ? Decision.step()
                : Decision.of(
                        new Message("Removed '" + asked.tagKey() + "' from document '" + asked.documentId() + "'."));
        rows.stream().limit(STEP).forEach(row -> decision.delete(DocumentTags.TAG, row, Expect.PRESENT));
        return decision;
    }

    private Decision<Message> deleteValue(Given<Caller, ByTagValue> given) {
        ByTagValue asked = given.asked();
        library.require(given.by(), asked.documentId(), Permission.DELETE);
        List<Tag> rows = rows(given.by(), asked.documentId(), asked.tagKey());
        List<String> left = new ArrayList<>(rows.stream().map(Tag::tagValue).toList());
        if (!left.remove(asked.tagValue())) {
            throw Refusals.notFound("Tag/Value combination not found.");
        }
        Decision<Message> decision =
                Decision.of(new Message("Removed Tag from document '" + asked.documentId() + "'."));
        TagRows.By by = new TagRows.By(
                rows.get(0).userId(), asked.documentId(), rows.get(0).inserteddate());
        RowPlan plan = new RowPlan();
        TagRows.replace(
                plan, asked.tagKey(), left.isEmpty() ? List.of() : TagRows.rows(by, asked.tagKey(), left), rows);
        if (!plan.fits()) {
            plan.run(changes.as(given.by()), library.store(given.by()));
            return decision;
        }
        plan.into(decision);
        return decision;
    }

    private Decision<Message> updateMatching(Given<Caller, UpdateMatching> given) {
        Matching body = given.asked().body();
        Refusals refusals = new Refusals();
        MatchedTag tag = body.match() == null ? null : body.match().tag();
        List<NewTag> tags = body.update() == null ? null : body.update().tags();
        refusals.addIf(body.match() == null, "match", "'match' required")
                .addIf(body.match() != null && tag == null, "match.tag", "'match.tag' required")
                .addIf(
                        tag != null && (tag.key() == null || tag.key().isEmpty()),
                        "match.tag.key",
                        "'match.tag.key' required")
                .addIf(body.update() == null || tags == null || tags.isEmpty(), "update", "'update' required");
        boolean hasUnnamed = tags != null
                && tags.stream()
                        .anyMatch(each -> each.key() == null || each.key().isEmpty());
        refusals.addIf(hasUnnamed, "update.keys.key", "'update.keys.key' required");
        refusals.check();
        TagRows.check(refusals, tags);
        refusals.check();
        return Decision.of(new Message("received update tags request"))
                .job(
                        MATCHING,
                        String.valueOf(java.util.Objects.requireNonNull(tag).key()),
                        new Job(
                                given.by().site(),
                                given.by().user(),
                                given.by().governs() ? null : given.by().groups(),
                                given.by().grant(),
                                tag,
                                java.util.Objects.requireNonNull(tags),
                                given.at().truncatedTo(ChronoUnit.SECONDS),
                                given.by().actor().identity()));
    }

    /** Changes the tags of the documents that match. What is done twice changes nothing. */
    public void runMatching(JobContext job) {
        Job asked = job.payload(Job.class);
        ItemStore store = library.store(asked.site());
        Bound<Tag> bound = bound(asked.match());
        List<String> documents = library.indexes(asked.site()).stream(bound, 1_000_000)
                .map(Tag::documentId)
                .distinct()
                .toList();
        Set<String> groups = asked.groups();
        FolderAccess access = groups == null ? FolderAccess.everywhere() : FolderAccess.of(store, groups);
        Grant grant = asked.grant() == null ? Grant.ALL : asked.grant();
        for (String documentId : documents) {
            if (job.isLost()) {
                return;
            }
            boolean mayWrite = library.find(store, documentId)
                    .filter(found -> access.allows(Library.accessPath(store, found.record()), Permission.WRITE)
                            && DocumentPolicy.allows(store, grant, Library.subjectOf(found.record())))
                    .isPresent();
            if (mayWrite) {
                retag(store, asked, documentId);
            }
        }
    }

    private void retag(ItemStore store, Job asked, String documentId) {
        String identity = asked.identity();
        Actor actor = new Actor(asked.user(), identity == null ? "" : identity, asked.site(), null, "JOB");
        if (Locks.stops(store, actor, documentId)) {
            return;
        }
        try {
            write(store, actor, asked.at(), documentId, asked.tags(), false);
        } catch (ApiException refused) {
            if (refused.problem().kind() != Kind.CONFLICT) {
                throw refused;
            } // somebody locked it at that moment
        }
    }

    private static Bound<Tag> bound(MatchedTag match) {
        String key = String.valueOf(match.key());
        String eq = match.eq();
        String beginning = match.beginsWith();
        if (eq != null && !eq.isEmpty()) {
            return DocumentTags.DOCUMENTS_BY_TAG.of(key, eq);
        }
        return beginning == null || beginning.isEmpty()
                ? DocumentTags.DOCUMENTS_BY_TAG_KEY.of(key)
                : DocumentTags.DOCUMENTS_BY_TAG_PREFIX.of(key, beginning);
    }

    /** The tags of documents as searches show them: a text, or several. */
    public static Map<String, Object> shown(List<Tag> rows, @Nullable List<String> keys) {
        Map<String, Object> shown = new java.util.TreeMap<>();
        TagRows.byKey(rows).forEach((key, values) -> {
            if (keys == null || keys.contains(key)) {
                shown.put(
                        key,
                        values.size() == 1
                                ? values.get(0).tagValue()
                                : values.stream().map(Tag::tagValue).toList());
            }
        });
        return shown;
    }
}
