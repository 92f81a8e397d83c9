package dev.trestle.systems.holdthatthought.mails;

import dev.trestle.systems.holdthatthought.model.UserProfile;
import java.util.Arrays;
import java.util.Optional;

/** What a mail tells of; each is ended on its own. */
public enum MailKind {
    MESSAGE("m"),
    COMMENT("c"),
    DIGEST("d");

    private final String prefix;

    MailKind(String prefix) {
        this.prefix = prefix;
    }

    /** What stands in a link that ends such mails. */
    String inLink(String token) {
        return prefix + "-" + token;
    }

    static Optional<MailKind> ofLink(String text) {
        return Arrays.stream(values())
                .filter(kind -> text.startsWith(kind.prefix + "-"))
                .findFirst();
    }

    String tokenOf(String text) {
        return text.substring(prefix.length() + 1);
    }

    /** Whether somebody's profile lets them be told; digests are chosen elsewhere. */
    boolean isWanted(UserProfile profile) {
        return switch (this) {
            case MESSAGE -> profile.notifyOnMessage();
            case COMMENT -> profile.notifyOnComment();
            case DIGEST -> true;
        };
    }
}
