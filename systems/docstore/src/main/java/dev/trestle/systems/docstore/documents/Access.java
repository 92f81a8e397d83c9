package dev.trestle.systems.docstore.documents;

import dev.trestle.model.operation.Expect;
import dev.trestle.model.operation.Transaction;
import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.IfMatch;
import dev.trestle.platform.api.Problem.Violation;
import dev.trestle.platform.jobs.Jobs;
import dev.trestle.systems.docstore.documents.Requests.AccessList;
import dev.trestle.systems.docstore.model.Document;
import dev.trestle.systems.docstore.model.Share;
import dev.trestle.systems.docstore.model.SupportTable;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Who may see a document, and who may change it: its owner alone says so, and everybody may leave. */
public final class Access {
    static final int SHARED_MAX = 80;

    /** Beside the document itself and a job; a transaction has a hundred actions. */
    private static final int SHARE_ACTIONS_MAX = 98;

    private static final int PRINCIPAL_MAX = 200;

    private final Documents documents;
    private final Directory directory;
    private final Jobs jobs;

    public Access(Documents documents, Directory directory, Jobs jobs) {
        this.documents = documents;
        this.directory = directory;
        this.jobs = jobs;
    }

    /**
     * An access list as callers see it.
     *
     * @param names of those whom the built-in issuer knows as members of the tenant
     */
    public record AccessView(String owner, List<String> editors, List<String> viewers, Map<String, String> names) {}

    public AccessView view(Document document) {
        Map<String, String> names = new TreeMap<>();
        List<String> all = new ArrayList<>(List.of(document.owner()));
        all.addAll(document.editors());
        all.addAll(document.viewers());
        for (String principal : all) {
            String name = directory.nameOfMember(document.tenantId(), principal);
            if (name != null) {
                names.put(principal, name);
            }
        }
        return new AccessView(document.owner(), document.editors(), document.viewers(), names);
    }

    public Document change(Caller caller, String id, IfMatch startedFrom, AccessList asked) {
        documents.get(caller, id, Rights.CHANGE_ACCESS);
        startedFrom.required();
        String owner = checked("owner", asked.owner());
        Set<String> editors = checked("editors", asked.editors());
        Set<String> viewers = checked("viewers", asked.viewers());
        editors.remove(owner);
        viewers.remove(owner);
        viewers.removeAll(editors);
        if (editors.size() + viewers.size() > SHARED_MAX) {
            throw ApiException.invalid(
                    "editors", "and viewers are " + SHARED_MAX + " together at most: share with a group instead");
        }
        Document changed = documents.change(caller, id, Rights.CHANGE_ACCESS, (read, transaction) -> {
            Document before = read.record();
            startedFrom.check(Tags.access(before), () -> view(before));
            Document after = Revised.shared(
                    before,
                    owner,
                    List.copyOf(editors),
                    List.copyOf(viewers),
                    documents.times().after(before.updatedAt()));
            if (hasSameAccess(before, after)) {
                return before;
            }
            requireMembers(caller, before, after);
            return shared(caller, transaction, before, after);
        });
        jobs.committed();
        return changed;
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
                .filter(principal -> !had.contains(principal) && !directory.mayBeGiven(caller, principal))
                .map(principal -> new Violation(
                        field,
                        "has " + principal + ", who is no member of this tenant. Look people up by their address"))
                .toList();
    }

    private static boolean hasSameAccess(Document one, Document other) {
        return one.owner().equals(other.owner())
                && one.editors().equals(other.editors())
                && one.viewers().equals(other.viewers());
    }

    private Document shared(Caller caller, Transaction transaction, Document before, Document after) {
        List<Share> added = Share.of(after);
        Set<String> staying = added.stream().map(Share::principal).collect(Collectors.toSet());
        List<Share> leaving = Share.of(before).stream()
                .filter(share -> !staying.contains(share.principal()))
                .toList();
        added.forEach(share -> transaction.put(SupportTable.SHARE, share));
        int atOnce = Math.min(leaving.size(), SHARE_ACTIONS_MAX - added.size());
        leaving.subList(0, atOnce).forEach(share -> transaction.delete(SupportTable.SHARE, share, Expect.ANYTHING));
        if (atOnce < leaving.size()) {
            // Until then the lists leave out what their reader may not see.
            Unsharing.enqueue(jobs, transaction, caller.tenant(), after.id(), leaving.subList(atOnce, leaving.size()));
        }
        return after;
    }

    /** The caller's own name goes from the lists; what is shared with their groups stays shared. */
    public void leave(Caller caller, String id) {
        documents.change(caller, id, Rights.READ, (read, transaction) -> {
            Document before = read.record();
            List<String> editors = new ArrayList<>(before.editors());
            List<String> viewers = new ArrayList<>(before.viewers());
            boolean listed = editors.remove(caller.subject()) | viewers.remove(caller.subject());
            if (!listed) {
                throw ApiException.conflict(
                        before.owner().equals(caller.subject())
                                ? "An owner cannot leave: hand the document over first, or delete it."
                                : "It is shared with a group that you are in. Leave the group, or ask the owner.",
                        null);
            }
            Document after = Revised.shared(
                    before, before.owner(), editors, viewers, documents.times().after(before.updatedAt()));
            return shared(caller, transaction, before, after);
        });
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
            throw ApiException.invalid(field, "must be users, or groups as group:name");
        }
        return clean;
    }
}
