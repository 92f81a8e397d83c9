package dev.trestle.systems.zentriqvision;

import dev.trestle.model.operation.ItemStore;
import dev.trestle.platform.api.Api;
import dev.trestle.platform.content.ObjectBucket;
import dev.trestle.platform.jobs.JobRunner;
import dev.trestle.platform.jobs.Jobs;
import dev.trestle.platform.operation.Changes;
import dev.trestle.platform.operation.Operations;
import dev.trestle.platform.system.Bucket;
import dev.trestle.platform.system.Environment;
import dev.trestle.platform.time.Ids;
import dev.trestle.platform.time.Times;
import dev.trestle.systems.zentriqvision.access.AccessArea;
import dev.trestle.systems.zentriqvision.access.AccessLog;
import dev.trestle.systems.zentriqvision.alerts.AlertArea;
import dev.trestle.systems.zentriqvision.area.Answers;
import dev.trestle.systems.zentriqvision.area.Area;
import dev.trestle.systems.zentriqvision.area.Parts;
import dev.trestle.systems.zentriqvision.detections.DetectionArea;
import dev.trestle.systems.zentriqvision.exports.ExportArea;
import dev.trestle.systems.zentriqvision.figures.FigureArea;
import dev.trestle.systems.zentriqvision.home.HomeArea;
import dev.trestle.systems.zentriqvision.model.SupportTable;
import dev.trestle.systems.zentriqvision.people.Caller;
import dev.trestle.systems.zentriqvision.people.OrganizationArea;
import dev.trestle.systems.zentriqvision.people.Organizations;
import dev.trestle.systems.zentriqvision.people.ProfileArea;
import dev.trestle.systems.zentriqvision.people.SignInArea;
import dev.trestle.systems.zentriqvision.people.UsersArea;
import dev.trestle.systems.zentriqvision.persons.PersonChangeArea;
import dev.trestle.systems.zentriqvision.persons.PersonLookArea;
import dev.trestle.systems.zentriqvision.privacy.PrivacyArea;
import dev.trestle.systems.zentriqvision.search.PersonArea;
import dev.trestle.systems.zentriqvision.search.SearchArea;
import dev.trestle.systems.zentriqvision.sightings.SightingArea;
import dev.trestle.systems.zentriqvision.sightings.Sightings;
import dev.trestle.systems.zentriqvision.videos.VideoArea;
import java.security.SecureRandom;
import java.util.List;
import java.util.Random;

/** ZentriqVision's areas, wired together, and its operations. It does nothing by itself. */
public final class ZentriqVisionApi {
    private static final Api.About ABOUT = new Api.About(
                    "ZentriqVision",
                    "People seen in surveillance video, searched by attribute, video and time. The organization comes from the token; a"
                            + " request that names another one is refused. What belongs to another organization is not there (404).",
                    "/zentriqvision/v1")
            .withoutNulls()
            // Clients send the organization, and whole items, with members that nobody may set.
            .ignoringUnknown();

    private final Operations<Caller> operations;
    private final Parts parts;
    private final List<Area> areas;

    public ZentriqVisionApi(Environment<ZentriqVisionSettings> environment) {
        SecureRandom random = new SecureRandom();
        ItemStore store = environment.store();
        Bucket bucket = environment.bucket(ZentriqVision.VIDEOS);
        Jobs jobs = environment.jobs(SupportTable.JOBS);
        Changes changes = new Changes(jobs, random);
        Times times = environment.times();
        Ids ids = new Ids(random);
        AccessLog access = new AccessLog(store, times, ids);
        Organizations organizations = Organizations.of(environment);
        this.parts = new Parts(
                environment,
                store,
                bucket,
                new ObjectBucket(bucket),
                jobs,
                changes,
                times,
                ids,
                access,
                organizations,
                new Sightings(store, changes));
        this.operations = new Operations<Caller>(
                        Api.declared("zentriqvision", ABOUT, new Answers()),
                        new Operations.Setting<>(organizations::caller, parts::of, changes, times, ids))
                .onDenied((who, call, right) -> denied(access, who, right));
        VideoArea videos = new VideoArea(parts);
        ExportArea exports = new ExportArea(parts);
        AlertArea alerts = new AlertArea(parts);
        this.areas = List.of(
                new ProfileArea(parts),
                new OrganizationArea(parts),
                new UsersArea(parts),
                new SignInArea(parts),
                new SightingArea(parts),
                new DetectionArea(parts),
                videos,
                new SearchArea(parts),
                new PersonArea(parts),
                new PersonChangeArea(parts),
                new PersonLookArea(parts),
                new FigureArea(parts),
                alerts,
                new HomeArea(parts, alerts),
                exports,
                new PrivacyArea(parts, videos, exports),
                new AccessArea(parts));
        areas.forEach(area -> area.declare(operations));
    }

    private static void denied(AccessLog access, Caller who, String right) {
        if (!Organizations.isPassing(who.operation())) {
            access.denied(who, "lacks " + right);
        }
    }

    public Api api() {
        return operations.api();
    }

    Operations<Caller> operations() {
        return operations;
    }

    Jobs jobs() {
        return parts.jobs();
    }

    List<Area> areas() {
        return areas;
    }

    /** Does the jobs; not started yet. */
    public JobRunner runner() {
        JobRunner runner = new JobRunner(parts.jobs(), JobRunner.Options.standard(), new Random());
        areas.forEach(area -> area.handleBy(runner));
        return runner;
    }
}
