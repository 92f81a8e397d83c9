package dev.trestle.systems.docstore.presence;

import dev.trestle.model.operation.Expect;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.platform.api.Page;
import dev.trestle.platform.identity.Directory;
import dev.trestle.platform.operation.Decision;
import dev.trestle.platform.operation.Given;
import dev.trestle.platform.operation.Operations;
import dev.trestle.platform.schema.About;
import dev.trestle.platform.schema.Length;
import dev.trestle.platform.time.Lifetime;
import dev.trestle.systems.docstore.documents.Caller;
import dev.trestle.systems.docstore.documents.Documents;
import dev.trestle.systems.docstore.documents.Requests;
import dev.trestle.systems.docstore.documents.Requests.ById;
import dev.trestle.systems.docstore.documents.Requests.OfDocument;
import dev.trestle.systems.docstore.documents.Rights;
import dev.trestle.systems.docstore.documents.Rights.Role;
import dev.trestle.systems.docstore.model.Document;
import dev.trestle.systems.docstore.model.Presence;
import dev.trestle.systems.docstore.model.SupportTable;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Who has a document open: told by heartbeats, each 30 s, to those who may read it. */
public final class PresenceOperations {
    public static final Lifetime LIFE = new Lifetime(Duration.ofSeconds(90));

    /** Further people are not shown to others. */
    private static final int PRESENT_MAX = 50;

    /** Expired rows may still be stored. */
    private static final int READ_MAX = 4 * PRESENT_MAX;

    private final Documents documents;
    private final Directory directory;

    public PresenceOperations(Documents documents, Directory directory) {
        this.documents = documents;
        this.directory = directory;
    }

    record Heartbeat(@Length(min = 1, max = Requests.ID_MAX) String id, Doing body) implements OfDocument {}

    record Doing(
            @About("Whether the caller writes, or only reads")
            boolean editing) {}

    /** Somebody who has the document open; {@code until} is when that ends without another heartbeat. */
    public record PresentView(String personId, @Nullable String name, boolean editing, Instant since, Instant until) {
        static PresentView of(Presence presence) {
            return new PresentView(
                    presence.personId(),
                    presence.name(),
                    presence.isEditing(),
                    presence.startedAt(),
                    presence.lastHeartbeat().plus(LIFE.length()));
        }
    }

    public void declare(Operations<Caller> operations) {
        operations
                .get("listPresent", "/documents/{id}/presence", ById.class)
                .about("Who has it open")
                .right(Rights.READ)
                .on(documents.atLeast(Role.VIEWER), documents::latest)
                .givesPage(PresentView.class, (given, read) -> new Page<>(present(given), null));
        operations
                .put("bePresent", "/documents/{id}/presence", Heartbeat.class)
                .about("A heartbeat, each 30 s, of somebody who has it open")
                .right(Rights.BE_PRESENT)
                .on(documents.atLeast(Role.VIEWER), documents::latest)
                .givesPage(PresentView.class, (given, read) -> new Page<>(heartbeat(given, read.record()), null));
        operations
                .delete("endPresence", "/documents/{id}/presence", ById.class)
                .about("The caller has closed it")
                .right(Rights.BE_PRESENT)
                .on(documents.atLeast(Role.VIEWER), documents::latest)
                .changes((given, read) -> Decision.done()
                        .delete(
                                SupportTable.PRESENCE_OF.of(
                                        given.asked().id(), given.by().subject()),
                                Expect.ANYTHING))
                .givesNothing();
    }

    private List<PresentView> present(Given<Caller, ? extends OfDocument> given) {
        return alive(given).stream().map(PresentView::of).toList();
    }

    private List<Presence> alive(Given<Caller, ? extends OfDocument> given) {
        return documents
                .within(given.by())
                .first(SupportTable.PRESENT.of(given.asked().id()), READ_MAX)
                .stream()
                .filter(presence -> LIFE.isAlive(presence.lastHeartbeat(), given.at()))
                .limit(PRESENT_MAX)
                .toList();
    }

    private List<PresentView> heartbeat(Given<Caller, Heartbeat> given, Document document) {
        Caller caller = given.by();
        ItemStore tenant = documents.within(caller);
        List<Presence> there = alive(given);
        Optional<Presence> own = there.stream()
                .filter(presence -> presence.personId().equals(caller.subject()))
                .findFirst();
        if (own.isPresent() || there.size() < PRESENT_MAX) {
            Instant now = given.at();
            // A viewer writes nothing, whatever is sent.
            boolean isEditing = given.asked().body().editing() && Rights.roleOf(caller, document) != Role.VIEWER;
            tenant.put(
                    SupportTable.PRESENCE,
                    new Presence(
                            caller.tenant(),
                            document.id(),
                            caller.subject(),
                            directory.nameOfMember(caller.tenant(), caller.subject()),
                            isEditing,
                            own.map(Presence::startedAt).orElse(now),
                            now,
                            LIFE.expiry(now)));
        }
        return present(given);
    }
}
