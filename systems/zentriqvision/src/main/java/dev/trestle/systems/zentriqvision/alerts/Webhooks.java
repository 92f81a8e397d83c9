package dev.trestle.systems.zentriqvision.alerts;

import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.outgoing.OutgoingException;
import dev.trestle.platform.outgoing.OutgoingHttp;
import dev.trestle.platform.secret.Seal;
import dev.trestle.platform.time.Ids;
import dev.trestle.systems.zentriqvision.alerts.SearchRequests.WebhookDraft;
import dev.trestle.systems.zentriqvision.model.SavedSearch.Webhook;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Set;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * The webhooks of saved searches: their addresses, their secrets, and how requests are signed. A secret is made here, shown once, and stored
 * encrypted. For any number of threads.
 */
final class Webhooks {
    private static final String PURPOSE = "secret of a zentriqvision webhook";
    private static final String PREFIX = "whsec_";
    private static final int SECRET_BYTES = 32;

    private final OutgoingHttp outgoing;
    private final Set<String> allowed;
    private final Seal seal;
    private final Ids ids;
    private final SecureRandom random = new SecureRandom();

    /** A webhook, and its secret if it is new. */
    record Kept(Webhook webhook, @Nullable String secret) {}

    /** {@code allowed} are the {@code host:port} of servers of one's own. */
    Webhooks(OutgoingHttp outgoing, Set<String> allowed, Seal seal, Ids ids) {
        this.outgoing = outgoing;
        this.allowed = allowed;
        this.seal = seal;
        this.ids = ids;
    }

    /**
     * The webhook that is asked for. It keeps the secret that it had, unless it is to have a new one or is sent to another server: whoever has
     * the old one must not be able to sign for the new.
     */
    Kept kept(WebhookDraft draft, @Nullable Webhook before) {
        URI url = checked(draft.url().strip());
        boolean isSame = before != null && server(URI.create(before.url())).equals(server(url));
        if (before != null && isSame && !Boolean.TRUE.equals(draft.newSecret())) {
            return new Kept(new Webhook(url.toString(), before.secret(), before.secretId()), null);
        }
        byte[] bytes = new byte[SECRET_BYTES];
        random.nextBytes(bytes);
        String secret = PREFIX + Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
        String sealed = Base64.getEncoder().encodeToString(seal.close(secret, PURPOSE));
        return new Kept(new Webhook(url.toString(), sealed, ids.random("secret_")), secret);
    }

    private static String server(URI url) {
        return (url.getScheme() + "://" + url.getHost()).toLowerCase(Locale.ROOT) + ":" + OutgoingHttp.portOf(url);
    }

    private URI checked(String text) {
        URI url;
        try {
            url = URI.create(text);
            outgoing.check(url);
        } catch (IllegalArgumentException e) {
            throw ApiException.invalid("webhook.url", "must be an address such as https://hooks.example.org/alerts")
                    .withCode("webhook-form");
        } catch (OutgoingException e) {
            throw ApiException.invalid("webhook.url", "cannot be used. " + e.getMessage())
                    .withCode("webhook-refused");
        }
        boolean isOwn = allowed.contains(url.getHost().toLowerCase(Locale.ROOT) + ":" + OutgoingHttp.portOf(url));
        if (!"https".equalsIgnoreCase(url.getScheme()) && !isOwn) {
            throw ApiException.invalid(
                            "webhook.url",
                            "must begin with https://, so that nobody on the way reads whom you look for")
                    .withCode("webhook-https");
        }
        return url;
    }

    /**
     * What proves that a request comes from here: {@code t=} the time in seconds, and {@code v1=} the HMAC-SHA256 of that time, a dot and the
     * body, as lower-case hexadecimal digits. With the time in it, an old request cannot be sent again.
     */
    String signature(Webhook webhook, long seconds, byte[] body) {
        String secret = seal.open(Base64.getDecoder().decode(webhook.secret()), PURPOSE);
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
            mac.update((seconds + ".").getBytes(StandardCharsets.UTF_8));
            return "t=" + seconds + ",v1=" + HexFormat.of().formatHex(mac.doFinal(body));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("Every Java has HMAC-SHA256.", e);
        }
    }
}
