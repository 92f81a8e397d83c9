package dev.trestle.systems.zentriqvision.people;

import dev.trestle.systems.zentriqvision.model.Camera;
import dev.trestle.systems.zentriqvision.model.Organization;
import dev.trestle.systems.zentriqvision.model.OrganizationStatus;
import java.time.Instant;
import java.util.List;

/**
 * An organisation as answers have it.
 *
 * @param cameras those that the caller may see
 */
public record OrganizationView(
        String orgId, String name, Instant createdAt, OrganizationStatus status, List<Camera> cameras) {
    static OrganizationView of(Organization organization, List<Camera> cameras, Caller who) {
        return new OrganizationView(
                organization.orgId(),
                organization.name(),
                organization.createdAt(),
                organization.status(),
                cameras.stream().filter(camera -> who.maySee(camera.name())).toList());
    }
}
