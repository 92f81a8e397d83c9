package dev.trestle.systems.holdthatthought.people;

import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.Page;
import dev.trestle.platform.events.Events;
import dev.trestle.platform.events.Follower;
import dev.trestle.platform.jobs.JobRunner;
import dev.trestle.platform.notices.Notices;
import dev.trestle.platform.operation.Operations;
import dev.trestle.systems.holdthatthought.area.Area;
import dev.trestle.systems.holdthatthought.area.Parts;
import dev.trestle.systems.holdthatthought.model.HoldThatThoughtTable;
import dev.trestle.systems.holdthatthought.model.ProfileStatus;
import dev.trestle.systems.holdthatthought.model.UserProfile;
import dev.trestle.systems.holdthatthought.people.ProfileRequests.ListUsers;
import dev.trestle.systems.holdthatthought.people.ProfileRequests.OfUser;
import dev.trestle.systems.holdthatthought.people.ProfileRequests.UpdateProfile;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** Profiles, the list of people, and how they are related. */
public final class ProfileArea implements Area {
    /** The job that lets a profile's relationships be found from the other side. */
    static final String RELATE = "relate";

    private final Parts parts;
    private final Relations relations;
    private final Profiles profiles;
    private final FamilyTree tree;

    /** What the job holds. */
    record Relate(String userId) {}

    /** {@code photos} confirms a photo that the caller has uploaded, and gives its key. */
    public ProfileArea(Parts parts, BiFunction<Caller, String, String> photos) {
        this.parts = parts;
        this.relations = new Relations(parts.store(), parts.changes());
        this.profiles = new Profiles(parts, relations, photos);
        this.tree = new FamilyTree(parts.links());
    }

    public Profiles profiles() {
        return profiles;
    }

    @Override
    public void declare(Operations<Caller> operations) {
        operations
                .get("getMe", "/me")
                .about("The caller's own profile")
                .right(Rights.OWN_PROFILE)
                .gives(ProfileView.class, given -> profiles.view(given.by().profile(), given.by()));
        operations
                .get("getProfile", "/profile/{id}", OfUser.class)
                .about("A profile")
                .right(Rights.OWN_PROFILE)
                .gives(
                        ProfileView.class,
                        given -> profiles.view(profiles.seen(given.asked().id(), given.by()), given.by()));
        operations
                .put("updateProfile", "/profile", UpdateProfile.class)
                .about("Changes the caller's profile; what is not sent stays")
                .right(Rights.OWN_PROFILE)
                .changes(profiles::update)
                .gives(
                        ProfileView.class,
                        (given, after) -> dev.trestle.platform.api.Reply.of(profiles.view(after, given.by())));
        operations
                .get("listUsers", "/users", ListUsers.class)
                .about("Active people whose profiles are public, by name")
                .right(Rights.MEMBER)
                .givesPage(
                        ProfileView.class,
                        given -> page(
                                        profiles.listed(),
                                        given.asked().limit(),
                                        given.asked().cursor())
                                .map(profile -> listed(profile, given.by()))
                                .named("users"));
        operations
                .get("getFamilyTree", "/family/tree")
                .about("Everybody as they are related, generations counted from the caller")
                .right(Rights.MEMBER)
                .gives(FamilyTree.View.class, given -> tree.of(given.by(), profiles.listed()));
    }

    private ProfileView listed(UserProfile profile, Caller viewer) {
        return ProfileView.of(profile, null, List.of(), viewer.mayManage(profile.userId()), parts.links());
    }

    /** A page of people who are sorted; the cursor is the last one's id. */
    static Page<UserProfile> page(List<UserProfile> people, int limit, @Nullable String cursor) {
        int from = 0;
        if (cursor != null) {
            while (from < people.size() && !people.get(from).userId().equals(cursor)) {
                from++;
            }
            if (from == people.size()) {
                throw ApiException.invalid("cursor", "is none of this list any more. Begin again without it")
                        .withCode("cursor-unknown");
            }
            from++;
        }
        int to = Math.min(people.size(), from + limit);
        String next = to < people.size() ? people.get(to - 1).userId() : null;
        return new Page<>(people.subList(from, to), next);
    }

    @Override
    public void handleBy(JobRunner runner) {
        runner.handle(
                        RELATE,
                        parts.changes()
                                .handler(
                                        parts.consistent(),
                                        Relate.class,
                                        relate -> relations.aligning(relate.userId())))
                .handle(Notices.JOB, parts.environment().notices().handler(this::noticed));
    }

    /** A person's id is the subject of their tokens. Who is not active any more gets no notices. */
    private Optional<String> noticed(String userId) {
        return parts.consistent()
                .get(HoldThatThoughtTable.PROFILE_OF_USER.of(userId))
                .filter(profile -> profile.status() == ProfileStatus.ACTIVE)
                .map(UserProfile::userId);
    }

    @Override
    public void follow(Follower follower) {
        follower.on(
                HoldThatThoughtTable.USER_PROFILE,
                change -> relations.align(change.latest().userId()));
    }

    @Override
    public void checkAll() {
        profiles.all().forEach(profile -> relations.align(profile.userId()));
    }

    @Override
    public void tell(Events<Caller> events) {
        events.event(
                        "profile",
                        HoldThatThoughtTable.USER_PROFILE,
                        change -> new Changed(change.latest().userId()),
                        (who, profile) -> Visibility.isSeen(profile, who))
                .callers(
                        HoldThatThoughtTable.USER_PROFILE,
                        (who, profile) -> who.is(profile.userId()),
                        (who, profile) -> profile.status() == ProfileStatus.ACTIVE
                                && profile.groups().equals(who.profile().groups()));
    }

    /** Somebody's profile changed. */
    record Changed(String userId) {}
}
