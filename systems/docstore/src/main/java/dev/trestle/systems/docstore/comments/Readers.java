package dev.trestle.systems.docstore.comments;

import dev.trestle.platform.identity.Directory;
import dev.trestle.systems.docstore.documents.Caller;
import dev.trestle.systems.docstore.model.Document;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The people and groups who may read a document, as far as they are known by name: those it is shared with, and members of its groups. */
final class Readers {
    static final int GROUP_MEMBERS_MAX = 100;
    static final int READERS_MAX = 300;

    private final Directory directory;

    Readers(Directory directory) {
        this.directory = directory;
    }

    /** Somebody, or a group, who may be mentioned. */
    record ReaderView(String personId, @Nullable String name) {
        static ReaderView of(String principal, String tenant, Directory directory) {
            return new ReaderView(
                    principal,
                    Caller.isGroup(principal) ? Caller.groupOf(principal) : directory.nameOfMember(tenant, principal));
        }
    }

    /**
     * Those whom a document names, of {@code others} those who may read it by a group of theirs, and members of its groups.
     *
     * @param others people who have to do with the document, such as authors of comments
     */
    List<ReaderView> of(Document document, Collection<String> others) {
        String tenant = document.tenantId();
        Set<String> named = new LinkedHashSet<>(principals(document).toList());
        others.stream().filter(person -> mayRead(document, person)).forEach(named::add);
        Map<String, ReaderView> readers = new LinkedHashMap<>();
        named.forEach(principal -> readers.put(principal, ReaderView.of(principal, tenant, directory)));
        principals(document)
                .filter(Caller::isGroup)
                .takeWhile(group -> readers.size() < READERS_MAX)
                .flatMap(group -> directory.membersOfGroup(tenant, Caller.groupOf(group), GROUP_MEMBERS_MAX).stream())
                .forEach(member ->
                        readers.putIfAbsent(member.personId(), new ReaderView(member.personId(), member.name())));
        return readers.values().stream().limit(READERS_MAX).toList();
    }

    /** Whether somebody, who does not call, may read a document. */
    boolean mayRead(Document document, String personId) {
        Set<String> groups = directory.groupsOfMember(document.tenantId(), personId);
        return principals(document)
                .anyMatch(principal -> principal.equals(personId)
                        || (Caller.isGroup(principal) && groups.contains(Caller.groupOf(principal))));
    }

    private static Stream<String> principals(Document document) {
        return Stream.concat(
                Stream.of(document.owner()), Stream.concat(document.editors().stream(), document.viewers().stream()));
    }
}
