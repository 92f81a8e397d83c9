package dev.trestle.systems.holdthatthought.mails;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.trestle.model.Bound;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Stored;
import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.Call;
import dev.trestle.platform.api.Problem.Kind;
import dev.trestle.platform.jobs.JobRunner;
import dev.trestle.platform.operation.Decision;
import dev.trestle.platform.operation.Given;
import dev.trestle.platform.operation.Operations;
import dev.trestle.platform.schema.Length;
import dev.trestle.platform.schema.OneOf;
import dev.trestle.systems.holdthatthought.area.Area;
import dev.trestle.systems.holdthatthought.area.Message;
import dev.trestle.systems.holdthatthought.area.Parts;
import dev.trestle.systems.holdthatthought.mails.ContactForm.ByContact;
import dev.trestle.systems.holdthatthought.mails.ContactForm.Contact;
import dev.trestle.systems.holdthatthought.mails.ContactForm.ListContacts;
import dev.trestle.systems.holdthatthought.model.ContactMessage;
import dev.trestle.systems.holdthatthought.model.Digest;
import dev.trestle.systems.holdthatthought.model.HoldThatThoughtTable;
import dev.trestle.systems.holdthatthought.model.MailPreferences;
import dev.trestle.systems.holdthatthought.model.SupportTable;
import dev.trestle.systems.holdthatthought.model.UnsubscribeToken;
import dev.trestle.systems.holdthatthought.model.UserProfile;
import dev.trestle.systems.holdthatthought.people.Caller;
import dev.trestle.systems.holdthatthought.people.Rights;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Which mails somebody gets, how they end, and the contact form. */
public final class MailArea implements Area {
    private final Parts parts;
    private final ItemStore store;
    private final Mails mails;
    private final Digests digests;
    private final ContactForm contacts;

    /** What somebody wants by mail, beside what their profile says of messages and comments. */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record Settings(Digest digest, @Nullable String language, boolean isMailConfigured) {}

    record NewSettings(
            @Nullable Digest digest,
            @OneOf({"en", "zh", "zh-TW"}) @Nullable String language) {}

    record ChangeSettings(NewSettings body) {}

    record Unsubscribe(@Length(min = 3, max = 100) String token) {}

    public MailArea(Parts parts, Mails mails, News news) {
        this.parts = parts;
        this.store = parts.consistent();
        this.mails = mails;
        this.digests = new Digests(parts, mails, news);
        this.contacts = new ContactForm(parts, mails);
    }

    @Override
    public void declare(Operations<Caller> operations) {
        operations
                .get("getMailSettings", "/mail/settings")
                .about("Which digest the caller gets, and in which language")
                .right(Rights.MEMBER)
                .gives(Settings.class, given -> view(store.get(at(given)).orElse(null)));
        operations
                .put("changeMailSettings", "/mail/settings", ChangeSettings.class)
                .about("Chooses a digest (off, daily, weekly) and the language of mails")
                .right(Rights.MEMBER)
                .changes(Settings.class, this::change);
        operations
                .post("unsubscribe", "/unsubscribe", Unsubscribe.class)
                .about("Ends mails of a kind, by the token in each of them")
                .openToAll(Message.class, this::unsubscribe);
        operations
                .post("contact", "/contact", Contact.class)
                .about("Writes to the family, from outside: five times an hour from a network address")
                .openToAll(Message.class, contacts::send);
        operations
                .get("listContacts", "/admin/contact", ListContacts.class)
                .about("What was written by the contact form, newest first")
                .right(Rights.ADMIN)
                .givesPage(ContactMessage.class, contacts::list);
        operations
                .delete("deleteContact", "/admin/contact/{contactId}", ByContact.class)
                .about("Deletes what was written by the contact form")
                .right(Rights.ADMIN)
                .refuses(Kind.NOT_FOUND)
                .changes(Message.class, contacts::delete);
    }

    private static Bound<MailPreferences> at(Given<Caller, ?> given) {
        return SupportTable.MAIL_PREFERENCES_OF_USER.of(given.by().userId());
    }

    private Settings view(@Nullable MailPreferences preferences) {
        return preferences == null
                ? new Settings(Digest.OFF, null, mails.isConfigured())
                : new Settings(preferences.digest(), preferences.language(), mails.isConfigured());
    }

    private Decision<Settings> change(Given<Caller, ChangeSettings> given) {
        NewSettings asked = given.asked().body();
        Optional<Stored<MailPreferences>> found = store.stored(at(given));
        MailPreferences before =
                found.map(Stored::record).orElseGet(() -> mails.fresh(given.by().userId()));
        Decision<Settings> work = Decision.of(view(before));
        Digest digest = asked.digest() == null ? before.digest() : asked.digest();
        MailPreferences after = Digests.chosen(work, before, digest, given.at())
                .withLanguage(asked.language() == null ? before.language() : asked.language());
        Decision<Settings> decision = work.withResult(view(after));
        if (found.isEmpty()) {
            Mails.create(decision, after);
        } else if (!after.equals(before)) {
            decision.replace(SupportTable.MAIL_PREFERENCES, found.get(), after);
        }
        return decision;
    }

    /** By POST alone: programs that look at the links of a mail do not end it. Doing it again changes nothing. */
    private Message unsubscribe(Call call, Unsubscribe asked) {
        MailKind kind = MailKind.ofLink(asked.token()).orElseThrow(MailArea::unknown);
        String userId = store.get(SupportTable.UNSUBSCRIBE_TOKEN_BY_TEXT.of(kind.tokenOf(asked.token())))
                .map(UnsubscribeToken::userId)
                .orElseThrow(MailArea::unknown);
        return parts.changes().run(store, () -> {
            Decision<Message> decision = Decision.of(new Message("You will get no more such mails."));
            if (kind == MailKind.DIGEST) {
                store.stored(SupportTable.MAIL_PREFERENCES_OF_USER.of(userId))
                        .filter(each -> each.record().digest() != Digest.OFF)
                        .ifPresent(before -> decision.replace(
                                SupportTable.MAIL_PREFERENCES,
                                before,
                                before.record().withDigest(Digest.OFF).withDigestJob(null)));
            } else {
                store.stored(HoldThatThoughtTable.PROFILE_OF_USER.of(userId))
                        .filter(each -> kind.isWanted(each.record()))
                        .ifPresent(before -> decision.replace(
                                HoldThatThoughtTable.USER_PROFILE, before, without(kind, before.record())));
            }
            return decision;
        });
    }

    private UserProfile without(MailKind kind, UserProfile profile) {
        UserProfile after =
                kind == MailKind.MESSAGE ? profile.withNotifyOnMessage(false) : profile.withNotifyOnComment(false);
        return after.withUpdatedAt(parts.times().after(profile.updatedAt()));
    }

    private static ApiException unknown() {
        return ApiException.invalid("token", "is not known. Sign in to choose your mails")
                .withCode("unsubscribe-unknown");
    }

    @Override
    public void handleBy(JobRunner runner) {
        digests.handleBy(runner);
    }
}
