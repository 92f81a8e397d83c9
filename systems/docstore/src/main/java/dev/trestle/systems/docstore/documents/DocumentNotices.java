package dev.trestle.systems.docstore.documents;

import dev.trestle.platform.identity.Directory;
import dev.trestle.platform.jobs.JobHandler;
import dev.trestle.platform.notices.NewNotice;
import dev.trestle.platform.notices.NoticeKind;
import dev.trestle.platform.notices.Notices;
import dev.trestle.platform.notices.Notices.Address;
import dev.trestle.platform.operation.Decision;
import dev.trestle.systems.docstore.model.Document;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** The notices that people get about documents. Members of groups get none of what is shared with the group. */
public final class DocumentNotices {
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

    /** Adds to a change of an access list those who could not read the document before. */
    void shared(Decision<?> change, Caller by, Document before, Document after, Instant at) {
        Collection<String> had = people(before);
        for (Rights.Role role : Rights.Role.values()) {
            List<String> added = listed(after, role).stream()
                    .filter(person -> !Caller.isGroup(person) && !had.contains(person))
                    .toList();
            NewNotice notice = notice(NoticeKind.SHARED, "shared", by, after, link(after.id()))
                    .word("role", "docstore.notice.role." + role.name().toLowerCase(Locale.ROOT));
            notices.add(change, address(by, added), at, notice);
        }
    }

    /** Adds to a decision that writes a comment on a document those whom it mentions, all of whom may read the document. */
    public void mentioned(
            Decision<?> change, Caller by, Document document, Collection<String> people, String text, Instant at) {
        NewNotice notice =
                notice(NoticeKind.MENTIONED, "mentioned", by, document, link(document.id()) + "?comments=yes");
        notices.add(change, address(by, List.copyOf(people)), at, notice.with("text", text));
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

    private static Collection<String> people(Document document) {
        return Stream.of(Rights.Role.values())
                .flatMap(role -> listed(document, role).stream())
                .toList();
    }

    /** Puts the notices into inboxes. */
    public JobHandler handler() {
        return notices.handler(Optional::of);
    }
}
