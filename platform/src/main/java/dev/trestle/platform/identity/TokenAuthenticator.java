package dev.trestle.platform.identity;

import com.nimbusds.jose.jwk.source.JWKSource;
import com.nimbusds.jose.proc.SecurityContext;
import com.nimbusds.jwt.SignedJWT;
import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.Authenticator;
import dev.trestle.platform.api.Principal;
import java.text.ParseException;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Callers who send a token of an issuer that is trusted. */
public final class TokenAuthenticator implements Authenticator {
    private static final int LENGTH_MAX = 16 * 1024;
    private static final Pattern PREFIX = Pattern.compile("(?i)^bearer +");
    private static final Pattern TOKEN = Pattern.compile("[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]*\\.[A-Za-z0-9_-]*");

    private final Map<String, TokenVerifier> verifiers = new LinkedHashMap<>();
    private final CheckedTokens checkedTokens;

    private TokenAuthenticator(Clock clock) {
        checkedTokens = new CheckedTokens(clock);
    }

    /** Trusts issuers that publish their keys. */
    public static TokenAuthenticator of(List<OidcIssuer> issuers, Clock clock) {
        TokenAuthenticator authenticator = new TokenAuthenticator(clock);
        issuers.forEach(issuer -> authenticator.verifiers.put(issuer.issuer(), TokenVerifier.remote(issuer, clock)));
        return authenticator;
    }

    /** Trusts one more issuer, whose keys are known here. */
    TokenAuthenticator with(OidcIssuer issuer, JWKSource<SecurityContext> keys, Clock clock) {
        TokenAuthenticator more = new TokenAuthenticator(clock);
        more.verifiers.putAll(verifiers);
        more.verifiers.put(issuer.issuer(), new TokenVerifier(issuer, keys, clock));
        return more;
    }

    @Override
    public @Nullable Principal authenticate(String authorization) {
        String text = bearer(authorization);
        if (text.length() > LENGTH_MAX || !TOKEN.matcher(text).matches()) {
            return null;
        }
        String hash = Secrets.hash(text);
        CheckedTokens.Checked checked = checkedTokens.find(hash);
        if (checked == null) {
            checked = check(text);
            checkedTokens.keep(hash, checked);
        }
        return checked.verifier().principal(checked.claims());
    }

    private CheckedTokens.Checked check(String text) {
        SignedJWT token;
        String issuer;
        try {
            token = SignedJWT.parse(text);
            issuer = token.getJWTClaimsSet().getIssuer();
        } catch (ParseException e) {
            throw ApiException.unauthenticated("token: cannot be read");
        }
        TokenVerifier verifier = issuer == null ? null : verifiers.get(issuer);
        if (verifier == null) {
            throw ApiException.unauthenticated("token: of an issuer that is not trusted");
        }
        return new CheckedTokens.Checked(verifier.signed(token), verifier);
    }

    /** The header without its scheme, which some clients leave out. */
    static String bearer(String authorization) {
        return PREFIX.matcher(authorization.strip()).replaceFirst("");
    }
}
