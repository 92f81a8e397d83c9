package dev.trestle.systems.formkiq.model;

import static dev.trestle.systems.formkiq.model.SupportTable.TABLE;

import dev.trestle.model.Entity;
import dev.trestle.model.Pattern;

/** How far what comes in without a request was taken in. */
public final class IntakeRows {
    /**
     * How far a mailbox was read.
     *
     * @param mailbox a digest of its server, account and folder
     * @param validity of the numbers of its mails
     * @param uid the number of the last mail that was taken in
     */
    public record MailboxPosition(String mailbox, long validity, long uid) {}

    public static final Entity<MailboxPosition> MAILBOX_POSITION = TABLE.entity(MailboxPosition.class)
            .about("How far a mailbox was read")
            .key("intake#mailbox", "{mailbox}");

    public static final Pattern<MailboxPosition> POSITION_OF_MAILBOX =
            MAILBOX_POSITION.get("Get how far a mailbox was read");

    private IntakeRows() {}
}
