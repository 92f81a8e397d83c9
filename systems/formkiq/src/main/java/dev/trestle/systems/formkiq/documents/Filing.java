package dev.trestle.systems.formkiq.documents;

import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Stored;
import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.Problem.Kind;
import dev.trestle.platform.jobs.JobContext;
import dev.trestle.platform.operation.Changes;
import dev.trestle.platform.operation.Decision;
import dev.trestle.systems.formkiq.api.Actor;
import dev.trestle.systems.formkiq.api.Caller;
import dev.trestle.systems.formkiq.attributes.DocumentValues;
import dev.trestle.systems.formkiq.documents.DocumentViews.NewDocument;
import dev.trestle.systems.formkiq.model.Documents.Document;
import dev.trestle.systems.formkiq.tags.TagViews.NewTag;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Files documents that were left outside of the operations on documents, and deletes them when their time is over. */
public final class Filing {
    /** The type of the jobs that delete documents which were to be there for a while. */
    static final String EXPIRE = "expire-document";

    private static final Duration LOOK_AGAIN = Duration.ofHours(1);

    private final Library library;
    private final Creation creation;
    private final Disposing disposing;
    private final Changes changes;
    private final Clock clock;

    Filing(Library library, Creation creation, Disposing disposing, Changes changes, Clock clock) {
        this.library = library;
        this.creation = creation;
        this.disposing = disposing;
        this.changes = changes;
        this.clock = clock;
    }

    /**
     * A document that was left somewhere.
     *
     * @param expires when it goes; null for one that stays
     */
    public record Left(
            String documentId,
            String path,
            @Nullable String contentType,
            byte[] content,
            List<NewTag> tags,
            @Nullable Instant expires) {
        @Override
        public String toString() {
            return "Left[" + documentId + "]";
        }
    }

    /** The payload of a job that deletes a document. */
    record Expire(String site, String documentId) {}

    /** Makes the document; nothing, if it was made already. What a site's schema requires is not asked of it. */
    public void file(Caller caller, Instant at, Left left) {
        ItemStore store = library.store(caller);
        if (left.expires() != null) {
            // Before the document: a job for one that was never made does nothing.
            Duration rest = Duration.between(clock.instant(), left.expires());
            Object unused = changes.run(
                    store,
                    () -> Decision.done()
                            .job(
                                    EXPIRE,
                                    left.documentId(),
                                    new Expire(caller.site(), left.documentId()),
                                    rest.isNegative() ? Duration.ZERO : rest));
        }
        NewDocument asked = new NewDocument(
                left.documentId(),
                left.path(),
                null,
                null,
                null,
                null,
                null,
                left.contentType(),
                true,
                Base64.getEncoder().encodeToString(left.content()),
                left.tags(),
                null,
                null,
                null,
                null);
        Creation.check(asked, false);
        try {
            var unused = creation.add(
                    caller,
                    at.truncatedTo(ChronoUnit.SECONDS),
                    asked,
                    new Incoming.Promise(null, null, null, null),
                    false,
                    DocumentValues.Held.NOT);
        } catch (ApiException taken) {
            if (taken.problem().kind() != Kind.CONFLICT
                    || library.find(store, left.documentId()).isEmpty()) {
                throw taken;
            }
        }
    }

    /** Deletes a document whose time is over; one that is locked is looked at again, as long as it is. */
    void expire(JobContext job) {
        Expire asked = job.payload(Expire.class);
        ItemStore store = disposing.store(asked.site());
        Changes own = changes.as(new Actor(Actor.SYSTEM, "", asked.site(), null, "JOB"));
        try {
            Object unused = own.run(store, () -> {
                Decision<?> decision = Decision.done();
                Optional<Stored<Document>> found = disposing.find(store, asked.documentId());
                found.ifPresent(document -> disposing.delete(decision, store, asked.site(), document));
                return decision;
            });
        } catch (ApiException locked) {
            if (locked.problem().kind() != Kind.CONFLICT) {
                throw locked;
            }
            Object unused =
                    changes.run(store, () -> Decision.done().job(EXPIRE, asked.documentId(), asked, LOOK_AGAIN));
        }
    }
}
