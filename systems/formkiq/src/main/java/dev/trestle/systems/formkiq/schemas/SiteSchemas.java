package dev.trestle.systems.formkiq.schemas;

import dev.trestle.model.operation.Expect;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Stored;
import dev.trestle.platform.operation.Decision;
import dev.trestle.systems.formkiq.model.Attributes;
import dev.trestle.systems.formkiq.model.Schemas;
import dev.trestle.systems.formkiq.model.Schemas.Classification;
import dev.trestle.systems.formkiq.model.Schemas.SiteSchema;
import java.util.Optional;

/** Keeps schemas: the schema decides at once, and what does not fit beside it of its rows is written by a job. */
final class SiteSchemas {
    /** A job of this type compares a schema's rows with it. */
    static final String ROWS = "schema-rows";

    private static final int STEP = 90;
    private static final int ACTIONS_MAX = 95;

    private SiteSchemas() {}

    /**
     * The payload of the job.
     *
     * @param classId whose schema it is; empty for the site's
     */
    record Rows(String site, String classId) {}

    static Optional<SchemaDocument> find(ItemStore store) {
        return store.get(Schemas.SCHEMA_OF_SITE.of(EffectiveSchema.DOCUMENT))
                .map(row -> SchemaDocument.parse(row.schema()));
    }

    static <R> Decision<R> set(Decision<R> decision, ItemStore store, String site, SchemaDocument schema) {
        Optional<Stored<SiteSchema>> before = store.stored(Schemas.SCHEMA_OF_SITE.of(EffectiveSchema.DOCUMENT));
        SiteSchema after = new SiteSchema(EffectiveSchema.DOCUMENT, String.valueOf(schema.name()), schema.text());
        if (before.isPresent()) {
            decision.replace(Schemas.SITE_SCHEMA, before.get(), after);
        } else {
            decision.create(Schemas.SITE_SCHEMA, after);
        }
        return complete(decision, schema, SchemaRows.ofSite(store, schema), new Rows(site, ""));
    }

    static <R> Decision<R> complete(Decision<R> decision, SchemaDocument schema, SchemaRows rows, Rows job) {
        // A definition that goes at the same time would leave a schema without it.
        schema.keys().forEach(key -> decision.check(Attributes.ATTRIBUTE_BY_KEY.of(key), Expect.PRESENT));
        if (decision.actions() + rows.size() <= ACTIONS_MAX) {
            rows.into(decision, STEP);
            return decision;
        }
        return decision.job(ROWS, job.classId().isEmpty() ? job.site() : job.classId(), job);
    }

    /** The next step towards the rows that a schema has to have; the last one is empty. */
    static Decision<?> step(ItemStore store, Rows job) {
        SchemaRows rows = job.classId().isEmpty()
                ? SchemaRows.ofSite(store, find(store).orElse(SchemaDocument.NONE))
                : SchemaRows.ofClass(
                        store,
                        job.classId(),
                        store.get(Schemas.CLASSIFICATION_BY_ID.of(job.classId(), EffectiveSchema.DOCUMENT))
                                .map(Classification::schema)
                                .map(SchemaDocument::parse)
                                .orElse(SchemaDocument.NONE));
        if (rows.isEmpty()) {
            return Decision.done();
        }
        Decision<Object> step = Decision.step();
        rows.into(step, STEP);
        return step;
    }
}
