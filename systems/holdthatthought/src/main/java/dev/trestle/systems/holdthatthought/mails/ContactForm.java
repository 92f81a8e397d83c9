package dev.trestle.systems.holdthatthought.mails;

import dev.trestle.model.operation.Expect;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Stored;
import dev.trestle.platform.api.Alias;
import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.Call;
import dev.trestle.platform.api.Page;
import dev.trestle.platform.api.Problem;
import dev.trestle.platform.api.Problem.Kind;
import dev.trestle.platform.operation.Decision;
import dev.trestle.platform.operation.Given;
import dev.trestle.platform.schema.Default;
import dev.trestle.platform.schema.Range;
import dev.trestle.platform.settings.MailAddress;
import dev.trestle.systems.holdthatthought.area.Message;
import dev.trestle.systems.holdthatthought.area.Parts;
import dev.trestle.systems.holdthatthought.area.PlainText;
import dev.trestle.systems.holdthatthought.model.ContactCount;
import dev.trestle.systems.holdthatthought.model.ContactMessage;
import dev.trestle.systems.holdthatthought.model.SupportTable;
import dev.trestle.systems.holdthatthought.people.Caller;
import dev.trestle.systems.holdthatthought.people.Groups;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What people from outside write: stored for administrators, and mailed to them. */
final class ContactForm {
    private static final int TEXT_MAX = 5000;
    private static final int NAME_MAX = 100;
    private static final int PER_HOUR = 5;
    private static final int ADMINS_MAX = 20;
    private static final int USERS_MAX = 1000;
    private static final int DIGEST_BYTES = 16;
    private static final Duration HOUR = Duration.ofHours(1);
    private static final Message THANKS = new Message("Thank you. The family has your message.");

    private final Parts parts;
    private final ItemStore store;
    private final Mails mails;

    /** {@code website} is not shown to people: programs that fill in every field fill it in. */
    record NewContact(
            @Nullable String name,
            String email,
            @Alias({"text", "messageText"}) String message,
            @Nullable String website) {}

    record Contact(NewContact body) {}

    record ListContacts(
            @Default("50") @Range(min = 1, max = 100) int limit,
            @Alias("lastEvaluatedKey") @Nullable String cursor) {}

    record ByContact(String contactId) {}

    ContactForm(Parts parts, Mails mails) {
        this.parts = parts;
        this.store = parts.consistent();
        this.mails = mails;
    }

    Message send(Call call, Contact asked) {
        NewContact body = asked.body();
        String email = body.email().strip();
        if (!MailAddress.isValid(email)) {
            throw ApiException.invalid("email", "must be an address such as ann@example.org")
                    .withCode("bad-address");
        }
        String text = PlainText.required("message", body.message(), TEXT_MAX);
        String name = PlainText.optional("name", body.name(), NAME_MAX);
        if (body.website() != null && !body.website().isBlank()) {
            return THANKS; // a program, which learns nothing
        }
        return parts.changes().run(store, () -> {
            Instant now = parts.times().now();
            ContactMessage message = new ContactMessage(parts.ids().rising("", now, 0), name, email, text, now);
            Decision<Message> decision = Decision.of(THANKS).create(SupportTable.CONTACT_MESSAGE, message);
            count(decision, call.address(), now);
            tell(decision, message);
            return decision;
        });
    }

    private void count(Decision<?> decision, String address, Instant now) {
        String digest = digest(address);
        Optional<Stored<ContactCount>> before = store.stored(SupportTable.CONTACT_COUNT_OF_ADDRESS.of(digest));
        boolean isOpen = before.isPresent()
                && !before.get().record().windowStart().isAfter(now)
                && now.isBefore(before.get().record().windowStart().plus(HOUR));
        Instant start = isOpen ? before.get().record().windowStart() : now;
        int count = isOpen ? before.get().record().count() : 0;
        if (count >= PER_HOUR) {
            Duration left = Duration.between(now, start.plus(HOUR));
            long seconds = Math.max(1, (left.toMillis() + 999) / 1000);
            throw new ApiException(Problem.of(Kind.RATE_LIMITED, "That was too often. Try again in an hour.")
                    .withRetryAfter(Duration.ofSeconds(seconds))
                    .withField("retryAfter", seconds));
        }
        ContactCount after =
                new ContactCount(digest, count + 1, start, start.plus(HOUR).plus(HOUR));
        if (before.isPresent()) {
            decision.replace(SupportTable.CONTACT_COUNT, before.get(), after);
        } else {
            decision.put(SupportTable.CONTACT_COUNT, after, Expect.ABSENT);
        }
    }

    /** Nobody's network address is stored. */
    private static String digest(String address) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(address.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(Arrays.copyOf(hash, DIGEST_BYTES));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private void tell(Decision<?> decision, ContactMessage message) {
        if (!mails.isConfigured()) {
            return;
        }
        Map<String, String> values = Map.of(
                "from",
                message.name() == null ? message.email() : message.name(),
                "email",
                message.email(),
                "text",
                message.text());
        store.first(SupportTable.USERS.of(), USERS_MAX).stream()
                .filter(Groups::isActiveAdmin)
                .limit(ADMINS_MAX)
                .forEach(admin -> mails.addTo(decision, admin.email(), "contact", values, "/holdthatthought/admin"));
    }

    Page<ContactMessage> list(Given<Caller, ListContacts> given) {
        return Page.of(store.page(
                        SupportTable.CONTACT_MESSAGES.of(),
                        given.asked().limit(),
                        given.asked().cursor()))
                .named("messages");
    }

    Decision<Message> delete(Given<Caller, ByContact> given) {
        Stored<ContactMessage> found = store.stored(
                        SupportTable.CONTACT_MESSAGE_BY_ID.of(given.asked().contactId()))
                .orElseThrow(() -> ApiException.notFound("There is no such message."));
        return Decision.of(new Message("The message is deleted.")).delete(SupportTable.CONTACT_MESSAGE, found);
    }
}
