package dev.trestle.systems.holdthatthought.people;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.trestle.model.operation.Expect;
import dev.trestle.model.operation.Stored;
import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.Reply;
import dev.trestle.platform.identity.People;
import dev.trestle.platform.operation.Decision;
import dev.trestle.platform.operation.Given;
import dev.trestle.platform.operation.Operations;
import dev.trestle.platform.table.Person;
import dev.trestle.systems.holdthatthought.area.Area;
import dev.trestle.systems.holdthatthought.area.Parts;
import dev.trestle.systems.holdthatthought.model.HoldThatThoughtTable;
import dev.trestle.systems.holdthatthought.model.ProfileStatus;
import dev.trestle.systems.holdthatthought.model.SupportTable;
import dev.trestle.systems.holdthatthought.model.UserOwner;
import dev.trestle.systems.holdthatthought.model.UserProfile;
import dev.trestle.systems.holdthatthought.people.ProfileRequests.ChangeUser;
import dev.trestle.systems.holdthatthought.people.ProfileRequests.Invite;
import dev.trestle.systems.holdthatthought.people.ProfileRequests.ListAll;
import dev.trestle.systems.holdthatthought.people.ProfileRequests.State;
import dev.trestle.systems.holdthatthought.people.ProfileRequests.UserChange;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What administrators do about people: approve them, invite them, suspend them. */
public final class AdminArea implements Area {
    private final Parts parts;
    private final Profiles profiles;
    private final People accounts;

    public AdminArea(Parts parts, Profiles profiles) {
        this.parts = parts;
        this.profiles = profiles;
        this.accounts = parts.environment().identity().people();
    }

    /**
     * Somebody who was invited.
     *
     * @param oneTimePassword of an account that was made now; absent if they have one already
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Invited(
            String userId, String email, @Nullable String oneTimePassword) {}

    @Override
    public void declare(Operations<Caller> operations) {
        operations
                .get("listAllUsers", "/admin/users", ListAll.class)
                .about("Everybody, by name; state says who")
                .right(Rights.ADMIN)
                .givesPage(
                        ProfileView.class,
                        given -> ProfileArea.page(
                                        profiles.all().stream()
                                                .filter(profile -> isIn(
                                                        profile, given.asked().state()))
                                                .toList(),
                                        given.asked().limit(),
                                        given.asked().cursor())
                                .map(profile -> ProfileView.of(profile, null, List.of(), true, parts.links()))
                                .named("users"));
        operations
                .post("inviteUser", "/admin/users", Invite.class)
                .about("Makes an account for somebody, approved unless groups say otherwise")
                .right(Rights.ADMIN)
                .created()
                .refuses(dev.trestle.platform.api.Problem.Kind.CONFLICT)
                .gives(Invited.class, this::invite);
        operations
                .patch("changeUser", "/admin/users/{id}", ChangeUser.class)
                .about("Changes somebody's groups or status")
                .right(Rights.ADMIN)
                .refuses(dev.trestle.platform.api.Problem.Kind.NOT_FOUND)
                .changes(this::change)
                .gives(ProfileView.class, (given, after) -> Reply.of(profiles.view(after, given.by())));
    }

    private static boolean isIn(UserProfile profile, State state) {
        boolean isPending = Groups.standing(profile.groups()) == Standing.PENDING;
        return switch (state) {
            case ALL -> true;
            case PENDING -> profile.status() == ProfileStatus.ACTIVE && isPending;
            case ACTIVE -> profile.status() == ProfileStatus.ACTIVE && !isPending;
            case INACTIVE -> profile.status() == ProfileStatus.INACTIVE;
            case DELETED -> profile.status() == ProfileStatus.DELETED;
        };
    }

    /** The profile is made first: if the account then cannot be, the next invitation finds the profile. */
    private Invited invite(Given<Caller, Invite> given) {
        String email = People.normalised(given.asked().body().email());
        Optional<Person> known = accounts.findByEmail(email);
        String userId = known.map(Person::personId).orElseGet(accounts::newId);
        String asked = given.asked().body().displayName();
        String name = asked == null || asked.isBlank() ? email.replaceFirst("@.*", "") : asked.strip();
        List<String> groups = groups(given.asked().body().groups());
        if (known.isEmpty()) {
            People.Added added = accounts.add(userId, email, name, List.of());
            approve(given, userId, email, name, groups);
            return new Invited(userId, email, added.oneTimePassword());
        }
        approve(given, userId, email, known.get().name(), groups);
        return new Invited(userId, email, null);
    }

    private static List<String> groups(@Nullable List<String> asked) {
        if (asked == null) {
            return List.of(Groups.APPROVED);
        }
        List<String> known = Groups.known(asked);
        if (known.size() != asked.stream().distinct().count()) {
            throw ApiException.invalid("groups", "may have " + Groups.ADMINS + " and " + Groups.APPROVED)
                    .withCode("groups-unknown");
        }
        return known;
    }

    private void approve(Given<Caller, Invite> given, String userId, String email, String name, List<String> groups) {
        Object unused = parts.changes().run(parts.consistent(), () -> {
            Optional<Stored<UserProfile>> found =
                    parts.consistent().stored(HoldThatThoughtTable.PROFILE_OF_USER.of(userId));
            if (found.isPresent()) {
                UserProfile before = found.get().record();
                if (Groups.standing(before.groups()) != Standing.PENDING) {
                    throw ApiException.conflict("This person is a member already.", null)
                            .withCode("member-already");
                }
                UserProfile after = before.withGroups(groups)
                        .withStatus(ProfileStatus.ACTIVE)
                        .withUpdatedAt(given.after(before.updatedAt()));
                return Decision.of(after).replace(HoldThatThoughtTable.USER_PROFILE, found.get(), after);
            }
            UserProfile profile = Members.profile(userId, email, name, groups, given.at());
            String issuer = parts.environment().identity().issuerName();
            return Decision.of(profile)
                    .create(HoldThatThoughtTable.USER_PROFILE, profile)
                    .create(SupportTable.USER_OWNER, new UserOwner(userId, issuer, given.at()));
        });
    }

    private Decision<UserProfile> change(Given<Caller, ChangeUser> given) {
        String problem = Ids.problem(given.asked().id());
        if (problem != null) {
            throw ApiException.invalid("id", problem).withCode("id-form");
        }
        Stored<UserProfile> stored = parts.consistent()
                .stored(HoldThatThoughtTable.PROFILE_OF_USER.of(given.asked().id()))
                .orElseThrow(() -> ApiException.notFound("There is no such person."));
        UserProfile before = stored.record();
        UserChange asked = given.asked().body();
        UserProfile after = before;
        if (asked.groups() != null) {
            after = after.withGroups(groups(asked.groups()));
        }
        if (asked.status() != null) {
            after = after.withStatus(asked.status());
        }
        if (after.equals(before)) {
            return Decision.of(before);
        }
        if (after.status() == ProfileStatus.DELETED) {
            after = emptied(after);
        }
        after = after.withUpdatedAt(given.after(before.updatedAt()));
        Decision<UserProfile> decision = Decision.of(after).replace(HoldThatThoughtTable.USER_PROFILE, stored, after);
        if (Groups.isActiveAdmin(before) && !Groups.isActiveAdmin(after)) {
            keepAnAdmin(decision, before.userId());
        }
        if (after.familyRelationships() == null && before.familyRelationships() != null) {
            decision.job(ProfileArea.RELATE, after.userId(), new ProfileArea.Relate(after.userId()));
        }
        return decision;
    }

    /** Without what a profile need not have. The name stays, since comments and messages have it, too. */
    private static UserProfile emptied(UserProfile profile) {
        return profile.withBio(null)
                .withPhotoUrl(null)
                .withFamilyRelationship(null)
                .withGeneration(null)
                .withFamilyBranch(null)
                .withContactEmail(null)
                .withTheme(null)
                .withFamilyRelationships(null);
    }

    /** Holds the change to another active administrator, so that two who remove each other at once cannot both succeed. */
    private void keepAnAdmin(Decision<UserProfile> decision, String leaving) {
        for (UserProfile each : profiles.all()) {
            if (!each.userId().equals(leaving) && Groups.isActiveAdmin(each)) {
                Optional<Stored<UserProfile>> other =
                        parts.consistent().stored(HoldThatThoughtTable.PROFILE_OF_USER.of(each.userId()));
                if (other.isPresent() && Groups.isActiveAdmin(other.get().record())) {
                    decision.check(
                            HoldThatThoughtTable.PROFILE_OF_USER.of(each.userId()),
                            Expect.unchanged(other.get(), "status", "groups"));
                    return;
                }
            }
        }
        throw ApiException.conflict("The last administrator stays. Make somebody else one first.", null)
                .withCode("last-admin");
    }
}
