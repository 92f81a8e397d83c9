package dev.trestle.systems.formkiq.schemas;

import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Stored;
import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.Problem.Kind;
import dev.trestle.platform.operation.Decision;
import dev.trestle.platform.operation.Given;
import dev.trestle.platform.operation.Operations;
import dev.trestle.systems.formkiq.api.Answers.Message;
import dev.trestle.systems.formkiq.api.Caller;
import dev.trestle.systems.formkiq.api.Pages;
import dev.trestle.systems.formkiq.api.Refusals;
import dev.trestle.systems.formkiq.api.Rights;
import dev.trestle.systems.formkiq.model.Schemas;
import dev.trestle.systems.formkiq.model.Schemas.Classification;
import dev.trestle.systems.formkiq.schemas.SchemaDocument.SchemaAttribute;
import dev.trestle.systems.formkiq.schemas.SchemaViews.AddClass;
import dev.trestle.systems.formkiq.schemas.SchemaViews.AttributesView;
import dev.trestle.systems.formkiq.schemas.SchemaViews.ByClass;
import dev.trestle.systems.formkiq.schemas.SchemaViews.ClassBody;
import dev.trestle.systems.formkiq.schemas.SchemaViews.ClassRow;
import dev.trestle.systems.formkiq.schemas.SchemaViews.ClassView;
import dev.trestle.systems.formkiq.schemas.SchemaViews.ClassesView;
import dev.trestle.systems.formkiq.schemas.SchemaViews.DeleteClass;
import dev.trestle.systems.formkiq.schemas.SchemaViews.GetClassValues;
import dev.trestle.systems.formkiq.schemas.SchemaViews.ListClasses;
import dev.trestle.systems.formkiq.schemas.SchemaViews.MadeClass;
import dev.trestle.systems.formkiq.schemas.SchemaViews.OneClass;
import dev.trestle.systems.formkiq.schemas.SchemaViews.SchemaBody;
import dev.trestle.systems.formkiq.schemas.SchemaViews.SetClass;
import dev.trestle.systems.formkiq.schemas.SchemaViews.ValuesView;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.UUID;

/** The operations on classes of documents, whose schemas add to the site's. */
final class ClassOperations {
    private final ItemStore items;
    private final Pages pages;

    ClassOperations(ItemStore items, Pages pages) {
        this.items = items;
        this.pages = pages;
    }

    void declare(Operations<Caller> api) {
        String all = "/sites/{siteId}/classifications";
        api.get("GetSitesClassifications", all, ListClasses.class)
                .about("The classes of documents of a site by name")
                .right(Rights.READ)
                .gives(ClassesView.class, this::list);
        api.post("AddClassification", all, AddClass.class)
                .about("Adds a class of documents")
                .right(Rights.ADMIN_OR_GOVERN)
                .refuses(Kind.INVALID)
                .changes(MadeClass.class, this::add);
        String one = all + "/{classificationId}";
        api.get("GetClassification", one, ByClass.class)
                .about("A class of documents")
                .right(Rights.READ)
                .refuses(Kind.NOT_FOUND)
                .gives(OneClass.class, this::get);
        api.delete("DeleteClassification", one, DeleteClass.class)
                .about("Deletes a class that no document has")
                .right(Rights.ADMIN_OR_GOVERN)
                .refuses(Kind.NOT_FOUND, Kind.INVALID)
                .changes(Message.class, this::delete);
        api.put("SetClassification", one, SetClass.class)
                .about("Replaces the schema of a class; documents that are there already stay as they are")
                .right(Rights.ADMIN_OR_GOVERN)
                .refuses(Kind.NOT_FOUND, Kind.INVALID)
                .changes(Message.class, this::set);
        api.get(
                        "GetClassificationAttributeAllowedValues",
                        one + "/attributes/{key}/allowedValues",
                        GetClassValues.class)
                .about("The values that a class and its site allow an attribute")
                .right(Rights.READ)
                .refuses(Kind.NOT_FOUND)
                .gives(ValuesView.class, this::values);
    }

    private ItemStore store(Caller caller) {
        return items.within(caller.site()).consistent();
    }

    private static Stored<Classification> require(ItemStore store, String id) {
        Optional<Stored<Classification>> found = id.indexOf('#') >= 0
                ? Optional.empty()
                : store.stored(Schemas.CLASSIFICATION_BY_ID.of(id, EffectiveSchema.DOCUMENT));
        return found.orElseThrow(() -> Refusals.notFound("Classification '" + id + "' not found"));
    }

    private ClassesView list(Given<Caller, ListClasses> given) {
        ItemStore indexes = items.within(given.by().site());
        Pages.Listing<ClassRow> page = pages.collect(
                pages.asked(
                        given.by(),
                        "GetSitesClassifications",
                        List.of(),
                        given.asked().limit(),
                        given.asked().next(),
                        null),
                (after, count) -> indexes.placed(Schemas.CLASSIFICATIONS.of(EffectiveSchema.DOCUMENT), count, after),
                Pages.each(ClassRow::of));
        return new ClassesView(page.next(), page.items());
    }

    private static SchemaDocument checked(ItemStore store, ClassBody body) {
        SchemaBody asked = body.classification();
        if (asked == null) {
            throw Refusals.message("invalid request body");
        }
        if (asked.name() == null || asked.name().isEmpty()) {
            throw Refusals.message("'name' is required");
        }
        SchemaDocument schema = new SchemaDocument(asked.name(), asked.attributes());
        SchemaRules.check(store, schema, SiteSchemas.find(store).orElse(SchemaDocument.NONE));
        return schema;
    }

    private static ApiException nameTaken() {
        return Refusals.of("name", "'name' is already used");
    }

    private Decision<MadeClass> add(Given<Caller, AddClass> given) {
        ItemStore store = store(given.by());
        SchemaDocument schema = checked(store, given.asked().body());
        String id = UUID.randomUUID().toString();
        Decision<MadeClass> decision = Decision.of(new MadeClass(id))
                .create(
                        Schemas.CLASSIFICATION,
                        new Classification(
                                EffectiveSchema.DOCUMENT,
                                String.valueOf(schema.name()),
                                id,
                                schema.text(),
                                given.by().user(),
                                given.at().truncatedTo(ChronoUnit.SECONDS)),
                        ClassOperations::nameTaken);
        ClassUses.begin(decision, id);
        return SiteSchemas.complete(
                decision,
                schema,
                SchemaRows.ofClass(store, id, schema),
                new SiteSchemas.Rows(given.by().site(), id));
    }

    private OneClass get(Given<Caller, ByClass> given) {
        ItemStore store = store(given.by());
        Classification found = require(store, given.asked().classificationId()).record();
        ClassRow row = ClassRow.of(found);
        return new OneClass(new ClassView(
                row.name(),
                row.userId(),
                row.insertedDate(),
                AttributesView.of(
                        SchemaDocument.parse(found.schema()),
                        LocalizedValues.ofClass(
                                store, found.documentId(), given.asked().locale()))));
    }

    private Decision<Message> set(Given<Caller, SetClass> given) {
        ItemStore store = store(given.by());
        Stored<Classification> before = require(store, given.asked().classificationId());
        SchemaDocument schema = checked(store, given.asked().body());
        Classification old = before.record();
        String name = String.valueOf(schema.name());
        boolean isTaken = !name.equals(old.name())
                && items.within(given.by().site())
                        .get(Schemas.CLASSIFICATION_BY_NAME.of(EffectiveSchema.DOCUMENT, name))
                        .isPresent();
        if (isTaken) {
            throw nameTaken();
        }
        Classification after = new Classification(
                old.entity(), name, old.documentId(), schema.text(), old.userId(), old.inserteddate());
        return SiteSchemas.complete(
                Decision.of(new Message("Set Classification")).replace(Schemas.CLASSIFICATION, before, after),
                schema,
                SchemaRows.ofClass(store, old.documentId(), schema),
                new SiteSchemas.Rows(given.by().site(), old.documentId()));
    }

    private Decision<Message> delete(Given<Caller, DeleteClass> given) {
        ItemStore store = store(given.by());
        Stored<Classification> before = require(store, given.asked().classificationId());
        String id = before.record().documentId();
        Decision<Message> decision =
                Decision.of(new Message("Classification '" + id + "' deleted")).delete(Schemas.CLASSIFICATION, before);
        if (!ClassUses.end(decision, store, items.within(given.by().site()), id)) {
            throw Refusals.message("Classification '" + id + "' in use");
        }
        return SiteSchemas.complete(
                decision,
                SchemaDocument.NONE,
                SchemaRows.ofClass(store, id, SchemaDocument.NONE),
                new SiteSchemas.Rows(given.by().site(), id));
    }

    private ValuesView values(Given<Caller, GetClassValues> given) {
        ItemStore store = store(given.by());
        Classification found = require(store, given.asked().classificationId()).record();
        String key = given.asked().key();
        TreeSet<String> all = new TreeSet<>();
        SchemaDocument.parse(found.schema())
                .find(key)
                .map(SchemaAttribute::allowed)
                .ifPresent(all::addAll);
        SiteSchemas.find(store)
                .flatMap(site -> site.find(key))
                .map(SchemaAttribute::allowed)
                .ifPresent(all::addAll);
        return new ValuesView(
                List.copyOf(all),
                LocalizedValues.ofClass(store, found.documentId(), given.asked().locale())
                        .apply(key));
    }
}
