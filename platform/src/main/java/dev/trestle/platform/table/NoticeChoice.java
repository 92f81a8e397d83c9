package dev.trestle.platform.table;

import java.util.List;

/**
 * Which kinds of notices a person wants, and where.
 *
 * @param person a hash of issuer and subject
 * @param hidden kinds that do not come into the inbox
 * @param mailed kinds that are sent by mail
 * @param language of the mails, such as {@code zh-TW}
 */
public record NoticeChoice(String person, List<String> hidden, List<String> mailed, String language) {
    public static NoticeChoice standard(String person) {
        return new NoticeChoice(person, List.of(), List.of(), "en");
    }
}
