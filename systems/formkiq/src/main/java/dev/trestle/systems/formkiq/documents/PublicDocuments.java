package dev.trestle.systems.formkiq.documents;

import dev.trestle.platform.api.Call;
import dev.trestle.platform.api.Problem.Kind;
import dev.trestle.platform.operation.Operations;
import dev.trestle.systems.formkiq.api.Caller;
import dev.trestle.systems.formkiq.api.OnSite;
import dev.trestle.systems.formkiq.api.Outside;
import dev.trestle.systems.formkiq.api.PublicRates;
import dev.trestle.systems.formkiq.api.Refusals;
import dev.trestle.systems.formkiq.attributes.DocumentValues;
import dev.trestle.systems.formkiq.documents.DocumentViews.AddedDocument;
import dev.trestle.systems.formkiq.documents.DocumentViews.NewDocument;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Documents that somebody leaves who is not signed in, in a site that lets the group {@code public} write. They come with
 * their content: nobody gets an address to send gigabytes to, and nothing is set going.
 */
public final class PublicDocuments {
    private final Creation creation;
    private final Outside outside;
    private final PublicRates rates;
    private final boolean isOpen;
    private final Clock clock;

    PublicDocuments(Creation creation, Outside outside, PublicRates rates, boolean isOpen, Clock clock) {
        this.creation = creation;
        this.outside = outside;
        this.rates = rates;
        this.isOpen = isOpen;
        this.clock = clock;
    }

    record AddPublicDocument(@Nullable String siteId, NewDocument body) implements OnSite {}

    public void declare(Operations<Caller> api) {
        api.post("PublicAddDocument", "/public/documents", AddPublicDocument.class)
                .about(
                        "Makes a document by somebody who is not signed in, where the installation and the site let them")
                .status(201)
                .bodyBytesMax(DocumentOperations.BODY_BYTES_MAX)
                .refuses(Kind.INVALID, Kind.UNAUTHENTICATED, Kind.NOT_FOUND, Kind.CONFLICT, Kind.RATE_LIMITED)
                .openToAll(AddedDocument.class, this::add);
    }

    private AddedDocument add(Call call, AddPublicDocument asked) {
        if (!isOpen) {
            throw Refusals.notFound("/public/documents request handler not found");
        }
        String site = asked.siteId();
        rates.count(call.address(), site == null ? "" : site);
        Caller caller = outside.entering(call, asked);
        NewDocument document = asked.body();
        new Refusals()
                .addIf(Checks.isEmpty(document.content()), "content", "'content' is required")
                .addIf(isAny(document.documents()), "documents", "'documents' are not allowed")
                .addIf(isAny(document.actions()), "actions", "'actions' are not allowed")
                .check();
        Creation.check(document, false);
        return creation.add(
                caller,
                clock.instant().truncatedTo(ChronoUnit.SECONDS),
                document,
                new Incoming.Promise(document.checksumType(), document.checksum(), null, null),
                false,
                DocumentValues.Held.WHOLE);
    }

    private static boolean isAny(@Nullable List<?> list) {
        return list != null && !list.isEmpty();
    }
}
