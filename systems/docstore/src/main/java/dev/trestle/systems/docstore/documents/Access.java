package dev.trestle.systems.docstore.documents;

import dev.trestle.model.operation.Expect;
import dev.trestle.model.operation.Stored;
import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.Problem.Violation;
import dev.trestle.platform.identity.Directory;
import dev.trestle.platform.operation.Decision;
import dev.trestle.platform.operation.Given;
import dev.trestle.systems.docstore.documents.Requests.AccessList;
import dev.trestle.systems.docstore.model.Document;
import dev.trestle.systems.docstore.model.DocumentsTable;
import dev.trestle.systems.docstore.model.Share;
import dev.trestle.systems.docstore.model.SupportTable;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Who may see a document, and who may change it: its owner alone says so, and everybody may leave. */
final class Access {
    static final int SHARED_MAX = 80;

    /** Beside the document itself, a job, and one for each role's notices; a transaction has a hundred actions. */
    private static final int SHARE_ACTIONS_MAX = 95;

    private static final int PRINCIPAL_MAX = 200;

    private final Directory directory;
    private final DocumentNotices notices;

    Access(Directory directory, DocumentNotices notices) {
        this.directory = directory;
        this.notices = notices;
    }

    /**
     * An access list as callers see it.
     *
     * @param names of those whom the built-in issuer knows as members of the tenant
     */
    public record AccessView(String owner, List<String> editors, List<String> viewers, Map<String, String> names) {}

    AccessView view(Document document) {
        Map<String, String> names = new TreeMap<>();
        List<String> all = new ArrayList<>(List.of(document.owner()));
        all.addAll(document.editors());
        all.addAll(document.viewers());
        for (String principal : all) {
            String name = Caller.isGroup(principal) ? null : directory.nameOfMember(document.tenantId(), principal);
            if (name != null) {
                names.put(principal, name);
            }
        }
        return new AccessView(document.owner(), document.editors(), document.viewers(), names);
    }

    Decision<Document> change(Given<Caller, Requests.ChangeAccess> given, Stored<Document> read) {
        Document before = read.record();
        AccessList asked = given.asked().body();
        String owner = checked("owner", asked.owner());
        Set<String> editors = checked("editors", asked.editors());
        Set<String> viewers = checked("viewers", asked.viewers());
        editors.remove(owner);
        viewers.remove(owner);
        viewers.removeAll(editors);
        if (editors.size() + viewers.size() > SHARED_MAX) {
            throw ApiException.invalid(
                            "editors",
                            "and viewers are " + SHARED_MAX + " together at most: share with a group instead")
                    .withCode("sharing-full", Map.of("n", SHARED_MAX));
        }
        Document after = shared(before, owner, editors, viewers, given.after(before.updatedAt()));
        if (hasSameAccess(before, after)) {
            return Decision.of(before);
        }
        requireMembers(given.by(), before, after);
        Decision<Document> change = shared(given.by(), Decision.of(after), read, after);
        notices.shared(change, given.by(), before, after, after.updatedAt());
        return change;
    }

    /**
     * Nobody is given more than they had unless they are of the tenant. Those who have left it may stay listed, which lets them in nowhere:
     * otherwise nothing else in the list could be changed.
     */
    private void requireMembers(Caller caller, Document before, Document after) {
        Set<String> owned = Set.of(before.owner());
        Set<String> edited = union(owned, before.editors());
        List<Violation> violations = new ArrayList<>();
        violations.addAll(strangers(caller, "owner", List.of(after.owner()), owned));
        violations.addAll(strangers(caller, "editors", after.editors(), edited));
        violations.addAll(strangers(caller, "viewers", after.viewers(), union(edited, before.viewers())));
        if (!violations.isEmpty()) {
            throw ApiException.invalid(violations);
        }
    }

    private static Set<String> union(Set<String> some, List<String> more) {
        Set<String> all = new HashSet<>(some);
        all.addAll(more);
        return all;
    }

    /** The same words for somebody of another tenant and for nobody. */
    private List<Violation> strangers(Caller caller, String field, List<String> asked, Set<String> had) {
        return asked.stream()
                .filter(principal -> !had.contains(principal) && !mayBeGiven(caller, principal))
                .map(principal -> new Violation(
                                field,
                                "has " + principal
                                        + ", who is no member of this tenant. Look people up by their address")
                        .withCode("no-member", Map.of("name", principal)))
                .toList();
    }

    /** Groups are names in tokens, and are not checked. */
    private boolean mayBeGiven(Caller caller, String principal) {
        return Caller.isGroup(principal)
                || principal.equals(caller.subject())
                || directory.mayBeMember(caller.tenant(), principal, caller.issuer());
    }

    private static Document shared(
            Document before, String owner, Collection<String> editors, Collection<String> viewers, Instant at) {
        return before.with(to -> to.owner(owner)
                .editors(List.copyOf(editors))
                .viewers(List.copyOf(viewers))
                .updatedAt(at));
    }

    private static boolean hasSameAccess(Document one, Document other) {
        return one.owner().equals(other.owner())
                && one.editors().equals(other.editors())
                && one.viewers().equals(other.viewers());
    }

    private static <R> Decision<R> shared(Caller caller, Decision<R> decision, Stored<Document> read, Document after) {
        List<Share> added = Share.of(after);
        Set<String> staying = added.stream().map(Share::principal).collect(Collectors.toSet());
        List<Share> leaving = Share.of(read.record()).stream()
                .filter(share -> !staying.contains(share.principal()))
                .toList();
        decision.replace(DocumentsTable.DOCUMENT, read, after);
        added.forEach(share -> decision.put(SupportTable.SHARE, share));
        int atOnce = Math.min(leaving.size(), SHARE_ACTIONS_MAX - added.size());
        leaving.subList(0, atOnce).forEach(share -> decision.delete(SupportTable.SHARE, share, Expect.ANYTHING));
        // Until the job has run, the lists leave out what their reader may not see.
        return atOnce < leaving.size()
                ? Unsharing.enqueue(decision, caller, after.id(), leaving.subList(atOnce, leaving.size()))
                : decision;
    }

    /** Makes somebody else the owner. Whoever was it becomes an editor, so that nobody loses what they work on. */
    Decision<Document> handOver(Given<Caller, Requests.HandOver> given, Stored<Document> read) {
        Document before = read.record();
        String owner = checked("owner", given.asked().body().owner());
        if (owner.equals(before.owner())) {
            return Decision.of(before);
        }
        Set<String> editors = new LinkedHashSet<>(before.editors());
        editors.add(before.owner());
        editors.remove(owner);
        List<String> viewers = new ArrayList<>(before.viewers());
        viewers.remove(owner);
        viewers.remove(before.owner());
        if (editors.size() + viewers.size() > SHARED_MAX) {
            throw ApiException.conflict(
                            "It is shared with " + SHARED_MAX
                                    + " already: there is no room for the former owner. Remove somebody first.",
                            null)
                    .withCode("shared-with-too-many");
        }
        Document after = shared(before, owner, editors, viewers, given.after(before.updatedAt()));
        requireMembers(given.by(), before, after);
        Decision<Document> change = shared(given.by(), Decision.of(after), read, after);
        notices.shared(change, given.by(), before, after, after.updatedAt());
        return change;
    }

    /** The caller's own name goes from the lists; what is shared with their groups stays shared. */
    Decision<Document> leave(Given<Caller, Requests.ById> given, Stored<Document> read) {
        Document before = read.record();
        String subject = given.by().subject();
        List<String> editors = new ArrayList<>(before.editors());
        List<String> viewers = new ArrayList<>(before.viewers());
        boolean listed = editors.remove(subject) | viewers.remove(subject);
        if (!listed) {
            throw before.owner().equals(subject)
                    ? ApiException.conflict("An owner cannot leave: hand the document over first, or delete it.", null)
                            .withCode("owner-stays")
                    : ApiException.conflict(
                                    "It is shared with a group that you are in. Leave the group, or ask the owner.",
                                    null)
                            .withCode("shared-by-group");
        }
        Document after = shared(before, before.owner(), editors, viewers, given.after(before.updatedAt()));
        return shared(given.by(), Decision.of(after), read, after);
    }

    private static Set<String> checked(String field, List<String> principals) {
        Set<String> clean = new LinkedHashSet<>();
        principals.forEach(principal -> clean.add(checked(field, principal)));
        return clean;
    }

    private static String checked(String field, String principal) {
        String clean = principal.strip();
        boolean odd = clean.chars().anyMatch(c -> c < ' ' || c == 127);
        if (clean.isEmpty() || odd || clean.length() > PRINCIPAL_MAX || clean.equals(Caller.GROUP)) {
            throw ApiException.invalid(field, "must be users, or groups as group:name")
                    .withCode("principal-form");
        }
        return clean;
    }
}
