package dev.trestle.systems.formkiq.attributes;

import dev.trestle.model.operation.Expect;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.platform.api.Problem.Kind;
import dev.trestle.platform.api.Reply;
import dev.trestle.platform.operation.Changes;
import dev.trestle.platform.operation.Decision;
import dev.trestle.platform.operation.Given;
import dev.trestle.platform.operation.Operations;
import dev.trestle.systems.formkiq.api.Answers.Message;
import dev.trestle.systems.formkiq.api.Caller;
import dev.trestle.systems.formkiq.api.Pages;
import dev.trestle.systems.formkiq.api.Refusals;
import dev.trestle.systems.formkiq.api.Rights;
import dev.trestle.systems.formkiq.api.RowPlan;
import dev.trestle.systems.formkiq.attributes.AttributeViews.AddDefinition;
import dev.trestle.systems.formkiq.attributes.AttributeViews.AllowedValuesView;
import dev.trestle.systems.formkiq.attributes.AttributeViews.ByDefinition;
import dev.trestle.systems.formkiq.attributes.AttributeViews.ByOneValue;
import dev.trestle.systems.formkiq.attributes.AttributeViews.ByValue;
import dev.trestle.systems.formkiq.attributes.AttributeViews.DefinitionView;
import dev.trestle.systems.formkiq.attributes.AttributeViews.DefinitionsView;
import dev.trestle.systems.formkiq.attributes.AttributeViews.ListDefinitions;
import dev.trestle.systems.formkiq.attributes.AttributeViews.ListValues;
import dev.trestle.systems.formkiq.attributes.AttributeViews.NewAttribute;
import dev.trestle.systems.formkiq.attributes.AttributeViews.OneDefinition;
import dev.trestle.systems.formkiq.attributes.AttributeViews.OneValue;
import dev.trestle.systems.formkiq.attributes.AttributeViews.Reindex;
import dev.trestle.systems.formkiq.attributes.AttributeViews.SetValue;
import dev.trestle.systems.formkiq.attributes.AttributeViews.UpdateDefinition;
import dev.trestle.systems.formkiq.attributes.AttributeViews.ValueView;
import dev.trestle.systems.formkiq.attributes.AttributeViews.ValuesView;
import dev.trestle.systems.formkiq.attributes.AttributeViews.WriteValues;
import dev.trestle.systems.formkiq.attributes.DocumentValues.Held;
import dev.trestle.systems.formkiq.attributes.DocumentValues.Mode;
import dev.trestle.systems.formkiq.documents.Library;
import dev.trestle.systems.formkiq.model.Attributes;
import dev.trestle.systems.formkiq.model.Attributes.Attribute;
import dev.trestle.systems.formkiq.model.Attributes.AttributeType;
import dev.trestle.systems.formkiq.model.DocumentAttributes;
import dev.trestle.systems.formkiq.model.DocumentAttributes.DocumentAttribute;
import dev.trestle.systems.formkiq.model.DocumentAttributes.ValueType;
import dev.trestle.systems.formkiq.model.Documents;
import dev.trestle.systems.formkiq.model.Permission;
import dev.trestle.systems.formkiq.model.SupportTable;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The operations on definitions of attributes, and on the values that documents have. */
public final class AttributeOperations {
    /** Each removed row is kept as it was, and a relationship has another row. */
    private static final int REMOVED_MAX = 28;

    private final Library library;
    private final Pages pages;
    private final Changes changes;
    private final Unlocking unlocking;

    /** Ends what the attribute of a lock says of a document. */
    @FunctionalInterface
    public interface Unlocking {
        Decision<Message> unlock(Decision<Message> decision, Caller caller, String documentId, String key);
    }

    public AttributeOperations(Library library, Pages pages, Changes changes, Unlocking unlocking) {
        this.library = library;
        this.pages = pages;
        this.changes = changes;
        this.unlocking = unlocking;
    }

    public void declare(Operations<Caller> api) {
        declareDefinitions(api);
        declareValues(api);
    }

    private void declareDefinitions(Operations<Caller> api) {
        api.get("GetAttributes", "/attributes", ListDefinitions.class)
                .about("The attributes of a site by key")
                .right(Rights.READ)
                .gives(DefinitionsView.class, this::definitions);
        api.post("AddAttribute", "/attributes", AddDefinition.class)
                .about("Defines an attribute")
                .right(Rights.WRITE)
                .created()
                .refuses(Kind.INVALID)
                .changes(given -> Definitions.add(
                        library.store(given.by()),
                        given.by(),
                        given.asked().body().attribute()))
                .gives(Message.class, (given, made) -> Reply.of(new Message("Attribute '" + made.key() + "' created")));
        api.get("GetAttribute", "/attributes/{key}", ByDefinition.class)
                .about("An attribute of a site")
                .right(Rights.READ)
                .refuses(Kind.NOT_FOUND)
                .gives(
                        OneDefinition.class,
                        given -> new OneDefinition(Definitions.view(Definitions.require(
                                library.store(given.by()), given.asked().key()))));
        api.patch("UpdateAttribute", "/attributes/{key}", UpdateDefinition.class)
                .about("Changes the type or the watermark of an attribute")
                .right(Rights.WRITE)
                .refuses(Kind.INVALID)
                .changes(given -> Definitions.update(
                        library.store(given.by()),
                        given.by(),
                        given.asked().key(),
                        given.asked().body().attribute()))
                .gives(Message.class, (given, made) -> Reply.of(new Message("Attribute '" + made.key() + "' updated")));
        api.delete("DeleteAttribute", "/attributes/{key}", ByDefinition.class)
                .about("Deletes an attribute that nothing uses")
                .right(Rights.DELETE)
                .refuses(Kind.INVALID)
                .changes(given -> Definitions.delete(
                        library.store(given.by()),
                        library.indexes(given.by()),
                        given.asked().key()))
                .gives(Message.class, (given, key) -> Reply.of(new Message("Attribute '" + key + "' deleted")));
        api.get("GetAttributeAllowedValues", "/attributes/{key}/allowedValues", ByDefinition.class)
                .about("The values that any schema of the site allows an attribute")
                .right(Rights.READ)
                .refuses(Kind.NOT_FOUND)
                .gives(AllowedValuesView.class, this::allowedValues);
    }

    private void declareValues(Operations<Caller> api) {
        String one = "/documents/{documentId}/attributes/{attributeKey}";
        api.get("GetDocumentAttributes", "/documents/{documentId}/attributes", ListValues.class)
                .about("The attributes of a document by key")
                .right(Rights.READ)
                .refuses(Kind.NOT_FOUND)
                .gives(ValuesView.class, this::values);
        api.post("AddDocumentAttributes", "/documents/{documentId}/attributes", WriteValues.class)
                .about("Gives a document attributes that it does not have")
                .right(Rights.WRITE)
                .created()
                .refuses(Kind.NOT_FOUND, Kind.INVALID)
                .gives(Message.class, given -> write(given, Mode.ADD, "added attributes to documentId '"));
        api.put("SetDocumentAttributes", "/documents/{documentId}/attributes", WriteValues.class)
                .about("Replaces all attributes of a document")
                .right(Rights.WRITE)
                .refuses(Kind.NOT_FOUND, Kind.INVALID)
                .gives(Message.class, given -> write(given, Mode.REPLACE_ALL, "set attributes on documentId '"));
        api.get("GetDocumentAttribute", one, ByValue.class)
                .about("An attribute of a document")
                .right(Rights.READ)
                .refuses(Kind.NOT_FOUND)
                .gives(OneValue.class, this::value);
        api.put("SetDocumentAttributeValue", one, SetValue.class)
                .about("Replaces the values of an attribute of a document")
                .right(Rights.WRITE)
                .refuses(Kind.NOT_FOUND, Kind.INVALID)
                .gives(Message.class, this::setValue);
        api.delete("DeleteDocumentAttribute", one, ByValue.class)
                .about("Removes an attribute from a document")
                .right(Rights.DELETE)
                .refuses(Kind.NOT_FOUND, Kind.INVALID)
                .changes(Message.class, this::delete);
        api.post("AddReindexDocument", "/reindex/documents/{documentId}", Reindex.class)
                .about("Adds the defaults and combinations that a document lacks by the schemas of today")
                .right(Rights.WRITE)
                .created()
                .refuses(Kind.NOT_FOUND, Kind.INVALID)
                .gives(Message.class, this::reindex);
        api.delete("DeleteDocumentAttributeAndValue", one + "/{attributeValue}", ByOneValue.class)
                .about("Removes a value of an attribute from a document")
                .right(Rights.DELETE)
                .refuses(Kind.NOT_FOUND, Kind.INVALID)
                .changes(Message.class, this::deleteValue);
    }

    private Message reindex(Given<Caller, Reindex> given) {
        String documentId = given.asked().documentId();
        library.require(given.by(), documentId, Permission.WRITE);
        if (given.asked().body().target() == null) {
            throw Refusals.of("target", "'target' is required");
        }
        write(given.by(), given.at(), documentId, List.of(), Mode.REPLACE_KEYS, Held.COMPLETED);
        return new Message("Reindex started for documentId '" + documentId + "' on target '"
                + given.asked().body().target() + "'");
    }

    private DefinitionsView definitions(Given<Caller, ListDefinitions> given) {
        ListDefinitions asked = given.asked();
        ItemStore indexes = library.indexes(given.by());
        Pages.Listing<DefinitionView> page = pages.collect(
                pages.asked(given.by(), "GetAttributes", List.of(), asked.limit(), asked.next(), null),
                (after, count) -> indexes.placed(Attributes.ALL_ATTRIBUTES.of(), count, after),
                AttributeOperations::shown);
        return new DefinitionsView(page.next(), page.items());
    }

    private static List<@Nullable DefinitionView> shown(List<Attribute> rows) {
        List<@Nullable DefinitionView> shown = new java.util.ArrayList<>();
        rows.forEach(row -> shown.add(Definitions.view(row)));
        return shown;
    }

    private AllowedValuesView allowedValues(Given<Caller, ByDefinition> given) {
        Attribute definition =
                Definitions.require(library.store(given.by()), given.asked().key());
        return new AllowedValuesView(Definitions.allowedValues(library.indexes(given.by()), definition.key()), null);
    }

    private ValuesView values(Given<Caller, ListValues> given) {
        ListValues asked = given.asked();
        library.require(given.by(), asked.documentId(), Permission.READ);
        List<ValueView> all = Folded.of(DocumentValues.of(library.store(given.by()), asked.documentId()));
        Pages.Listing<ValueView> page = pages.of(
                pages.asked(
                        given.by(),
                        "GetDocumentAttributes",
                        List.of(asked.documentId()),
                        asked.limit(),
                        asked.next(),
                        null),
                all);
        return new ValuesView(page.next(), page.items());
    }

    private Message write(Given<Caller, WriteValues> given, Mode mode, String done) {
        String documentId = given.asked().documentId();
        library.require(given.by(), documentId, Permission.WRITE);
        List<NewAttribute> asked = given.asked().body().attributes();
        if (asked == null || asked.isEmpty()) {
            throw Refusals.of("", "no attributes found");
        }
        write(given.by(), given.at(), documentId, asked, mode, Held.WHOLE);
        return new Message(done + documentId + "'");
    }

    private void write(Caller caller, Instant at, String documentId, List<NewAttribute> asked, Mode mode, Held held) {
        ItemStore store = library.store(caller);
        DocumentValues.By by = new DocumentValues.By(caller, documentId, at.truncatedTo(ChronoUnit.SECONDS));
        RowPlan first = DocumentValues.plan(store, by, asked, mode, held, DocumentValues.of(store, documentId));
        if (!first.fits()) {
            first.run(changes.as(caller), store);
            return;
        }
        Object unused = changes.as(caller).run(store, () -> {
            Decision<?> decision = Decision.done();
            DocumentValues.plan(store, by, asked, mode, held, DocumentValues.of(store, documentId))
                    .into(decision);
            return decision.isEmpty()
                    ? decision
                    : decision.check(Documents.DOCUMENT_BY_ID.of(documentId), Expect.PRESENT);
        });
    }

    private List<DocumentAttribute> rows(Caller caller, String documentId, String key) {
        return DocumentValues.of(library.store(caller), documentId).stream()
                .filter(row -> row.key().equals(key))
                .toList();
    }

    private OneValue value(Given<Caller, ByValue> given) {
        ByValue asked = given.asked();
        library.require(given.by(), asked.documentId(), Permission.READ);
        List<DocumentAttribute> rows = rows(given.by(), asked.documentId(), asked.attributeKey());
        if (rows.isEmpty()) {
            throw missing(asked.attributeKey(), "'" + asked.documentId());
        }
        return new OneValue(Folded.of(rows).get(0));
    }

    private static RuntimeException missing(String key, String document) {
        return Refusals.notFound("attribute '" + key + "' not found on document " + document + "'");
    }

    private Message setValue(Given<Caller, SetValue> given) {
        SetValue asked = given.asked();
        library.require(given.by(), asked.documentId(), Permission.WRITE);
        NewAttribute value = asked.body().attribute();
        if (value == null) {
            throw Refusals.of("", "no attribute values found");
        }
        if (rows(given.by(), asked.documentId(), asked.attributeKey()).isEmpty()) {
            throw missing(asked.attributeKey(), "'" + asked.documentId());
        }
        NewAttribute named = value.named(asked.attributeKey());
        if (Wanted.of(named).values().isEmpty()) {
            throw Refusals.of("", "no attribute values found");
        }
        write(given.by(), given.at(), asked.documentId(), List.of(named), Mode.REPLACE_KEYS, Held.KEYS);
        return new Message("Updated attribute '" + asked.attributeKey() + "' on document '" + asked.documentId() + "'");
    }

    private void requireRemovable(Caller caller, String key) {
        Optional<Attribute> definition = key.indexOf('#') >= 0
                ? Optional.empty()
                : library.store(caller).get(Attributes.ATTRIBUTE_BY_KEY.of(key));
        if (definition.isEmpty() || caller.governs()) {
            return;
        }
        if (definition.get().type() == AttributeType.OPA) {
            throw Refusals.of(key, "attribute '" + key + "' is an access attribute, can only be changed by Admin");
        }
        if (Definitions.isGuarded(definition.get())) {
            throw Refusals.of(key, "attribute can only be changed by GOVERN or ADMIN role");
        }
    }

    private Decision<Message> delete(Given<Caller, ByValue> given) {
        ByValue asked = given.asked();
        library.require(given.by(), asked.documentId(), Permission.DELETE);
        List<DocumentAttribute> rows = rows(given.by(), asked.documentId(), asked.attributeKey());
        if (rows.isEmpty()) {
            throw missing(asked.attributeKey(), "'" + asked.documentId());
        }
        Message done = new Message(
                "attribute '" + asked.attributeKey() + "' removed from document '" + asked.documentId() + "'");
        if (Definitions.isLock(asked.attributeKey())) {
            return unlocking.unlock(Decision.of(done), given.by(), asked.documentId(), asked.attributeKey());
        }
        requireOwn(asked.attributeKey());
        requireRemovable(given.by(), asked.attributeKey());
        return removing(done, given.by(), given.at(), asked.documentId(), rows, true);
    }

    private static void requireOwn(String key) {
        if (Definitions.isOfSystem(key)) {
            throw Refusals.of("key", "'" + key + "' is a reserved attribute name");
        }
    }

    private Decision<Message> removing(
            Message done, Caller caller, Instant at, String documentId, List<DocumentAttribute> rows, boolean isWhole) {
        ItemStore store = library.store(caller);
        DocumentValues.By by = new DocumentValues.By(caller, documentId, at.truncatedTo(ChronoUnit.SECONDS));
        RowPlan combinations = DocumentValues.removal(store, by, DocumentValues.of(store, documentId), rows, isWhole);
        if (combinations.size() + rows.size() <= REMOVED_MAX) {
            Decision<Message> decision = removing(Decision.of(done), caller, documentId, rows);
            combinations.into(decision);
            return decision;
        }
        Decision<Message> step = Decision.step();
        if (rows.size() > REMOVED_MAX) {
            return removing(step, caller, documentId, rows.subList(0, REMOVED_MAX));
        }
        combinations.firstInto(step);
        return step;
    }

    private Decision<Message> removing(
            Decision<Message> decision, Caller caller, String documentId, List<DocumentAttribute> rows) {
        rows.forEach(row -> {
            decision.delete(DocumentAttributes.DOCUMENT_ATTRIBUTE, row, Expect.PRESENT);
            String value = row.stringValue();
            if (row.valueType() == ValueType.RELATIONSHIPS && value != null && value.indexOf('#') > 0) {
                int hash = value.indexOf('#');
                decision.delete(
                        SupportTable.RELATED_FROM,
                        new SupportTable.RelatedFrom(value.substring(hash + 1), documentId, value.substring(0, hash)),
                        Expect.ANYTHING);
            }
        });
        ValueRemoval.uncount(decision, library.store(caller), documentId, rows);
        return decision;
    }

    private Decision<Message> deleteValue(Given<Caller, ByOneValue> given) {
        ByOneValue asked = given.asked();
        library.require(given.by(), asked.documentId(), Permission.DELETE);
        List<DocumentAttribute> found = rows(given.by(), asked.documentId(), asked.attributeKey()).stream()
                .filter(row -> matches(row, asked.attributeValue()))
                .toList();
        if (found.isEmpty()) {
            throw missing(asked.attributeKey(), "' " + asked.documentId());
        }
        requireOwn(asked.attributeKey());
        requireRemovable(given.by(), asked.attributeKey());
        return removing(
                new Message("attribute value '" + asked.attributeValue() + "' removed from attribute '"
                        + asked.attributeKey() + "', document '" + asked.documentId() + "'"),
                given.by(),
                given.at(),
                asked.documentId(),
                found,
                false);
    }

    private static boolean matches(DocumentAttribute row, String value) {
        BigDecimal number = row.numberValue();
        if (number != null) {
            try {
                return number.compareTo(new BigDecimal(value)) == 0;
            } catch (NumberFormatException e) {
                return false;
            }
        }
        Boolean flag = row.booleanValue();
        return flag == null ? value.equals(row.stringValue()) : flag.toString().equals(value);
    }
}
