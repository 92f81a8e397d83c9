package dev.trestle.systems.formkiq.shares;

import dev.trestle.systems.formkiq.model.DocumentsTable;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What a share is named by: its site and its identifier, which is random. Knowing one opens nothing to who is not in
 * the share's group.
 */
public record ShareKey(String siteId, String shareId) {
    private static final Pattern ID = Pattern.compile("[A-Za-z0-9_.:-]{1,200}");
    private static final int LENGTH_MAX = 500;

    public String text() {
        byte[] bytes = (siteId + "#" + shareId).getBytes(StandardCharsets.UTF_8);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    /** Reads a key; the bare identifier of a share that another program wrote is one of the site that is asked for. */
    public static Optional<ShareKey> of(String text, @Nullable String siteId) {
        if (text.length() > LENGTH_MAX) {
            return Optional.empty();
        }
        String plain = decoded(text);
        int hash = plain.indexOf('#');
        String site = hash < 0 ? siteId : plain.substring(0, hash);
        String id = hash < 0 ? text : plain.substring(hash + 1);
        return ID.matcher(id).matches()
                ? Optional.of(new ShareKey(site == null || site.isEmpty() ? DocumentsTable.DEFAULT_SITE : site, id))
                : Optional.empty();
    }

    private static String decoded(String text) {
        try {
            byte[] bytes = Base64.getUrlDecoder().decode(text);
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (IllegalArgumentException | CharacterCodingException e) {
            return "";
        }
    }
}
