package dev.trestle.systems.zentriqvision.people;

import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.Authenticator;
import dev.trestle.platform.api.Call;
import dev.trestle.platform.api.Principal;
import dev.trestle.platform.api.Problem;
import dev.trestle.platform.api.Problem.Kind;
import dev.trestle.platform.identity.Identity;
import dev.trestle.platform.identity.SignIns;
import dev.trestle.platform.identity.Tokens;
import dev.trestle.platform.operation.Operations;
import dev.trestle.platform.schema.Length;
import dev.trestle.systems.zentriqvision.area.Area;
import dev.trestle.systems.zentriqvision.area.Parts;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Signing in with the built-in issuer, under the paths that existing clients know. */
public final class SignInArea implements Area {
    private final Parts parts;
    private final Identity identity;

    public SignInArea(Parts parts) {
        this.parts = parts;
        this.identity = parts.environment().identity();
    }

    record SignInRequest(SignIn body) {}

    record SignIn(
            @Length(min = 1, max = 320) String email,
            @Length(min = 1, max = 1000) String password,
            @Length(min = 1, max = 1000) @Nullable String newPassword,
            @Length(min = 1, max = 64) @Nullable String orgId) {}

    record ForgotRequest(Forgot body) {}

    record Forgot(
            @Length(min = 1, max = 320) String email,
            @Length(max = 20) @Nullable String language) {}

    record ResetRequest(Reset body) {}

    record Reset(
            @Length(min = 1, max = 320) String email,
            @Length(min = 1, max = 100) String code,
            @Length(min = 1, max = 1000) String newPassword) {}

    record ValidateRequest(Validate body) {}

    record Validate(@Length(min = 1, max = 16_384) String token) {}

    /**
     * Somebody who signed in.
     *
     * @param idToken the access token again: the built-in issuer's says who it is of
     */
    public record SignedIn(String message, String accessToken, String refreshToken, String idToken, long expiresIn) {
        /** Without the tokens. */
        @Override
        public String toString() {
            return "SignedIn[]";
        }
    }

    /** That something was done. */
    public record Done(String message) {}

    /** Whose token it is. */
    public record Validated(String message, TokenUser user) {}

    /** Somebody as their token, and their organisation, say. */
    public record TokenUser(
            String userId, @Nullable String email, @Nullable String name, String orgId) {}

    @Override
    public void declare(Operations<Caller> operations) {
        operations
                .post("signIn", "/auth/signin", SignInRequest.class)
                .about("Signs in with the built-in issuer")
                .description(
                        "A password that serves once needs newPassword beside it; somebody of several organizations names one.")
                .refuses(Kind.UNAUTHENTICATED, Kind.CONFLICT, Kind.FORBIDDEN)
                .openToAll(SignedIn.class, this::signIn);
        closed(operations, "signUp", "/auth/signup");
        closed(operations, "confirmSignUp", "/auth/confirm");
        operations
                .post("forgotPassword", "/auth/forgot-password", ForgotRequest.class)
                .about("Sends a link to choose a new password by, if somebody has the address")
                .refuses(Kind.CONFLICT)
                .openToAll(Done.class, (call, asked) -> {
                    Forgot body = asked.body();
                    identity.links().ask(body.email(), body.language(), call.address());
                    return new Done("If somebody has this address, a mail is on its way.");
                });
        operations
                .post("resetPassword", "/auth/reset-password", ResetRequest.class)
                .about("Chooses a new password with a code")
                .refuses(Kind.UNAUTHENTICATED)
                .openToAll(Done.class, (call, asked) -> {
                    Reset body = asked.body();
                    refused("Wrong or expired code.", () -> {
                        identity.signIns().resetPassword(body.email(), body.code(), body.newPassword(), device(call));
                        return true;
                    });
                    return new Done("Password reset successfully");
                });
        operations
                .post("validateToken", "/auth/validate", ValidateRequest.class)
                .about("Whose token it is; an ID token that names an organization binds its subject to it")
                .refuses(Kind.UNAUTHENTICATED, Kind.FORBIDDEN)
                .openToAll(
                        Validated.class, (call, asked) -> validate(asked.body().token()));
    }

    /** Existing clients have a form for it. An organisation's admins decide who sees its footage. */
    private static void closed(Operations<Caller> operations, String id, String path) {
        operations
                .post(id, path)
                .about("Refused: an admin of the organization adds people")
                .refuses(Kind.FORBIDDEN)
                .openToAll(Done.class, (call, asked) -> {
                    throw new ApiException(Problem.of(
                                    Kind.FORBIDDEN,
                                    "Nobody can sign up here. An admin of your organization can add you.")
                            .withCode("sign-up-closed"));
                });
    }

    private SignedIn signIn(Call call, SignInRequest asked) {
        SignIn body = asked.body();
        SignIns.Outcome outcome = refused(
                "Wrong email or password.",
                () -> identity.signIns()
                        .signIn(body.email(), body.password(), body.newPassword(), body.orgId(), device(call)));
        if (outcome instanceof SignIns.SignedIn done) {
            Tokens tokens = done.tokens();
            return new SignedIn(
                    "User signed in successfully",
                    tokens.accessToken(),
                    tokens.refreshToken(),
                    tokens.accessToken(),
                    tokens.expiresIn().toSeconds());
        }
        if (outcome instanceof SignIns.TenantNeeded needed) {
            throw new ApiException(Problem.of(Kind.CONFLICT, "Name one of your organizations as orgId.")
                    .withCode("organization-needed")
                    .withField("organizations", needed.tenants()));
        }
        throw new ApiException(Problem.of(Kind.CONFLICT, "This password serves once. Send newPassword with it.")
                .withCode("new-password-needed"));
    }

    /** Nobody is signed in here, so that the texts about the Authorization header would mislead. */
    private static <T> T refused(String text, Supplier<T> work) {
        try {
            return work.get();
        } catch (ApiException e) {
            if (e.problem().kind() != Kind.UNAUTHENTICATED) {
                throw e;
            }
            throw new ApiException(Problem.of(Kind.UNAUTHENTICATED, text), e);
        }
    }

    private Validated validate(String token) {
        Principal who = refused("Invalid token", () -> authenticated("Bearer " + token));
        String orgId = parts.organizations().bound(who);
        return new Validated("Token is valid", new TokenUser(who.subject(), who.email(), who.claim("name"), orgId));
    }

    private Principal authenticated(String authorization) {
        for (Authenticator each : identity.authenticators()) {
            Principal known = each.authenticate(authorization);
            if (known != null) {
                return known;
            }
        }
        throw ApiException.unauthenticated(Problem.UNKNOWN_TOKEN);
    }

    private static SignIns.Device device(Call call) {
        String agent = call.header("user-agent");
        return new SignIns.Device(call.address(), agent == null ? "" : agent, call.requestId());
    }
}
