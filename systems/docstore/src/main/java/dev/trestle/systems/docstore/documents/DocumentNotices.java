package dev.trestle.systems.docstore.documents;

import dev.trestle.platform.identity.Directory;
import dev.trestle.platform.jobs.JobHandler;
import dev.trestle.platform.notices.NewNotice;
import dev.trestle.platform.notices.NoticeKind;
import dev.trestle.platform.notices.Notices;
import dev.trestle.platform.notices.Notices.Address;
import dev.trestle.platform.operation.Decision;
import dev.trestle.platform.table.Person;
import dev.trestle.systems.docstore.model.Comment;
import dev.trestle.systems.docstore.model.Document;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;

/** The notices that people get about documents. What goes to a group goes to its members, {@value #GROUP_MEMBERS_MAX} of them at most. */
public final class DocumentNotices {
    static final int GROUP_MEMBERS_MAX = 500;

    private final Notices notices;
    private final Directory directory;

    public DocumentNotices(Notices notices, Directory directory) {
        this.notices = notices;
        this.directory = directory;
    }

    /** The page of a document. */
    static String link(String id) {
        return "/docstore/" + URLEncoder.encode(id, StandardCharsets.UTF_8).replace("+", "%20");
    }

    /** The page of a document, at one of its comments. */
    static String link(String id, String commentId) {
        return link(id) + "?comments=yes&comment=" + URLEncoder.encode(commentId, StandardCharsets.UTF_8);
    }

    /**
     * Adds to a change of an access list those who could not read the document before, members of groups among them. Somebody whom it
     * names in two ways is told once, of the role in which they may do more.
     */
    void shared(Decision<?> change, Caller by, Document before, Document after, Instant at) {
        List<String> told = new ArrayList<>(principals(before));
        for (Rights.Role role : Rights.Role.values()) {
            List<String> added = listed(after, role).stream()
                    .filter(principal -> !told.contains(principal))
                    .toList();
            NewNotice notice = notice(NoticeKind.SHARED, "shared", by, after, link(after.id()))
                    .word("role", "docstore.notice.role." + role.name().toLowerCase(Locale.ROOT));
            notices.add(change, address(by, added).except(told), at, notice);
            told.addAll(added);
        }
    }

    /** Adds to a decision that writes a comment on a document those whom it mentions, all of whom may read the document. */
    public void mentioned(
            Decision<?> change, Caller by, Document document, Comment comment, Collection<String> principals) {
        Instant editedAt = comment.editedAt();
        NewNotice notice =
                notice(NoticeKind.MENTIONED, "mentioned", by, document, link(document.id(), comment.commentId()));
        notices.add(
                change,
                address(by, List.copyOf(principals)),
                editedAt == null ? comment.createdAt() : editedAt,
                notice.with("text", comment.text()));
    }

    private NewNotice notice(NoticeKind kind, String code, Caller by, Document document, String link) {
        NewNotice notice = NewNotice.of(kind, code, document.displayName(), link);
        String name = directory.nameOfMember(by.tenant(), by.subject());
        return name == null ? notice : notice.by(name);
    }

    private static Address address(Caller by, List<String> to) {
        return new Address(by.tenant(), to, by.subject(), by.issuer());
    }

    private static List<String> listed(Document document, Rights.Role role) {
        return switch (role) {
            case OWNER -> List.of(document.owner());
            case EDITOR -> document.editors();
            case VIEWER -> document.viewers();
        };
    }

    private static Collection<String> principals(Document document) {
        return Stream.of(Rights.Role.values())
                .flatMap(role -> listed(document, role).stream())
                .toList();
    }

    /** Puts the notices into inboxes. */
    public JobHandler handler() {
        return notices.handlerOf(this::subjects);
    }

    /** The people themselves, and members of groups, without those who were told of it already or could read the document before. */
    private Collection<String> subjects(Address address) {
        String tenant = Objects.requireNonNull(address.tenant());
        Set<String> subjects = new LinkedHashSet<>();
        for (String principal : address.to()) {
            if (Caller.isGroup(principal)) {
                directory.membersOfGroup(tenant, Caller.groupOf(principal), GROUP_MEMBERS_MAX).stream()
                        .map(Person::personId)
                        .forEach(subjects::add);
            } else {
                subjects.add(principal);
            }
        }
        subjects.removeIf(person -> isExcepted(address, tenant, person));
        subjects.remove(address.by());
        return subjects;
    }

    private boolean isExcepted(Address address, String tenant, String person) {
        return address.except().contains(person)
                || (address.except().stream().anyMatch(Caller::isGroup)
                        && directory.groupsOfMember(tenant, person).stream()
                                .anyMatch(group -> address.except().contains(Caller.GROUP + group)));
    }
}
