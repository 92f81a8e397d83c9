package dev.trestle.platform.table;

import dev.trestle.model.annotation.Time;
import dev.trestle.model.time.TimeFormat;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A notice in a person's inbox. It holds a code and its parameters, not a sentence: pages show it in the reader's language.
 *
 * @param inbox a hash of whose it is: issuer, subject and tenant
 * @param noticeId begins with its time, so that the id alone names the item
 * @param kind such as {@code ASSIGNED}
 * @param code the text {@code <system>.notice.<code>}
 * @param title the name of what it is about
 * @param values parameters of the text
 * @param words parameters that are keys of texts themselves
 * @param link the page that shows what it is about
 * @param by who caused it, by name
 * @param shown whether it stands in the inbox; one that was only sent by mail is kept so that it is sent once
 * @param unreadAt its time while it is unread, then null: an index lists what is unread by it
 */
public record Notice(
        String inbox,
        Instant at,
        String noticeId,
        String system,
        String kind,
        String code,
        String title,
        Map<String, String> values,
        Map<String, String> words,
        String link,
        @Nullable String by,
        boolean shown,
        @Nullable Instant unreadAt,
        @Nullable Instant readAt,
        @Time(TimeFormat.EPOCH_SECONDS) Instant expiresAt) {

    public boolean isRead() {
        return readAt != null;
    }

    public Notice read(Instant now) {
        return new Notice(
                inbox, at, noticeId, system, kind, code, title, values, words, link, by, shown, null, now, expiresAt);
    }
}
