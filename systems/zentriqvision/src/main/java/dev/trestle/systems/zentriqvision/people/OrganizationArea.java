package dev.trestle.systems.zentriqvision.people;

import dev.trestle.model.Bound;
import dev.trestle.model.operation.Retrieved;
import dev.trestle.model.operation.Stored;
import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.Problem.Kind;
import dev.trestle.platform.api.Reply;
import dev.trestle.platform.api.VersionTag;
import dev.trestle.platform.operation.Decision;
import dev.trestle.platform.operation.Given;
import dev.trestle.platform.operation.Operations;
import dev.trestle.systems.zentriqvision.access.AccessLog.Look;
import dev.trestle.systems.zentriqvision.area.Area;
import dev.trestle.systems.zentriqvision.area.Parts;
import dev.trestle.systems.zentriqvision.model.AccessAction;
import dev.trestle.systems.zentriqvision.model.Camera;
import dev.trestle.systems.zentriqvision.model.Cameras;
import dev.trestle.systems.zentriqvision.model.DataTable;
import dev.trestle.systems.zentriqvision.model.Organization;
import dev.trestle.systems.zentriqvision.model.OrganizationSettings;
import dev.trestle.systems.zentriqvision.model.SupportTable;
import dev.trestle.systems.zentriqvision.people.PeopleRequests.ChangeOrganization;
import dev.trestle.systems.zentriqvision.people.PeopleRequests.OrganizationChange;
import dev.trestle.systems.zentriqvision.people.PeopleRequests.PutSettings;
import dev.trestle.systems.zentriqvision.people.PeopleRequests.SettingsDraft;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** An organisation, its cameras and its settings. */
public final class OrganizationArea implements Area {
    private final Parts parts;

    public OrganizationArea(Parts parts) {
        this.parts = parts;
    }

    /**
     * The settings as they hold.
     *
     * @param retentionDays absent if videos stay
     * @param analyzer absent for the server's
     */
    public record SettingsView(
            @Nullable Integer retentionDays,
            int exportDays,
            int accessLogDays,
            @Nullable String analyzer,
            int appearanceSeconds) {
        static SettingsView of(OrganizationSettings settings) {
            return new SettingsView(
                    settings.retentionDays(),
                    settings.exportDaysOrStandard(),
                    settings.accessLogDaysOrStandard(),
                    settings.analyzer(),
                    settings.appearanceSecondsOrStandard());
        }
    }

    /** What was read of an organisation. */
    private record Whole(
            Stored<Organization> organization, @Nullable Stored<Cameras> cameras) {
        List<Camera> known() {
            return cameras == null ? List.of() : cameras.record().cameras();
        }

        String tag() {
            return VersionTag.of(Map.of("organization", organization.record(), "cameras", known()));
        }

        Reply shownTo(Caller who) {
            return Reply.of(OrganizationView.of(organization.record(), known(), who))
                    .tag(tag());
        }
    }

    @Override
    public void declare(Operations<Caller> operations) {
        operations
                .get("getOrganization", "/organization")
                .about("The caller's organization, with the cameras that the caller may see")
                .right(Rights.VIEWER)
                .tagged()
                .replies(OrganizationView.class, given -> read(given).shownTo(given.by()));
        operations
                .patch("changeOrganization", "/organization", ChangeOrganization.class)
                .about("Changes the list of cameras, or the name")
                .description(
                        "If-Match has the ETag of the organization. An organization that is a tenant of the server has the tenant's"
                                + " name, which is changed in the console.")
                .right(Rights.ADMIN)
                .refuses(Kind.PRECONDITION_FAILED, Kind.PRECONDITION_REQUIRED)
                .tagged()
                .changes(this::change)
                .gives(OrganizationView.class, (given, unused) -> read(given).shownTo(given.by()));
        operations
                .get("getSettings", "/settings")
                .about("The organization's settings")
                .right(Rights.VIEWER)
                .tagged()
                .replies(SettingsView.class, given -> shown(settings(given)));
        operations
                .put("putSettings", "/settings", PutSettings.class)
                .about("Replaces the organization's settings")
                .description("If-Match has the ETag of the settings. What is left out is as the server has it.")
                .right(Rights.ADMIN)
                .refuses(Kind.PRECONDITION_FAILED, Kind.PRECONDITION_REQUIRED)
                .tagged()
                .changes(this::put)
                .gives(SettingsView.class, (given, after) -> shown(after));
    }

    private static Reply shown(OrganizationSettings settings) {
        SettingsView view = SettingsView.of(settings);
        return Reply.of(view).tag(VersionTag.of(view));
    }

    private OrganizationSettings settings(Given<Caller, ?> given) {
        return parts.organizations().settings(given.by().orgId());
    }

    private Whole read(Given<Caller, ?> given) {
        Bound<Organization> organizationAt = DataTable.ORGANIZATION_DETAILS.of();
        Bound<Cameras> camerasAt = SupportTable.CAMERAS_OF_ORGANIZATION.of();
        Retrieved read = parts.deciding(given.by().orgId()).retrieve(List.of(organizationAt, camerasAt));
        return new Whole(
                read.of(organizationAt).orElseThrow(() -> ApiException.notFound("There is no such organization.")),
                read.of(camerasAt).orElse(null));
    }

    private Decision<Boolean> change(Given<Caller, ChangeOrganization> given) {
        Whole whole = read(given);
        requireTag(given, whole.tag(), OrganizationView.of(whole.organization().record(), whole.known(), given.by()));
        OrganizationChange asked = given.asked().body();
        Decision<Boolean> decision = Decision.of(true);
        if (asked.name() != null) {
            rename(decision, whole.organization(), asked.name().strip());
        }
        if (asked.cameras() != null) {
            List<Camera> cameras = asked.cameras().stream()
                    .map(PeopleRequests.CameraDraft::toCamera)
                    .toList();
            check(cameras);
            Cameras after = new Cameras(cameras, given.at());
            Stored<Cameras> before = whole.cameras();
            if (before == null) {
                decision.create(SupportTable.CAMERAS, after);
            } else {
                decision.replace(SupportTable.CAMERAS, before, after);
            }
        }
        parts.access().note(given.by(), Look.at(AccessAction.EDIT).saying("organization"));
        return decision;
    }

    private void rename(Decision<?> decision, Stored<Organization> stored, String name) {
        Organization before = stored.record();
        if (name.isEmpty()) {
            throw ApiException.invalid("name", "must not be empty").withCode("blank");
        }
        if (name.equals(before.name())) {
            return;
        }
        if (parts.environment().identity().tenants().find(before.orgId()).isPresent()) {
            throw ApiException.invalid("name", "is the tenant's. Rename the tenant in the console")
                    .withCode("tenant-name");
        }
        decision.replace(
                DataTable.ORGANIZATION,
                stored,
                new Organization(before.orgId(), name, before.createdAt(), before.status()));
    }

    private static void check(List<Camera> cameras) {
        Set<String> names = new HashSet<>();
        for (Camera camera : cameras) {
            if (camera.name().isEmpty() || camera.name().indexOf('#') >= 0) {
                throw ApiException.invalid("cameras", "must have names without #")
                        .withCode("camera-name");
            }
            if (!names.add(camera.name())) {
                throw ApiException.invalid("cameras", "must have different names")
                        .withCode("camera-twice");
            }
        }
    }

    private Decision<OrganizationSettings> put(Given<Caller, PutSettings> given) {
        Stored<OrganizationSettings> stored = parts.deciding(given.by().orgId())
                .stored(SupportTable.SETTINGS_OF_ORGANIZATION.of())
                .orElse(null);
        SettingsView before = SettingsView.of(stored == null ? OrganizationSettings.none() : stored.record());
        requireTag(given, VersionTag.of(before), before);
        SettingsDraft asked = given.asked().body();
        OrganizationSettings after = new OrganizationSettings(
                asked.retentionDays(),
                asked.exportDays(),
                asked.accessLogDays(),
                asked.analyzer(),
                asked.appearanceSeconds(),
                given.at());
        parts.access().note(given.by(), Look.at(AccessAction.EDIT).saying("settings"));
        Decision<OrganizationSettings> decision = Decision.of(after);
        return stored == null
                ? decision.create(SupportTable.SETTINGS, after)
                : decision.replace(SupportTable.SETTINGS, stored, after);
    }

    private static void requireTag(Given<Caller, ?> given, String tag, Object state) {
        if (given.call().header("if-match") == null) {
            throw ApiException.of(Kind.PRECONDITION_REQUIRED, "Send If-Match with the ETag that you read.");
        }
        given.call().ifMatch().check(tag, () -> state);
    }
}
