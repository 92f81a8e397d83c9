package dev.trestle.systems.docstore.comments;

import dev.trestle.platform.identity.Directory;
import dev.trestle.systems.docstore.documents.Caller;
import dev.trestle.systems.docstore.model.Document;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The people who may read a document, as far as they are known by name: those it is shared with, and members of its groups. */
final class Readers {
    private final Directory directory;

    Readers(Directory directory) {
        this.directory = directory;
    }

    /** Somebody who may be mentioned. */
    record ReaderView(String personId, @Nullable String name) {}

    /**
     * Those whom a document names, and of {@code others} those who may read it by a group of theirs.
     *
     * @param others people who have to do with the document, such as authors of comments
     */
    List<ReaderView> of(Document document, Collection<String> others) {
        Set<String> people = new LinkedHashSet<>();
        principals(document).filter(principal -> !Caller.isGroup(principal)).forEach(people::add);
        others.stream().filter(person -> mayRead(document, person)).forEach(people::add);
        List<ReaderView> readers = new ArrayList<>();
        people.forEach(
                person -> readers.add(new ReaderView(person, directory.nameOfMember(document.tenantId(), person))));
        return readers;
    }

    /** Whether somebody, who does not call, may read a document. */
    boolean mayRead(Document document, String personId) {
        Set<String> groups = directory.groupsOfMember(document.tenantId(), personId);
        return principals(document)
                .anyMatch(principal -> principal.equals(personId)
                        || (Caller.isGroup(principal) && groups.contains(principal.substring(Caller.GROUP.length()))));
    }

    private static Stream<String> principals(Document document) {
        return Stream.concat(
                Stream.of(document.owner()), Stream.concat(document.editors().stream(), document.viewers().stream()));
    }
}
