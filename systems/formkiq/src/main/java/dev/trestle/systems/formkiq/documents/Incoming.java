package dev.trestle.systems.formkiq.documents;

import dev.trestle.model.operation.Expect;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Stored;
import dev.trestle.platform.api.Problem.Kind;
import dev.trestle.platform.jobs.JobRunner;
import dev.trestle.platform.jobs.Jobs;
import dev.trestle.platform.operation.Changes;
import dev.trestle.platform.operation.Decision;
import dev.trestle.platform.uploads.Announced;
import dev.trestle.platform.uploads.Announcement;
import dev.trestle.platform.uploads.Arrival;
import dev.trestle.platform.uploads.ArrivalLimits;
import dev.trestle.platform.uploads.Arrivals;
import dev.trestle.platform.uploads.Checksum;
import dev.trestle.platform.uploads.Uploads;
import dev.trestle.systems.formkiq.actions.Actions;
import dev.trestle.systems.formkiq.api.Actor;
import dev.trestle.systems.formkiq.api.Caller;
import dev.trestle.systems.formkiq.api.Refusals;
import dev.trestle.systems.formkiq.locks.Locks;
import dev.trestle.systems.formkiq.model.Documents;
import dev.trestle.systems.formkiq.model.Documents.ChecksumType;
import dev.trestle.systems.formkiq.model.Documents.Document;
import dev.trestle.systems.formkiq.model.DocumentsDocumentBuilder;
import dev.trestle.systems.formkiq.model.SupportTable;
import dev.trestle.systems.formkiq.model.SupportTable.AwaitedContent;
import dev.trestle.systems.formkiq.sites.Configurations;
import java.time.Clock;
import java.time.Duration;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Contents that are sent to a presigned address, which no call confirms. The address names a staging key; what comes
 * there becomes the content of its document once it is looked at, unless the document is gone by then.
 */
public final class Incoming {
    private static final String KIND = "content";
    private static final long LENGTH_MAX = 5L << 30;
    private static final Duration LIFE = Duration.ofHours(48);
    private static final Duration LIFE_MAX = Duration.ofHours(168);
    private static final int OPEN_MAX = 1_000_000;
    private static final String OCTETS = "application/octet-stream";

    private final Arrivals arrivals;
    private final ItemStore items;
    private final Contents contents;
    private final Clock clock;
    private final Actions actions;

    public Incoming(
            ItemStore items,
            Jobs jobs,
            Changes changes,
            Contents contents,
            Presigning presigning,
            Clock clock,
            Actions actions) {
        this.items = items;
        this.contents = contents;
        this.clock = clock;
        this.actions = actions;
        ArrivalLimits.Open open = new ArrivalLimits.Open(OPEN_MAX, Long.MAX_VALUE / 2);
        this.arrivals = new Arrivals(
                        SupportTable.ARRIVALS,
                        new Arrivals.Parts(items, jobs, changes, contents::client, presigning.presigner(), clock),
                        Uploads.Place.in(contents.bucketName()))
                .of(
                        KIND,
                        ArrivalLimits.of(LENGTH_MAX, "*/*")
                                .withLife(LIFE, LIFE_MAX)
                                .withOpen(open, open),
                        arrival -> items.within(siteOf(arrival.subject())),
                        this::arrived);
    }

    /** Who signs addresses. */
    public record Presigning(
            java.util.function.Supplier<software.amazon.awssdk.services.s3.presigner.S3Presigner> presigner) {}

    public void takenBy(JobRunner runner) {
        arrivals.takenBy(runner);
    }

    /** Takes what has come, before its document is read. */
    public void settle(String arrivalId) {
        Optional<Arrival> unused = arrivals.settle(arrivalId);
    }

    public void close() {
        arrivals.close();
    }

    /**
     * What a request says about the bytes.
     *
     * @param length as text, as the query has it
     * @param hours how long the address is valid
     */
    record Promise(
            @Nullable ChecksumType checksumType,
            @Nullable String checksum,
            @Nullable String length,
            @Nullable String hours) {}

    /** Signs an address for a document's content; it is announced once {@link #in} has added it to a decision. */
    Announced announce(Caller caller, ItemStore store, String documentId, Promise promise, boolean lengthRequired) {
        String site = caller.site();
        Announcement what = Announcement.of(KIND, site + "/" + documentId, Contents.key(site, documentId))
                .withLife(lifeOf(promise.hours()));
        Long length = lengthOf(promise.length());
        if (length == null
                && lengthRequired
                && Configurations.contentLengthMax(store).isPresent()) {
            throw Refusals.message("'contentLength' is required when MaxContentLengthBytes is configured");
        }
        checkLength(store, length);
        if (length != null) {
            what = what.withLength(length);
        }
        Checksum checksum = checksumOf(promise.checksumType(), promise.checksum());
        return arrivals.announce(caller.principal(), checksum == null ? what : what.withChecksum(checksum));
    }

    /** Refuses a content that is longer than the site allows. */
    static void checkLength(ItemStore store, @Nullable Long length) {
        if (length == null) {
            return;
        }
        Optional<Long> most = Configurations.contentLengthMax(store);
        if (most.isPresent() && length > most.get()) {
            throw Refusals.message("'contentLength' cannot exceed " + most.get() + " bytes");
        }
    }

    /** Has a decision announce an upload. */
    static void in(Decision<?> decision, Announced announced, String documentId, Caller caller) {
        announced
                .in(decision)
                .put(
                        SupportTable.AWAITED_CONTENT,
                        new AwaitedContent(
                                documentId,
                                announced.arrivalId(),
                                caller.user(),
                                caller.actor().identity()));
    }

    private static Duration lifeOf(@Nullable String hours) {
        if (hours == null || !hours.strip().matches("[0-9]{1,4}") || Integer.parseInt(hours.strip()) < 1) {
            return LIFE;
        }
        Duration asked = Duration.ofHours(Integer.parseInt(hours.strip()));
        return asked.compareTo(LIFE_MAX) > 0 ? LIFE_MAX : asked;
    }

    private static @Nullable Long lengthOf(@Nullable String text) {
        if (text == null || text.isEmpty()) {
            return null;
        }
        if (!text.matches("[0-9]{1,15}")) {
            throw Refusals.message("'contentLength' must be a number");
        }
        return Long.valueOf(text);
    }

    /** A checksum in hexadecimal digits, as the store signs it. */
    static @Nullable Checksum checksumOf(@Nullable ChecksumType type, @Nullable String hex) {
        boolean isGiven = hex != null && !hex.isEmpty();
        if (type == null) {
            if (isGiven) {
                throw Refusals.of("checksumType", "'checksumType' required when 'checksum' is set");
            }
            return null;
        }
        if (!isGiven) {
            throw Refusals.of("checksum", "'checksum' is required");
        }
        try {
            String value = Base64.getEncoder()
                    .encodeToString(HexFormat.of().parseHex(String.valueOf(hex).toLowerCase(Locale.ROOT)));
            return new Checksum(type == ChecksumType.SHA1 ? Checksum.Algorithm.SHA1 : Checksum.Algorithm.SHA256, value);
        } catch (IllegalArgumentException e) {
            throw Refusals.of("checksum", "invalid 'checksum' must be in hexadecimal digits");
        } catch (dev.trestle.platform.api.ApiException e) {
            if (e.problem().kind() == Kind.INVALID) {
                throw Refusals.of("checksum", "invalid 'checksum' is of another length");
            }
            throw e;
        }
    }

    private static String siteOf(String subject) {
        return subject.substring(0, subject.indexOf('/'));
    }

    /** What becomes of an upload that has ended. */
    private Decision<?> arrived(Arrival arrival) {
        String documentId = arrival.subject().substring(arrival.subject().indexOf('/') + 1);
        ItemStore store = items.within(siteOf(arrival.subject())).consistent();
        // The bucket keeps versions: what was staged would stay as one of them.
        Decision<?> decision = Decision.done().afterwards(() -> contents.dropStaged(arrival.arrivalId()));
        Optional<Stored<AwaitedContent>> awaited = store.stored(SupportTable.AWAITED_OF_DOCUMENT.of(documentId))
                .filter(row -> row.record().arrivalId().equals(arrival.arrivalId()));
        awaited.ifPresent(row -> decision.delete(SupportTable.AWAITED_CONTENT, row));
        Actor sender = new Actor(
                awaited.map(row -> row.record().userId()).orElse(arrival.by()),
                awaited.map(row -> row.record().identity()).orElse(""),
                siteOf(arrival.subject()),
                null,
                "UPLOAD");
        decision.by(sender);
        Arrival.Found found = arrival.found();
        if (found == null) {
            return decision;
        }
        Optional<Stored<Document>> document = store.stored(Documents.DOCUMENT_BY_ID.of(documentId));
        boolean isTooLong = Configurations.contentLengthMax(store)
                .filter(most -> found.length() > most)
                .isPresent();
        // What was announced before a lock comes too late behind it.
        if (document.isEmpty() || isTooLong || Locks.stops(store, sender, documentId)) {
            return decision.afterwards(() -> contents.dropQuietly(arrival.key(), found.version()));
        }
        Document before = document.get().record();
        Document after = with(before, arrival, found);
        actions.contentCame(store, decision, siteOf(arrival.subject()), before, after, sender);
        return decision.replace(Documents.DOCUMENT, document.get(), after);
    }

    private Document with(Document before, Arrival arrival, Arrival.Found found) {
        String promised = arrival.checksum();
        ChecksumType type =
                promised == null ? null : promised.startsWith("SHA1:") ? ChecksumType.SHA1 : ChecksumType.SHA256;
        String checksum = promised == null
                ? Contents.unquoted(found.etag())
                : HexFormat.of().formatHex(Base64.getDecoder().decode(promised.substring(promised.indexOf(':') + 1)));
        return DocumentsDocumentBuilder.builder(before)
                .contentType(type(found.contentType(), before))
                .contentLength(found.length())
                .checksum(checksum)
                .checksumType(type)
                .s3version(found.version())
                .lastModifiedDate(clock.instant())
                .build();
    }

    private static String type(String sent, Document document) {
        if (!sent.isEmpty() && !sent.equalsIgnoreCase(OCTETS)) {
            return sent;
        }
        String own = document.contentType();
        String named = own == null ? Contents.typeOf(document.path()) : own;
        return named == null ? OCTETS : named;
    }

    /** That nothing is awaited any more, for a document that goes. */
    static void forget(Decision<?> decision, String documentId) {
        decision.delete(SupportTable.AWAITED_OF_DOCUMENT.of(documentId), Expect.ANYTHING);
    }
}
