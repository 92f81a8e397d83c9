package dev.trestle.platform.identity;

import dev.trestle.platform.api.Api;
import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.Call;
import dev.trestle.platform.api.Page;
import dev.trestle.platform.api.Principal;
import dev.trestle.platform.api.Reply;
import dev.trestle.platform.api.Shapes;
import dev.trestle.platform.audit.Actor;
import dev.trestle.platform.identity.PersonRequests.AddPerson;
import dev.trestle.platform.identity.PersonRequests.ByPerson;
import dev.trestle.platform.identity.PersonRequests.ChangePerson;
import dev.trestle.platform.identity.PersonRequests.Join;
import dev.trestle.platform.identity.PersonRequests.Leave;
import dev.trestle.platform.identity.PersonRequests.MembershipView;
import dev.trestle.platform.identity.PersonRequests.PersonView;
import dev.trestle.platform.table.ApiKey;
import dev.trestle.platform.table.Person;
import java.net.URL;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The built-in issuer's API: signing in and out for everybody, people and tenants for administrators. */
public final class IdentityApi {
    private final Identity identity;
    private final String issuer;

    private IdentityApi(Identity identity, IdentityOptions options) {
        this.identity = identity;
        this.issuer = options.issuer();
    }

    record None() {}

    record SignIn(
            String email,
            String password,
            @Nullable String newPassword,
            @Nullable String tenant) {}

    record SignInRequest(SignIn body) {}

    record Refresh(String refreshToken, @Nullable String tenant) {}

    record RefreshRequest(Refresh body) {}

    record ChangePassword(String oldPassword, String newPassword) {}

    record ChangePasswordRequest(ChangePassword body) {}

    record Reset(String email, String code, String newPassword) {}

    record ResetRequest(Reset body) {}

    record Forgot(String email, @Nullable String language) {}

    record ForgotRequest(Forgot body) {}

    record Link(String token) {}

    record LinkRequest(Link body) {}

    record Choose(String token, String newPassword) {}

    record ChooseRequest(Choose body) {}

    record OwnName(String name) {}

    record OwnNameRequest(OwnName body) {}

    record SessionRequest(String sessionId) {}

    record NewKey(
            String name,
            @Nullable List<String> groups,
            @Nullable Integer days) {}

    record NewKeyRequest(NewKey body) {}

    record KeyRequest(String keyId) {}

    record ListRequest(int limit, @Nullable String cursor) {}

    record KeyView(
            String keyId,
            String name,
            String shown,
            @Nullable String tenant,
            List<String> groups,
            Instant createdAt,
            @Nullable Instant expiresAt) {
        static KeyView of(ApiKey key) {
            return new KeyView(
                    key.keyId(), key.name(), key.shown(), key.tenant(), key.groups(), key.createdAt(), key.expiresAt());
        }
    }

    /** Where its contract is. */
    public static URL contract() {
        return Objects.requireNonNull(IdentityApi.class.getResource("auth.yaml"));
    }

    public static Api of(Identity identity, IdentityOptions options) {
        IdentityApi api = new IdentityApi(identity, options);
        return api.administration(api.everybody(Api.of("auth", contract(), Shapes.problemDetails())));
    }

    private Api everybody(Api api) {
        return api.handle("signIn", SignInRequest.class, this::signIn)
                .handle(
                        "refresh",
                        RefreshRequest.class,
                        (call, q) -> shown(identity.signIns()
                                .refresh(q.body().refreshToken(), q.body().tenant(), device(call))))
                .handle("signOut", RefreshRequest.class, (call, q) -> {
                    identity.signIns().signOut(q.body().refreshToken());
                    return null;
                })
                .handle("signOutEverywhere", None.class, (call, q) -> {
                    identity.people().by(Actor.of(call)).signOutEverywhere(person(call));
                    return null;
                })
                .handle("changePassword", ChangePasswordRequest.class, (call, q) -> {
                    identity.signIns()
                            .changePassword(
                                    person(call),
                                    q.body().oldPassword(),
                                    q.body().newPassword(),
                                    device(call));
                    return null;
                })
                .handle("resetPassword", ResetRequest.class, (call, q) -> {
                    identity.signIns()
                            .resetPassword(
                                    q.body().email(), q.body().code(), q.body().newPassword(), device(call));
                    return null;
                })
                .handle("forgotPassword", ForgotRequest.class, (call, q) -> {
                    identity.links().ask(q.body().email(), q.body().language(), call.address());
                    return null;
                })
                .handle(
                        "openLink",
                        LinkRequest.class,
                        (call, q) -> identity.links().open(q.body().token()))
                .handle("choosePassword", ChooseRequest.class, (call, q) -> {
                    identity.links().choose(q.body().token(), q.body().newPassword(), call.address(), call.requestId());
                    return null;
                })
                .handle(
                        "listSessions",
                        None.class,
                        (call, q) -> new Page<>(
                                identity.sessions()
                                        .list(person(call), call.principal().claim(TokenIssuer.SESSION)),
                                null))
                .handle("endSession", SessionRequest.class, (call, q) -> {
                    identity.sessions().end(person(call), q.sessionId(), Actor.of(call));
                    return null;
                })
                .handle("me", None.class, (call, q) -> me(call.principal()))
                .handle("changeMe", OwnNameRequest.class, (call, q) -> {
                    String name = q.body().name().strip();
                    if (name.isEmpty()) {
                        throw ApiException.invalid("name", "must not be empty").withCode("blank");
                    }
                    identity.people().by(Actor.of(call)).change(person(call), own -> own.withName(name));
                    return me(call.principal());
                })
                .handle("discovery", None.class, (call, q) -> identity.issuer().discovery())
                .handle(
                        "keys",
                        None.class,
                        (call, q) -> Reply.of(identity.issuer().jwks()).header("cache-control", "public, max-age=300"))
                .handle(
                        "listApiKeys",
                        None.class,
                        (call, q) -> new Page<>(
                                identity.apiKeys().list(person(call)).stream()
                                        .map(KeyView::of)
                                        .toList(),
                                null))
                .handle("createApiKey", NewKeyRequest.class, this::createKey)
                .handle("deleteApiKey", KeyRequest.class, (call, q) -> {
                    identity.apiKeys().by(Actor.of(call)).delete(person(call), q.keyId());
                    return null;
                });
    }

    private Api administration(Api api) {
        People people = identity.people();
        return api.handle("listPeople", ListRequest.class, (call, q) -> {
                    administrator(call);
                    return people.list(q.limit(), q.cursor()).map(PersonView::of);
                })
                .handle("addPerson", AddPerson.class, (call, q) -> {
                    administrator(call);
                    return q.body().addTo(identity, Actor.of(call));
                })
                .handle("getPerson", ByPerson.class, (call, q) -> {
                    administrator(call);
                    return PersonView.of(people.get(q.personId()));
                })
                .handle(
                        "changePerson",
                        ChangePerson.class,
                        (call, q) -> PersonView.of(people.by(Actor.of(call))
                                .changeBy(administrator(call), q.personId(), q.body()::applyTo)))
                .handle("resetPersonsPassword", ByPerson.class, (call, q) -> {
                    administrator(call);
                    return Map.of("oneTimePassword", people.by(Actor.of(call)).resetPassword(q.personId()));
                })
                .handle("createResetCode", ByPerson.class, (call, q) -> {
                    administrator(call);
                    return Map.of("code", people.by(Actor.of(call)).resetCode(q.personId()));
                })
                .handle("listTenants", ByPerson.class, (call, q) -> {
                    administrator(call);
                    return new Page<>(MembershipView.of(people, q.personId()), null);
                })
                .handle("joinTenant", Join.class, (call, q) -> {
                    administrator(call);
                    return q.applyTo(people.by(Actor.of(call)));
                })
                .handle("leaveTenant", Leave.class, (call, q) -> {
                    administrator(call);
                    people.by(Actor.of(call)).leave(q.personId(), q.tenant());
                    return null;
                });
    }

    private Object signIn(Call call, SignInRequest q) {
        SignIn body = q.body();
        SignIns.Outcome outcome = identity.signIns()
                .signIn(body.email(), body.password(), body.newPassword(), body.tenant(), device(call));
        if (outcome instanceof SignIns.SignedIn done) {
            return shown(done.tokens());
        }
        if (outcome instanceof SignIns.TenantNeeded needed) {
            return Map.of("next", "tenant", "tenants", needed.tenants(), "tenantNames", tenantNames(needed.tenants()));
        }
        return Map.of("next", "newPassword");
    }

    /** What people call tenants: their ids never change, their names may. */
    private Map<String, String> tenantNames(List<String> tenants) {
        Map<String, String> names = new LinkedHashMap<>();
        tenants.forEach(tenant -> identity.tenants().find(tenant).ifPresent(known -> names.put(tenant, known.name())));
        return names;
    }

    private Map<String, Object> shown(Tokens tokens) {
        Map<String, Object> shown = new LinkedHashMap<>();
        shown.put("next", "none");
        shown.put("accessToken", tokens.accessToken());
        shown.put("tokenType", "Bearer");
        shown.put("expiresIn", tokens.expiresIn().toSeconds());
        shown.put("refreshToken", tokens.refreshToken());
        shown.put("tenants", tokens.tenants());
        shown.put("tenantNames", tenantNames(tokens.tenants()));
        if (tokens.tenant() != null) {
            shown.put("tenant", tokens.tenant());
        }
        return shown;
    }

    private static SignIns.Device device(Call call) {
        String agent = call.header("user-agent");
        return new SignIns.Device(call.address(), agent == null ? "" : agent, call.requestId());
    }

    private Map<String, Object> me(Principal caller) {
        Map<String, Object> me = new LinkedHashMap<>();
        me.put("issuer", caller.issuer());
        me.put("subject", caller.subject());
        @Nullable
        String name = caller.issuer().equals(issuer)
                ? identity.people().find(caller.subject()).map(Person::name).orElse(null)
                : caller.claim("name");
        if (name != null) {
            me.put("name", name);
        }
        me.put("groups", caller.groups().stream().sorted().toList());
        me.put("proof", caller.proof());
        String tenant = caller.tenant();
        if (tenant != null) {
            me.put("tenant", tenant);
            identity.tenants().find(tenant).ifPresent(known -> me.put("tenantName", known.name()));
        }
        if (caller.email() != null) {
            me.put("email", caller.email());
        }
        return me;
    }

    private Object createKey(Call call, NewKeyRequest q) {
        List<String> groups = q.body().groups() == null ? List.of() : q.body().groups();
        Integer days = q.body().days();
        ApiKeys.Made made = identity.apiKeys()
                .by(Actor.of(call))
                .make(call.principal(), q.body().name(), groups, days == null ? null : Duration.ofDays(days));
        return Reply.created(Map.of("apiKey", KeyView.of(made.record()), "key", made.key()));
    }

    private Principal own(Call call) {
        Principal caller = call.principal();
        if (!caller.issuer().equals(issuer)) {
            throw ApiException.forbidden("this is for people of the built-in issuer");
        }
        return caller;
    }

    /** A person themself, not a program that acts for them. */
    private String person(Call call) {
        Principal caller = own(call);
        if (caller.proof() != Principal.Proof.TOKEN) {
            throw ApiException.forbidden("an API key may not do this");
        }
        return caller.subject();
    }

    private String administrator(Call call) {
        Principal caller = own(call);
        if (!caller.isIn(People.ADMINISTRATORS)) {
            throw ApiException.forbidden("not an administrator");
        }
        return caller.subject();
    }
}
