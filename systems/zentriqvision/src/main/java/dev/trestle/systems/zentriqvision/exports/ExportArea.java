package dev.trestle.systems.zentriqvision.exports;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.trestle.platform.api.Problem.Kind;
import dev.trestle.platform.events.Events;
import dev.trestle.platform.events.RecordChange;
import dev.trestle.platform.jobs.JobRunner;
import dev.trestle.platform.operation.Operations;
import dev.trestle.systems.zentriqvision.area.Area;
import dev.trestle.systems.zentriqvision.area.Parts;
import dev.trestle.systems.zentriqvision.exports.ExportRequests.AddExport;
import dev.trestle.systems.zentriqvision.exports.ExportRequests.ListExports;
import dev.trestle.systems.zentriqvision.exports.ExportRequests.OfExport;
import dev.trestle.systems.zentriqvision.model.Export;
import dev.trestle.systems.zentriqvision.model.ExportStatus;
import dev.trestle.systems.zentriqvision.model.MemberRole;
import dev.trestle.systems.zentriqvision.model.SupportTable;
import dev.trestle.systems.zentriqvision.people.Caller;
import dev.trestle.systems.zentriqvision.people.Rights;
import org.jspecify.annotations.Nullable;

/** Exports: their operations, jobs and events. */
public final class ExportArea implements Area {
    private final ClipMaker maker;
    private final Exports exports;

    public ExportArea(Parts parts) {
        this.maker = new ClipMaker(parts);
        this.exports = new Exports(parts, maker);
    }

    @JsonInclude(JsonInclude.Include.NON_NULL)
    private record ExportEvent(
            String change,
            String exportId,
            String videoId,
            ExportStatus status,
            double done,
            @Nullable String errorMessage) {
        static ExportEvent of(RecordChange<Export> change) {
            Export export = change.latest();
            return new ExportEvent(
                    change.kind(),
                    export.exportId(),
                    export.videoId(),
                    export.status(),
                    export.done(),
                    export.errorMessage());
        }
    }

    @Override
    public void declare(Operations<Caller> operations) {
        operations
                .get("listExports", "/exports", ListExports.class)
                .about("Exported clips, newest first")
                .right(Rights.INVESTIGATOR)
                .givesPage(ExportView.class, exports::list);
        operations
                .post("addExport", "/exports", AddExport.class)
                .about("Has a clip of a video made, with the heads of everybody who was found blurred")
                .description(
                        "The clip is encoded anew, and has no sound. A video in which somebody was found of whom nobody knows where in the"
                                + " picture they are can only be exported without blur.")
                .right(Rights.INVESTIGATOR)
                .refuses(Kind.NOT_FOUND, Kind.CONFLICT)
                .accepted()
                .changes(ExportView.class, exports::add);
        operations
                .get("getExport", "/exports/{id}", OfExport.class)
                .about("An exported clip, and where to fetch it, for an hour")
                .right(Rights.INVESTIGATOR)
                .on(
                        Exports.SEEN,
                        given -> SupportTable.EXPORT_BY_ID.of(given.asked().id()))
                .gives(ExportView.class, exports::get);
        operations
                .get("getManifest", "/exports/{id}/manifest", OfExport.class)
                .about("Who exported the clip, when, of what, what is blurred, and the SHA-256 of source and clip")
                .right(Rights.INVESTIGATOR)
                .refuses(Kind.CONFLICT)
                .on(
                        Exports.SEEN,
                        given -> SupportTable.EXPORT_BY_ID.of(given.asked().id()))
                .gives(Manifest.class, exports::manifest);
        operations
                .delete("deleteExport", "/exports/{id}", OfExport.class)
                .about("Deletes an exported clip. Copies that were fetched stay where they are")
                .right(Rights.INVESTIGATOR)
                .on(
                        Exports.SEEN,
                        given -> SupportTable.EXPORT_BY_ID.of(given.asked().id()))
                .changes(exports::delete)
                .givesNothing();
    }

    /** Removes the exports of an organisation whose time is over. Returns how many. */
    public long removeExpired(String orgId) {
        return exports.removeExpired(orgId);
    }

    @Override
    public void handleBy(JobRunner runner) {
        maker.handleBy(runner);
    }

    @Override
    public void tell(Events<Caller> events) {
        events.event(
                "export",
                SupportTable.EXPORT,
                ExportEvent::of,
                (who, export) -> who.isAtLeast(MemberRole.INVESTIGATOR) && who.maySee(export.camera()));
    }

    @Override
    public void start() {
        maker.start();
    }

    @Override
    public void close() {
        maker.close();
    }
}
