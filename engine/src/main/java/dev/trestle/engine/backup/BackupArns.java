package dev.trestle.engine.backup;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * How backups are named: {@code arn:aws:dynamodb:region:account:table/NAME/backup/MILLIS-ID}, with the time of creation in fourteen
 * digits, as the service writes it, and the backup's id in hexadecimal where the service has a number that tells nothing.
 */
final class BackupArns {
    private static final Pattern ARN =
            Pattern.compile("arn:[^:]*:dynamodb:[^:]*:[^:]*:table/[^/]+/backup/[0-9]{14}-([0-9a-f]{8})");

    private final String prefix;

    BackupArns(String region, String accountId) {
        this.prefix = "arn:aws:dynamodb:" + region + ":" + accountId + ":table/";
    }

    String of(BackupDef backup) {
        return prefix
                + String.format(
                        Locale.ROOT,
                        "%s/backup/%014d-%08x",
                        backup.table().name(),
                        backup.createdAt().toEpochMilli(),
                        backup.id());
    }

    String ofTable(BackupDef backup) {
        return prefix + backup.table().name();
    }

    /** The id of the backup that this may be the ARN of; null if it is no such ARN. */
    static @Nullable Integer id(String arn) {
        Matcher matcher = ARN.matcher(arn);
        return matcher.matches() ? (Integer) Integer.parseUnsignedInt(matcher.group(1), 16) : null;
    }
}
