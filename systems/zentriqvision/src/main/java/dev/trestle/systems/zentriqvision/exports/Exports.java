package dev.trestle.systems.zentriqvision.exports;

import dev.trestle.model.operation.Expect;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.ItemStore.Placed;
import dev.trestle.model.operation.Stored;
import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.Page;
import dev.trestle.platform.operation.Decision;
import dev.trestle.platform.operation.Given;
import dev.trestle.platform.operation.Item;
import dev.trestle.systems.zentriqvision.access.AccessLog.Look;
import dev.trestle.systems.zentriqvision.area.Parts;
import dev.trestle.systems.zentriqvision.exports.ExportRequests.AddExport;
import dev.trestle.systems.zentriqvision.exports.ExportRequests.ExportDraft;
import dev.trestle.systems.zentriqvision.exports.ExportRequests.ListExports;
import dev.trestle.systems.zentriqvision.exports.ExportRequests.OfExport;
import dev.trestle.systems.zentriqvision.model.AccessAction;
import dev.trestle.systems.zentriqvision.model.BlurKind;
import dev.trestle.systems.zentriqvision.model.DataTable;
import dev.trestle.systems.zentriqvision.model.Export;
import dev.trestle.systems.zentriqvision.model.ExportStatus;
import dev.trestle.systems.zentriqvision.model.SupportTable;
import dev.trestle.systems.zentriqvision.model.User;
import dev.trestle.systems.zentriqvision.model.Video;
import dev.trestle.systems.zentriqvision.model.VideoStatus;
import dev.trestle.systems.zentriqvision.people.Caller;
import dev.trestle.systems.zentriqvision.videos.Links;
import dev.trestle.systems.zentriqvision.videos.Tracks;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What people ask of exports. Making the clip is {@link ClipMaker}'s. */
final class Exports {
    /** Of another camera, there is none. */
    static final Item<Caller, Export> SEEN = Item.<Caller, Export>of("There is no such export.")
            .atLeast(Sight.INVESTIGATOR, (who, export) -> who.maySee(export.camera()) ? Sight.INVESTIGATOR : null);

    /** The most of an organisation that are not made yet. */
    static final int UNFINISHED_MAX = 20;

    private static final int READ = 100;
    private static final int LOOKED_MAX = 1_000;

    private final Parts parts;
    private final ClipMaker maker;
    private final Links links;

    private enum Sight {
        INVESTIGATOR
    }

    Exports(Parts parts, ClipMaker maker) {
        this.parts = parts;
        this.maker = maker;
        this.links = new Links(parts.bucket());
    }

    Decision<ExportView> add(Given<Caller, AddExport> given) {
        Caller who = given.by();
        ExportDraft draft = given.asked().body();
        BlurKind blur = draft.blur() == null ? BlurKind.HEADS : draft.blur();
        String reason = clean(draft.reason());
        checkSpan(draft);
        if (blur == BlurKind.NONE && reason == null) {
            throw ApiException.invalid("reason", "must say why nobody is blurred")
                    .withCode("export-reason");
        }
        ItemStore store = parts.deciding(who.orgId());
        Stored<Video> video = video(given, store, draft.videoId());
        checkEnd(draft, video.record());
        checkBusy(store);
        double start = draft.start();
        parts.access()
                .note(
                        who,
                        Look.at(AccessAction.EXPORT)
                                .video(draft.videoId())
                                .saying(start + " to " + draft.end() + ", blur "
                                        + blur.name().toLowerCase(Locale.ROOT)
                                        + (reason == null ? "" : ": " + reason)));
        if (blur != BlurKind.NONE) {
            new Tracks(parts).requireAllLocated(who.orgId(), video.record(), start, draft.end());
        }
        Export export = new Export(
                given.ids().rising("export_", given.at(), 0),
                draft.videoId(),
                video.record().fileName(),
                video.record().camera(),
                start,
                draft.end(),
                new Tracks(parts).begins(who.orgId(), video.record()).plusMillis(Math.round(start * 1000)),
                blur,
                Boolean.TRUE.equals(draft.boxes()),
                clean(draft.caseName()),
                reason,
                who.userId(),
                ExportStatus.WAITING,
                0,
                null,
                given.at(),
                null,
                null,
                null,
                null,
                null,
                null,
                null);
        Decision<ExportView> decision = Decision.of(view(who, export, null))
                .check(DataTable.VIDEO_METADATA.of(draft.videoId()), Expect.PRESENT)
                .create(SupportTable.EXPORT, export);
        return maker.enqueue(decision, who.orgId(), export);
    }

    private static void checkSpan(ExportDraft draft) {
        if (!(draft.end() > draft.start()) || draft.end() - draft.start() > ExportRequests.SECONDS_MAX) {
            throw ApiException.invalid("end", "must be after start, by 600 seconds at most")
                    .withCode("export-span");
        }
    }

    private static void checkEnd(ExportDraft draft, Video video) {
        BigDecimal duration = video.duration();
        if (duration != null && draft.start() >= duration.doubleValue()) {
            throw ApiException.invalid("start", "must be before the end of the video")
                    .withCode("export-start");
        }
    }

    private static void checkBusy(ItemStore store) {
        long unfinished = store.first(SupportTable.EXPORTS_NEWEST_FIRST.of(), READ).stream()
                .filter(each -> !each.isOver())
                .count();
        if (unfinished >= UNFINISHED_MAX) {
            throw ApiException.conflict(
                            "There are " + unfinished + " exports that are not made yet. Wait until some are.", null)
                    .withCode("exports-busy");
        }
    }

    private Stored<Video> video(Given<Caller, ?> given, ItemStore store, String videoId) {
        if (videoId.indexOf('#') >= 0) {
            throw ApiException.invalid("videoId", "must not contain #").withCode("id-form");
        }
        Stored<Video> video = store.stored(DataTable.VIDEO_METADATA.of(videoId))
                .filter(found -> given.by().maySee(found.record().camera()))
                .orElse(null);
        if (video == null) {
            parts.access().denied(given.by(), "no such video, or not of the member's cameras");
            throw ApiException.notFound("There is no such video.");
        }
        String key = video.record().s3Key();
        if (video.record().status() != VideoStatus.PROCESSED
                || key == null
                || !key.startsWith(given.by().orgId() + "/")) {
            throw ApiException.conflict(
                            "The video is not ready: a clip can be taken when it is PROCESSED and has footage.", null)
                    .withCode("export-not-ready");
        }
        return video;
    }

    private static @Nullable String clean(@Nullable String text) {
        return text == null || text.isBlank() ? null : text.strip();
    }

    /** Newest first; those of cameras that the caller may not see are left out. */
    Page<ExportView> list(Given<Caller, ListExports> given) {
        ListExports asked = given.asked();
        ItemStore store = parts.of(given.by());
        List<String> list = List.of("exports", String.valueOf(asked.videoId()));
        String cursor = asked.cursor();
        List<String> place = cursor == null ? null : store.open(cursor, list);
        List<ExportView> views = new ArrayList<>();
        for (int looked = 0; looked < LOOKED_MAX; looked += READ) {
            List<Placed<Export>> read = store.placed(SupportTable.EXPORTS_NEWEST_FIRST.of(), READ, place);
            for (Placed<Export> each : read) {
                if (views.size() == asked.limit()) {
                    return new Page<>(views, place == null ? null : store.seal(place, list));
                }
                place = each.place();
                Export export = each.record();
                if (given.by().maySee(export.camera())
                        && (asked.videoId() == null || asked.videoId().equals(export.videoId()))) {
                    views.add(view(given.by(), export, null));
                }
            }
            if (read.size() < READ) {
                return new Page<>(views, null);
            }
        }
        return new Page<>(views, place == null ? null : store.seal(place, list));
    }

    /** With the address of the clip, which is a way to look at it. */
    ExportView get(Given<Caller, OfExport> given, Stored<Export> read) {
        Export export = read.record();
        note(given, export, "clip");
        String key = export.s3Key();
        return view(
                given.by(),
                export,
                export.status() == ExportStatus.READY && key != null
                        ? links.download(key, ExportKeys.fileName(export))
                        : null);
    }

    Manifest manifest(Given<Caller, OfExport> given, Stored<Export> read) {
        Export export = read.record();
        if (export.status() != ExportStatus.READY) {
            throw ApiException.conflict("The clip is not made yet.", null).withCode("export-unfinished");
        }
        note(given, export, "manifest");
        String email = parts.of(given.by())
                .get(DataTable.USER_DETAILS.of(export.userId()))
                .map(User::email)
                .orElse(null);
        return Manifest.of(given.by().orgId(), export, email);
    }

    Decision<@Nullable Void> delete(Given<Caller, OfExport> given, Stored<Export> read) {
        note(given, read.record(), "delete");
        return deletion(given.by().orgId(), read);
    }

    /** What removes an export, its clip and what an erasure finds it by. */
    Decision<@Nullable Void> deletion(String orgId, Stored<Export> read) {
        Decision<@Nullable Void> decision = Decision.done().delete(SupportTable.EXPORT, read);
        return maker.drop(decision, orgId, read.record().exportId());
    }

    private void note(Given<Caller, ?> given, Export export, String what) {
        parts.access()
                .note(
                        given.by(),
                        Look.at(AccessAction.EXPORT).video(export.videoId()).saying(what + " of " + export.exportId()));
    }

    private ExportView view(Caller who, Export export, @Nullable String url) {
        return ExportView.of(export, parts.organizations().settings(who.orgId()).exportDaysOrStandard(), url);
    }

    /** Removes what is over. Returns how many exports that were. */
    long removeExpired(String orgId) {
        Duration kept = Duration.ofDays(parts.organizations().settings(orgId).exportDaysOrStandard());
        ItemStore store = parts.deciding(orgId);
        long removed = 0;
        for (Export each : store.first(SupportTable.EXPORTS_OLDEST_FIRST.of(), LOOKED_MAX)) {
            if (each.createdAt().plus(kept).isAfter(parts.times().now())) {
                break; // they are in the order of their times
            }
            removed += remove(store, orgId, each.exportId());
        }
        return removed;
    }

    private int remove(ItemStore store, String orgId, String exportId) {
        return parts.changes().run(store, () -> {
            Stored<Export> read =
                    store.stored(SupportTable.EXPORT_BY_ID.of(exportId)).orElse(null);
            return read == null ? Decision.of(0) : deletion(orgId, read).withResult(1);
        });
    }
}
