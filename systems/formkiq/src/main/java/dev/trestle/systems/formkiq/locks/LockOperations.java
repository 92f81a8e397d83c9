package dev.trestle.systems.formkiq.locks;

import dev.trestle.model.operation.Expect;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Stored;
import dev.trestle.platform.api.Problem.Kind;
import dev.trestle.platform.operation.Decision;
import dev.trestle.platform.operation.Given;
import dev.trestle.platform.operation.Operations;
import dev.trestle.systems.formkiq.api.Answers.Message;
import dev.trestle.systems.formkiq.api.Caller;
import dev.trestle.systems.formkiq.api.Dates;
import dev.trestle.systems.formkiq.api.OnSite;
import dev.trestle.systems.formkiq.api.Refusals;
import dev.trestle.systems.formkiq.api.Rights;
import dev.trestle.systems.formkiq.api.UseCounts;
import dev.trestle.systems.formkiq.attributes.DocumentValues;
import dev.trestle.systems.formkiq.documents.Library;
import dev.trestle.systems.formkiq.entities.EntityTypes;
import dev.trestle.systems.formkiq.model.Attributes;
import dev.trestle.systems.formkiq.model.DocumentAttributes;
import dev.trestle.systems.formkiq.model.DocumentAttributes.DocumentAttribute;
import dev.trestle.systems.formkiq.model.DocumentAttributes.ValueType;
import dev.trestle.systems.formkiq.model.Documents;
import dev.trestle.systems.formkiq.model.Documents.Document;
import dev.trestle.systems.formkiq.model.Entities;
import dev.trestle.systems.formkiq.model.Entities.EntityRecord;
import dev.trestle.systems.formkiq.model.Permission;
import dev.trestle.systems.formkiq.model.RecordRows;
import dev.trestle.systems.formkiq.model.RecordRows.DocumentLock;
import dev.trestle.systems.formkiq.model.RecordRows.LockStamp;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Checking documents out and in, and holding them for legal reasons. Each of them is an attribute of the document that
 * names an entity, which says who and since when; the lock itself is a row that every change is checked against.
 */
public final class LockOperations {
    private final Library library;

    public LockOperations(Library library) {
        this.library = library;
    }

    record ByDocument(String documentId, @Nullable String siteId) implements OnSite {}

    /**
     * Who keeps a document from being changed.
     *
     * @param mine whether the caller checked it out
     * @param mayCheckIn whether the caller may end that
     * @param mayHold whether the caller may hold documents
     */
    record LockView(
            @Nullable String checkedOutBy,
            @Nullable String checkedOutAt,
            @Nullable String heldBy,
            @Nullable String heldAt,
            boolean mine,
            boolean mayCheckIn,
            boolean mayHold) {}

    public void declare(Operations<Caller> api) {
        api.put("SetDocumentCheckout", "/documents/{documentId}/checkout", ByDocument.class)
                .about(
                        "Checks a document out: until it is checked in by a DELETE of its attribute Checkout, nobody else"
                                + " changes it")
                .right(Rights.WRITE)
                .refuses(Kind.NOT_FOUND, Kind.CONFLICT)
                .changes(Message.class, this::checkOut);
        api.put("SetDocumentCheckoutLegalHold", "/documents/{documentId}/legalHold", ByDocument.class)
                .about("Puts a document under a legal hold: nobody changes, moves or deletes it")
                .right(Rights.ADMIN_OR_GOVERN)
                .refuses(Kind.NOT_FOUND)
                .changes(Message.class, this::hold);
        api.delete("DeleteDocumentCheckoutLegalHold", "/documents/{documentId}/legalHold", ByDocument.class)
                .about("Ends the legal hold of a document")
                .right(Rights.ADMIN_OR_GOVERN)
                .refuses(Kind.NOT_FOUND)
                .changes(Message.class, this::release);
        api.get("DocumentLock", "/x/documents/{documentId}/lock", ByDocument.class)
                .about("Who keeps a document from being changed, and what the caller may do about it")
                .right(Rights.READ)
                .refuses(Kind.NOT_FOUND)
                .gives(LockView.class, this::lock);
    }

    private LockView lock(Given<Caller, ByDocument> given) {
        Caller caller = given.by();
        String documentId = given.asked().documentId();
        Stored<Document> unused = library.require(caller, documentId, Permission.READ);
        DocumentLock lock = Locks.find(library.store(caller), documentId)
                .map(Stored::record)
                .orElse(new DocumentLock(documentId, null, null, null, null, null, null, null));
        boolean isMine = caller.actor().identity().equals(lock.holder());
        return new LockView(
                lock.checkedOutBy(),
                Dates.textOf(lock.checkedOutAt()),
                lock.heldBy(),
                Dates.textOf(lock.heldAt()),
                isMine,
                lock.holder() != null && lock.heldBy() == null && (isMine || caller.governs()),
                caller.governs());
    }

    private Decision<Message> checkOut(Given<Caller, ByDocument> given) {
        Caller caller = given.by();
        String documentId = given.asked().documentId();
        Document document =
                library.require(caller, documentId, Permission.WRITE).record();
        ItemStore store = library.store(caller);
        Optional<Stored<DocumentLock>> before = Locks.find(store, documentId);
        DocumentLock old = before.map(Stored::record).orElse(null);
        Message done = new Message("Document '" + documentId + "' checked out");
        if (old != null && old.heldBy() != null) {
            throw Locks.held();
        }
        if (old != null && caller.actor().identity().equals(old.holder())) {
            return Decision.of(done);
        }
        if (old != null && old.holder() != null) {
            throw Locks.checkedOut(old);
        }
        Decision<Message> decision = Decision.of(done);
        Instant at = given.at().truncatedTo(ChronoUnit.SECONDS);
        String entity = said(decision, caller, document, EntityTypes.CHECKOUT, at);
        return set(
                decision,
                before,
                new DocumentLock(documentId, caller.actor().identity(), caller.user(), at, entity, null, null, null));
    }

    private Decision<Message> hold(Given<Caller, ByDocument> given) {
        Caller caller = given.by();
        String documentId = given.asked().documentId();
        Document document = library.require(caller, documentId, Permission.READ).record();
        Optional<Stored<DocumentLock>> before = Locks.find(library.store(caller), documentId);
        DocumentLock old = before.map(Stored::record)
                .orElse(new DocumentLock(documentId, null, null, null, null, null, null, null));
        Decision<Message> decision = Decision.of(new Message("Document '" + documentId + "' under legal hold"));
        if (old.heldBy() != null) {
            return decision;
        }
        Instant at = given.at().truncatedTo(ChronoUnit.SECONDS);
        String entity = said(decision, caller, document, EntityTypes.LEGAL_HOLD, at);
        return set(
                decision,
                before,
                new DocumentLock(
                        documentId,
                        old.holder(),
                        old.checkedOutBy(),
                        old.checkedOutAt(),
                        old.checkoutEntity(),
                        caller.user(),
                        at,
                        entity));
    }

    private Decision<Message> release(Given<Caller, ByDocument> given) {
        Stored<Document> unused = library.require(given.by(), given.asked().documentId(), Permission.READ);
        return unlock(
                Decision.of(new Message(
                        "Legal hold removed from document '" + given.asked().documentId() + "'")),
                given.by(),
                given.asked().documentId(),
                EntityTypes.LEGAL_HOLD);
    }

    /** Ends a checkout, or a legal hold, by the name of its attribute. */
    public <R> Decision<R> unlock(Decision<R> decision, Caller caller, String documentId, String key) {
        ItemStore store = library.store(caller);
        boolean isHold = key.equals(EntityTypes.LEGAL_HOLD);
        Stored<DocumentLock> before = Locks.find(store, documentId)
                .filter(found ->
                        (isHold ? found.record().heldBy() : found.record().holder()) != null)
                .orElseThrow(
                        () -> Refusals.notFound("attribute '" + key + "' not found on document '" + documentId + "'"));
        DocumentLock lock = before.record();
        if (isHold && !caller.governs()) {
            throw Refusals.denied();
        }
        if (!isHold && lock.heldBy() != null) {
            throw Locks.held();
        }
        if (!isHold && !caller.governs() && !caller.actor().identity().equals(lock.holder())) {
            throw Locks.checkedOut(lock);
        }
        for (DocumentAttribute row : store.first(DocumentAttributes.ATTRIBUTE_VALUES.of(documentId, key), 10)) {
            decision.delete(DocumentAttributes.DOCUMENT_ATTRIBUTE, row, Expect.PRESENT);
            UseCounts.add(decision, store, key, documentId, -1);
        }
        Locks.dropEntity(decision, store, isHold ? lock.holdEntity() : lock.checkoutEntity());
        DocumentLock after = isHold
                ? new DocumentLock(
                        documentId,
                        lock.holder(),
                        lock.checkedOutBy(),
                        lock.checkedOutAt(),
                        lock.checkoutEntity(),
                        null,
                        null,
                        null)
                : new DocumentLock(documentId, null, null, null, null, null, null, null);
        return after.holder() == null
                ? decision.delete(RecordRows.DOCUMENT_LOCK, before)
                : decision.replace(RecordRows.DOCUMENT_LOCK, before, after);
    }

    private static Decision<Message> set(
            Decision<Message> decision, Optional<Stored<DocumentLock>> before, DocumentLock after) {
        if (before.isPresent()) {
            decision.replace(RecordRows.DOCUMENT_LOCK, before.get(), after);
        } else {
            decision.create(RecordRows.DOCUMENT_LOCK, after);
        }
        return decision.put(
                RecordRows.LOCK_STAMP, new LockStamp(UUID.randomUUID().toString()));
    }

    /** Has a decision say of a document who locks it; gives the entity that says so. */
    private String said(Decision<?> decision, Caller caller, Document document, String name, Instant at) {
        ItemStore store = library.store(caller);
        String documentId = document.documentId();
        decision.check(Documents.DOCUMENT_BY_ID.of(documentId), Expect.PRESENT);
        String parent = document.belongsToDocumentId();
        if (parent != null) {
            decision.check(Documents.DOCUMENT_BY_ID.of(parent), Expect.PRESENT);
        }
        String type = EntityTypes.preset(decision, store, library.indexes(caller), name, at);
        String id = UUID.randomUUID().toString();
        decision.create(
                Entities.ENTITY,
                new EntityRecord(
                        id,
                        type,
                        name + " " + documentId,
                        at,
                        Map.of(
                                EntityTypes.LOCKED_BY, AttributeValue.fromS(caller.user()),
                                EntityTypes.LOCKED_DATE, AttributeValue.fromS(Dates.text(at)))));
        UseCounts.add(decision, store, UseCounts.ofEntityType(type), id, 1);
        DocumentAttribute row = new DocumentAttribute(
                documentId, name, null, ValueType.ENTITY, type + "#" + id, null, null, caller.user(), at);
        decision.put(DocumentAttributes.DOCUMENT_ATTRIBUTE, row);
        if (store.stored(Attributes.ATTRIBUTE_BY_KEY.of(name)).isEmpty()) {
            DocumentValues.define(decision, name, UseCounts.partOf(documentId), 1);
        } else {
            UseCounts.add(decision, store, name, documentId, 1);
        }
        return type + "#" + id;
    }
}
