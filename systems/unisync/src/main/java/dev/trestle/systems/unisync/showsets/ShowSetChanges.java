package dev.trestle.systems.unisync.showsets;

import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Stored;
import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.Patch;
import dev.trestle.platform.api.Problem.Violation;
import dev.trestle.platform.operation.Decision;
import dev.trestle.platform.time.Ids;
import dev.trestle.platform.time.Times;
import dev.trestle.systems.unisync.activity.Audit;
import dev.trestle.systems.unisync.activity.Line;
import dev.trestle.systems.unisync.model.ActivityDetails;
import dev.trestle.systems.unisync.model.AuditAction;
import dev.trestle.systems.unisync.model.AuditEntry;
import dev.trestle.systems.unisync.model.LinkField;
import dev.trestle.systems.unisync.model.Links;
import dev.trestle.systems.unisync.model.Note;
import dev.trestle.systems.unisync.model.ShowSet;
import dev.trestle.systems.unisync.model.StageName;
import dev.trestle.systems.unisync.model.User;
import dev.trestle.systems.unisync.model.UsersTable;
import dev.trestle.systems.unisync.notes.Notes;
import dev.trestle.systems.unisync.people.Rights;
import dev.trestle.systems.unisync.showsets.ShowSetRequests.LinksUpdate;
import dev.trestle.systems.unisync.showsets.ShowSetRequests.ShowSetPatch;
import dev.trestle.systems.unisync.showsets.ShowSetRequests.StageUpdate;
import dev.trestle.systems.unisync.showsets.ShowSetRequests.VersionChange;
import dev.trestle.systems.unisync.showsets.ShowSets.Extras;
import dev.trestle.systems.unisync.translation.Texts;
import java.net.URI;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The changes of ShowSets that people ask for, each a decision about a draft. */
public final class ShowSetChanges {
    private static final Set<String> SCHEMES = Set.of("http", "https");

    private final ShowSets showSets;
    private final ItemStore store;
    private final Naming naming;
    private final Ids ids;

    public ShowSetChanges(ShowSets showSets, ItemStore store, Naming naming, Ids ids) {
        this.showSets = showSets;
        this.store = store.consistent();
        this.naming = naming;
        this.ids = ids;
    }

    private Draft draft(User by, Instant at, Stored<ShowSet> read) {
        ShowSet before = read.record();
        return new Draft(before, by, Times.after(at, before.updatedAt()), ids);
    }

    public Decision<ShowSet> stage(User by, Instant at, Stored<ShowSet> read, StageName name, StageUpdate asked) {
        Draft draft = draft(by, at, read);
        User assignee = asked.assignedTo() instanceof Patch.To<String> to ? assignee(to.value()) : null;
        boolean sentBack = StageRules.update(draft, name, asked, assignee);
        return showSets.decided(read, draft, new Extras(null, sentBack ? revisionNote(draft, asked) : null, assignee));
    }

    private User assignee(String userId) {
        return store.get(UsersTable.USER_BY_ID.of(userId))
                .filter(Rights::isActive)
                .orElseThrow(() ->
                        ApiException.invalid("assignedTo", "is no active user").withCode("user-not-active"));
    }

    private Note revisionNote(Draft draft, StageUpdate asked) {
        Notes.Text text = new Notes.Text(
                Objects.requireNonNull(asked.revisionNote()), Objects.requireNonNull(asked.revisionNoteLang()));
        return Notes.revision(ids, draft.before, draft.by, draft.at, text);
    }

    Decision<ShowSet> edit(User by, Instant at, Stored<ShowSet> read, ShowSetPatch asked) {
        naming.check(asked.showSetId(), asked.scene());
        Draft draft = draft(by, at, read);
        draft.now = asked.applyTo(draft.before);
        AuditAction action = draft.isRenamed() ? AuditAction.SHOWSET_RENAMED : AuditAction.SHOWSET_EDITED;
        Map<String, String> details = differences(draft.before, draft.now);
        return showSets.decided(read, draft, Extras.audit(audit(draft, action, details)));
    }

    /** What an edit is about. */
    static Object descriptive(ShowSet showSet) {
        return List.of(showSet.area(), showSet.scene(), showSet.description(), showSet.vmList());
    }

    private static Map<String, String> differences(ShowSet before, ShowSet after) {
        Map<String, String> details = new TreeMap<>();
        Audit.difference(details, "showSetId", before.showSetId(), after.showSetId());
        Audit.difference(details, "area", before.area(), after.area());
        Audit.difference(details, "scene", before.scene(), after.scene());
        if (!after.description().equals(before.description())) {
            details.put("description", "changed");
        }
        if (!after.vmList().equals(before.vmList())) {
            details.put("vmList", "changed");
        }
        return details;
    }

    public Decision<ShowSet> links(User by, Instant at, Stored<ShowSet> read, LinksUpdate asked) {
        check("modelUrl", asked.modelUrl());
        check("drawingsUrl", asked.drawingsUrl());
        Draft draft = draft(by, at, read);
        Links before = draft.before.links();
        Links after = new Links(
                asked.modelUrl().applyTo(before.modelUrl()), asked.drawingsUrl().applyTo(before.drawingsUrl()));
        draft.now = draft.before.withLinks(after);
        tell(draft, LinkField.MODEL_URL, before.modelUrl(), after.modelUrl());
        tell(draft, LinkField.DRAWINGS_URL, before.drawingsUrl(), after.drawingsUrl());
        return showSets.decided(read, draft, Extras.NONE);
    }

    private static void tell(Draft draft, LinkField field, @Nullable String before, @Nullable String after) {
        if (!Objects.equals(before, after)) {
            draft.tell(Line.of(new ActivityDetails.LinkUpdate(field, after)));
        }
    }

    private static void check(String field, Patch<String> link) {
        if (link instanceof Patch.To<String> to && !isWebAddress(to.value())) {
            throw ApiException.invalid(field, "must be an address that begins with http:// or https://")
                    .withCode("no-http-address");
        }
    }

    private static boolean isWebAddress(String text) {
        try {
            URI uri = URI.create(text);
            return uri.getScheme() != null && SCHEMES.contains(uri.getScheme()) && uri.getHost() != null;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    Decision<ShowSet> version(User by, Instant at, Stored<ShowSet> read, VersionChange asked) {
        Draft draft = draft(by, at, read);
        int before = draft.version(asked.versionType());
        int after = asked.targetVersion() == null ? before + 1 : asked.targetVersion();
        if (after != before) {
            draft.version(asked.versionType(), after, Texts.in(asked.language(), asked.reason()));
            draft.tell(Line.of(new ActivityDetails.VersionUpdate(
                    Stages.loggedUnder(asked.versionType()), Integer.toString(after))));
        }
        return showSets.decided(read, draft, Extras.NONE);
    }

    /**
     * Several changes at once, all or none.
     *
     * @throws ApiException if a rule refuses one of them; its first violation names the field or the stage
     */
    public Decision<ShowSet> revise(User by, Instant at, Stored<ShowSet> read, Revision asked) {
        Draft draft = revised(by, at, read.record(), asked);
        Map<String, String> details = differences(draft.before, draft.now);
        return showSets.decided(
                read,
                draft,
                details.isEmpty() ? Extras.NONE : Extras.audit(audit(draft, AuditAction.SHOWSET_EDITED, details)));
    }

    /** What a rule says against a revision; empty if it would be done. */
    public List<Violation> problems(User by, Instant at, ShowSet before, Revision asked) {
        try {
            revised(by, at, before, asked);
            return List.of();
        } catch (ApiException refused) {
            List<Violation> found = refused.problem().violations();
            return found.isEmpty() ? List.of(new Violation("", refused.problem().message())) : found;
        }
    }

    private Draft revised(User by, Instant at, ShowSet before, Revision asked) {
        naming.check(null, asked.patch().scene());
        Draft draft = new Draft(before, by, Times.after(at, before.updatedAt()), ids);
        draft.now = asked.patch().applyTo(before);
        asked.stages().entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .forEach(each -> StageRules.update(draft, each.getKey(), StageUpdate.to(each.getValue()), null));
        asked.versions().entrySet().stream().sorted(Map.Entry.comparingByKey()).forEach(each -> {
            if (draft.version(each.getKey()) != each.getValue()) {
                draft.version(each.getKey(), each.getValue());
                draft.tell(Line.of(new ActivityDetails.VersionUpdate(
                        Stages.loggedUnder(each.getKey()), Integer.toString(each.getValue()))));
            }
        });
        return draft;
    }

    public Decision<ShowSet> lock(User by, Instant at, Stored<ShowSet> read) {
        Draft draft = draft(by, at, read);
        if (draft.isLocked()) {
            throw ApiException.conflict("It is locked already.", draft.before).withCode("locked-already");
        }
        draft.now = draft.before.with(to -> to.lockedAt(draft.at).lockedBy(by.userId()));
        return showSets.decided(read, draft, Extras.audit(audit(draft, AuditAction.SHOWSET_LOCKED, Map.of())));
    }

    Decision<ShowSet> unlock(User by, Instant at, Stored<ShowSet> read, List<StageName> stagesToReset) {
        Draft draft = draft(by, at, read);
        if (!draft.isLocked()) {
            throw ApiException.conflict("It is not locked.", draft.before).withCode("not-locked");
        }
        draft.now = draft.before.with(to -> to.lockedAt(null).lockedBy(null));
        StageRules.sendBack(draft, stagesToReset);
        return showSets.decided(read, draft, Extras.audit(audit(draft, AuditAction.SHOWSET_UNLOCKED, Map.of())));
    }

    private AuditEntry audit(Draft draft, AuditAction action, Map<String, String> details) {
        return new Audit(ids, draft.by, draft.at).ofShowSet(draft.now.showSetId(), action, details);
    }
}
