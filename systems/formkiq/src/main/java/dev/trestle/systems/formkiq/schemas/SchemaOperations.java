package dev.trestle.systems.formkiq.schemas;

import dev.trestle.model.operation.ItemStore;
import dev.trestle.platform.api.Problem.Kind;
import dev.trestle.platform.jobs.JobRunner;
import dev.trestle.platform.operation.Changes;
import dev.trestle.platform.operation.Decision;
import dev.trestle.platform.operation.Given;
import dev.trestle.platform.operation.Operations;
import dev.trestle.systems.formkiq.api.Answers.Message;
import dev.trestle.systems.formkiq.api.Caller;
import dev.trestle.systems.formkiq.api.Pages;
import dev.trestle.systems.formkiq.api.Refusals;
import dev.trestle.systems.formkiq.api.Rights;
import dev.trestle.systems.formkiq.schemas.SchemaDocument.SchemaAttribute;
import dev.trestle.systems.formkiq.schemas.SchemaViews.AttributesView;
import dev.trestle.systems.formkiq.schemas.SchemaViews.GetSchema;
import dev.trestle.systems.formkiq.schemas.SchemaViews.GetValues;
import dev.trestle.systems.formkiq.schemas.SchemaViews.SchemaView;
import dev.trestle.systems.formkiq.schemas.SchemaViews.SetSchema;
import dev.trestle.systems.formkiq.schemas.SchemaViews.ValuesView;
import java.util.List;
import java.util.TreeSet;

/** The operations on the schema of a site, and with them those on classes. */
public final class SchemaOperations {
    private final ItemStore items;
    private final ClassOperations classes;

    public SchemaOperations(ItemStore items, Pages pages) {
        this.items = items;
        this.classes = new ClassOperations(items, pages);
    }

    public void declare(Operations<Caller> api) {
        String one = "/sites/{siteId}/schema/document";
        api.get("GetSitesSchema", one, GetSchema.class)
                .about("The schema that all documents of a site obey")
                .right(Rights.READ)
                .refuses(Kind.NOT_FOUND)
                .gives(SchemaView.class, this::schema);
        api.put("SetSitesSchema", one, SetSchema.class)
                .about("Sets the schema of a site; documents that are there already stay as they are")
                .right(Rights.ADMIN_OR_GOVERN)
                .refuses(Kind.INVALID)
                .changes(Message.class, this::set);
        api.get("GetSitesSchemaAttributeAllowedValues", one + "/attributes/{key}/allowedValues", GetValues.class)
                .about("The values that the schema of a site allows an attribute")
                .right(Rights.READ)
                .refuses(Kind.NOT_FOUND)
                .gives(ValuesView.class, this::values);
        classes.declare(api);
    }

    /** Has its jobs done. */
    public void runBy(JobRunner runner, Changes changes) {
        runner.handle(
                SiteSchemas.ROWS,
                changes.handler(
                        job -> items.within(job.site()).consistent(),
                        SiteSchemas.Rows.class,
                        job -> SiteSchemas.step(items.within(job.site()).consistent(), job)));
    }

    private ItemStore store(Caller caller) {
        return items.within(caller.site()).consistent();
    }

    private static SchemaDocument require(ItemStore store) {
        return SiteSchemas.find(store).orElseThrow(() -> Refusals.notFound("Sites Schema not found"));
    }

    private SchemaView schema(Given<Caller, GetSchema> given) {
        ItemStore store = store(given.by());
        SchemaDocument schema = require(store);
        return new SchemaView(
                schema.name(),
                AttributesView.of(
                        schema, LocalizedValues.ofSite(store, given.asked().locale())));
    }

    private Decision<Message> set(Given<Caller, SetSchema> given) {
        ItemStore store = store(given.by());
        SchemaDocument schema = new SchemaDocument(
                given.asked().body().name(), given.asked().body().attributes());
        SchemaRules.check(store, schema, null);
        return SiteSchemas.set(
                Decision.of(new Message("Sites Schema set")), store, given.by().site(), schema);
    }

    private ValuesView values(Given<Caller, GetValues> given) {
        ItemStore store = store(given.by());
        SchemaDocument schema = require(store);
        String key = given.asked().key();
        List<String> allowed = schema.find(key).map(SchemaAttribute::allowed).orElse(List.of());
        return new ValuesView(
                List.copyOf(new TreeSet<>(allowed)),
                LocalizedValues.ofSite(store, given.asked().locale()).apply(key));
    }
}
