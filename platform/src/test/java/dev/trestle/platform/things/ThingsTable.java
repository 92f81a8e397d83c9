package dev.trestle.platform.things;

import dev.trestle.model.Entity;
import dev.trestle.model.Model;
import dev.trestle.model.Pattern;
import dev.trestle.model.Support;
import dev.trestle.model.Table;
import dev.trestle.platform.jobs.Jobs;
import dev.trestle.platform.uploads.Arrivals;
import dev.trestle.platform.uploads.Uploads;

/** The small system's data: a documented table, and a support table with its jobs. */
public final class ThingsTable {
    public static final Table TABLE = Table.named("things").key("PK", "SK");
    public static final Table SUPPORT = Support.table("things");

    /** A thing that is stored. */
    public record StoredThing(String id, String tenant, String name, int count) {}

    public static final Entity<StoredThing> THING =
            TABLE.entity(StoredThing.class).key("THING#{id}", "THING");
    public static final Pattern<StoredThing> THING_BY_ID = THING.get("A thing");

    /** A file of a thing. */
    public record Attachment(String key, String tenant, long length) {}

    public static final Entity<Attachment> ATTACHMENT =
            TABLE.entity(Attachment.class).key("ATTACHMENT#{key}", "ATTACHMENT");
    public static final Pattern<Attachment> ATTACHMENT_BY_KEY = ATTACHMENT.get("An attachment");
    public static final Jobs.Declaration JOBS = Jobs.on(SUPPORT);
    public static final Uploads.Declaration UPLOADS = Uploads.on(SUPPORT);
    public static final Arrivals.Declaration ARRIVALS = Arrivals.on(SUPPORT);
    public static final Model MODEL = Model.of("things", TABLE).with(SUPPORT);

    private ThingsTable() {}
}
