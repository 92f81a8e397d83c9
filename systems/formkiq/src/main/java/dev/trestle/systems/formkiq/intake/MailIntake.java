package dev.trestle.systems.formkiq.intake;

import dev.trestle.mail.ImapMailbox;
import dev.trestle.mail.ImapMailbox.Position;
import dev.trestle.mail.ReceivedMail;
import dev.trestle.mail.ReceivedMail.Attachment;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.Problem.Kind;
import dev.trestle.platform.operation.Changes;
import dev.trestle.platform.operation.Decision;
import dev.trestle.systems.formkiq.IntakeSettings;
import dev.trestle.systems.formkiq.documents.DocumentViews.NewMetadata;
import dev.trestle.systems.formkiq.model.IntakeRows;
import dev.trestle.systems.formkiq.model.IntakeRows.MailboxPosition;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A mailbox whose attachments become documents, one each; of a mail without any, its text does. The mails stay as they are: how far the mailbox
 * was read is an item of the site. The id of a document follows from the mail's headers and the attachment's place, so that a mail that is taken
 * again after a crash, or after the server numbered its mails anew, makes nothing twice. For one thread.
 */
public final class MailIntake {
    private static final Logger LOG = LoggerFactory.getLogger(MailIntake.class);
    private static final int UNREADABLE_MAX = 3;
    private static final int METADATA_MAX = 1_000;

    private final ImapMailbox mailbox;
    private final IntakeSettings settings;
    private final Arriving arriving;
    private final ItemStore store;
    private final Changes changes;
    private final String name;
    private Position unreadable = Position.START;
    private int unreadableTimes;

    /** {@code store} is the site's, read consistently. */
    public MailIntake(IntakeSettings settings, Arriving arriving, ItemStore store, Changes changes) {
        this.settings = settings;
        this.arriving = arriving;
        this.store = store;
        this.changes = changes;
        IntakeSettings.Mailbox box = settings.mailbox();
        this.mailbox = new ImapMailbox(new ImapMailbox.Options(
                box.host(),
                box.port(),
                ImapMailbox.Security.valueOf(box.security().name()),
                box.user(),
                box.password(),
                box.folder()));
        this.name = UUID.nameUUIDFromBytes((box.host() + "\n" + box.port() + "\n" + box.user() + "\n" + box.folder())
                        .getBytes(StandardCharsets.UTF_8))
                .toString();
    }

    /** Looks once. */
    public void look() throws IOException {
        Position from = store.get(IntakeRows.POSITION_OF_MAILBOX.of(name))
                .map(row -> new Position(row.validity(), row.uid()))
                .orElse(Position.START);
        try {
            mailbox.read(from, settings.mailbox().mailsMax(), settings.mailbox().attachmentsMax(), new Taking());
        } catch (ApiException unwilling) {
            // The site is closed, or takes no more: the mails wait.
            LOG.atWarn().addKeyValue("reason", unwilling.getMessage()).log("mails of the mailbox wait");
        }
    }

    private final class Taking implements ImapMailbox.Taker {
        @Override
        public void take(Position at, ReceivedMail mail) throws IOException {
            Instant sent = mail.sent() == null ? arriving.clock().instant() : mail.sent();
            String folder = LocalDate.ofInstant(sent, ZoneOffset.UTC) + " "
                    + (mail.subject().isBlank() ? "mail" : SafeNames.name(mail.subject(), "mail"));
            if (mail.leftOut() > 0) {
                LOG.atWarn()
                        .addKeyValue("uid", at.uid())
                        .addKeyValue("leftOut", mail.leftOut())
                        .log("a mail has more attachments than are taken in");
            }
            for (Attachment each : mail.attachments()) {
                take(at, mail, folder, each);
            }
        }

        private void take(Position at, ReceivedMail mail, String folder, Attachment each) throws IOException {
            Path file = Files.createTempFile("formkiq-mail", ".part");
            try {
                String reason = copied(each, file);
                if (reason == null) {
                    reason = filed(mail, folder, each, file);
                }
                if (reason != null) {
                    LOG.atWarn()
                            .addKeyValue("uid", at.uid())
                            .addKeyValue("attachment", each.number())
                            .addKeyValue("reason", reason)
                            .log("an attachment was not taken in; it is in the mailbox still");
                }
            } finally {
                Files.deleteIfExists(file);
            }
        }

        private @Nullable String filed(ReceivedMail mail, String folder, Attachment each, Path file)
                throws IOException {
            try {
                arriving.file(
                        "mail:" + mail.identity() + ":" + each.number(),
                        SafeNames.path(settings.mailbox().target(), folder, SafeNames.name(each.name(), "attachment")),
                        file,
                        List.of(metadata("mailFrom", mail.from()), metadata("mailSubject", mail.subject())));
                return null;
            } catch (ApiException refused) {
                if (refused.problem().kind() != Kind.INVALID) {
                    throw refused;
                }
                return String.valueOf(refused.getMessage());
            }
        }

        /** Why not, or null. */
        private @Nullable String copied(Attachment each, Path file) throws IOException {
            try (InputStream in = each.content().open();
                    OutputStream out = Files.newOutputStream(file)) {
                byte[] buffer = new byte[1 << 16];
                long left = settings.bytesMax();
                for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                    left -= read;
                    if (left < 0) {
                        return "it has more than " + settings.bytesMax() + " bytes (formkiq.intake.bytes-max)";
                    }
                    out.write(buffer, 0, read);
                }
                return null;
            }
        }

        private NewMetadata metadata(String key, String value) {
            String plain = value.replaceAll("\\p{Cntrl}+", " ").strip();
            return new NewMetadata(
                    key, plain.length() <= METADATA_MAX ? plain : plain.substring(0, METADATA_MAX), null);
        }

        @Override
        public boolean unreadable(Position at, String reason) {
            unreadableTimes = at.equals(unreadable) ? unreadableTimes + 1 : 1;
            unreadable = at;
            boolean isPassed = unreadableTimes >= UNREADABLE_MAX;
            LOG.atWarn()
                    .addKeyValue("uid", at.uid())
                    .addKeyValue("passed", isPassed)
                    .addKeyValue("reason", reason)
                    .log("a mail cannot be read");
            return isPassed;
        }

        @Override
        public void passed(Position to) {
            Object unused = changes.run(
                    store,
                    () -> Decision.done()
                            .put(IntakeRows.MAILBOX_POSITION, new MailboxPosition(name, to.validity(), to.uid())));
        }
    }
}
