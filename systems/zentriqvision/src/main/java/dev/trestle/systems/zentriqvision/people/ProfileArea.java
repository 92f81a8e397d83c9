package dev.trestle.systems.zentriqvision.people;

import dev.trestle.model.Bound;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Retrieved;
import dev.trestle.model.operation.Stored;
import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.Reply;
import dev.trestle.platform.operation.Decision;
import dev.trestle.platform.operation.Given;
import dev.trestle.platform.operation.Operations;
import dev.trestle.systems.zentriqvision.area.Area;
import dev.trestle.systems.zentriqvision.area.Parts;
import dev.trestle.systems.zentriqvision.model.DataTable;
import dev.trestle.systems.zentriqvision.model.Member;
import dev.trestle.systems.zentriqvision.model.Organization;
import dev.trestle.systems.zentriqvision.model.SupportTable;
import dev.trestle.systems.zentriqvision.model.User;
import dev.trestle.systems.zentriqvision.people.PeopleRequests.ProfileUpdate;
import dev.trestle.systems.zentriqvision.people.PeopleRequests.UpdateProfile;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The caller's own profile, under both of its paths, and whether the system is there. */
public final class ProfileArea implements Area {
    private static final String NOTHING = "At least one of givenName and phone is needed.";

    private final Parts parts;

    public ProfileArea(Parts parts) {
        this.parts = parts;
    }

    /** That the system answers. */
    public record Health(String status, Instant timestamp, String service) {}

    @Override
    public void declare(Operations<Caller> operations) {
        health(operations, "getRoot", "/");
        health(operations, "getHealth", "/health");
        own(operations, "", "/user");
        own(operations, "Profile", "/user/profile");
    }

    private void health(Operations<Caller> operations, String id, String path) {
        operations
                .get(id, path)
                .about("Whether the system answers")
                .openToAll(
                        Health.class,
                        (call, asked) -> new Health("healthy", parts.times().now(), "zentriqvision"));
    }

    private void own(Operations<Caller> operations, String name, String path) {
        operations
                .get("getUser" + name, path)
                .about("The caller, and what they may do")
                .right(Rights.OWN_PROFILE)
                .gives(UserView.class, this::shown);
        operations
                .put("putUser" + name, path, UpdateProfile.class)
                .about("Changes the caller's name or phone")
                .right(Rights.VIEWER)
                .changes(this::update)
                .gives(UserView.class, (given, unused) -> Reply.of(shown(given)));
    }

    private UserView shown(Given<Caller, ?> given) {
        String userId = given.by().userId();
        Bound<User> userAt = DataTable.USER_DETAILS.of(userId);
        Bound<Member> memberAt = SupportTable.MEMBER_BY_ID.of(userId);
        Bound<Organization> organizationAt = DataTable.ORGANIZATION_DETAILS.of();
        Retrieved read = parts.deciding(given.by().orgId()).retrieve(List.of(userAt, memberAt, organizationAt));
        User user = read.of(userAt).map(Stored::record).orElseThrow(ProfileArea::gone);
        Member member = read.of(memberAt).map(Stored::record).orElse(null);
        return UserView.of(given.by().orgId(), user, member)
                .inOrganization(read.of(organizationAt)
                        .map(stored -> stored.record().name())
                        .orElse(given.by().orgId()));
    }

    private Decision<User> update(Given<Caller, UpdateProfile> given) {
        ProfileUpdate asked = given.asked().body();
        String phone = asked.anyPhone();
        if (asked.givenName() == null && phone == null) {
            throw ApiException.invalid("givenName", NOTHING).withCode("nothing-to-change");
        }
        ItemStore store = parts.deciding(given.by().orgId());
        Stored<User> stored =
                store.stored(DataTable.USER_DETAILS.of(given.by().userId())).orElseThrow(ProfileArea::gone);
        User after = changed(stored.record(), asked.givenName(), phone);
        return Decision.of(after).replace(DataTable.USER, stored, after);
    }

    /** Null stays; an empty phone goes. */
    static User changed(User before, @Nullable String givenName, @Nullable String phone) {
        String name = givenName == null ? before.givenName() : givenName.strip();
        if (name.isEmpty()) {
            throw ApiException.invalid("givenName", "must not be empty").withCode("blank");
        }
        return new User(
                before.userId(),
                before.email(),
                name,
                phone == null ? before.phone() : phone.isBlank() ? null : phone.strip(),
                before.createdAt());
    }

    private static ApiException gone() {
        return ApiException.notFound("There is no such user.");
    }
}
