package dev.trestle.systems.unisync.notes;

import dev.trestle.model.operation.Expect;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.platform.operation.Decision;
import dev.trestle.systems.unisync.model.Mention;
import dev.trestle.systems.unisync.model.Note;
import dev.trestle.systems.unisync.model.SupportTable;
import dev.trestle.systems.unisync.model.User;
import dev.trestle.systems.unisync.people.Notifications;
import dev.trestle.systems.unisync.people.Rights;
import dev.trestle.systems.unisync.translation.Texts;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Who is meant by {@code @name} in a note: active users, by their names in whatever case. */
public final class Mentions {
    /** Of one note; a transaction has room for few more. */
    private static final int MENTIONS_MAX = 20;

    private static final int USERS_MAX = 10_000;

    private final ItemStore relaxed;
    private final ItemStore store;
    private final Notifications notifications;

    public Mentions(ItemStore store, Notifications notifications) {
        this.relaxed = store;
        this.store = store.consistent();
        this.notifications = notifications;
    }

    /** Adds to the decision that writes a new note whom it mentions. */
    public void add(Decision<?> change, Note note) {
        Set<String> now = in(Texts.of(note.content(), note.originalLang()));
        now.forEach(userId -> change.put(SupportTable.MENTION, mention(userId, note, note.showSetId())));
        notifications.mentioned(change, note, now);
    }

    /** The same of a note that has another text now. */
    void change(Decision<?> change, Note before, Note after) {
        Set<String> now = in(Texts.of(after.content(), after.originalLang()));
        Set<String> told = new LinkedHashSet<>(now);
        for (Mention former : of(before)) {
            told.remove(former.userId());
            if (!now.contains(former.userId())) {
                change.delete(SupportTable.MENTION, former, Expect.ANYTHING);
            }
        }
        now.forEach(userId -> change.put(SupportTable.MENTION, mention(userId, after, after.showSetId())));
        notifications.mentioned(change, after, told);
    }

    void remove(Decision<?> change, Note note) {
        of(note).forEach(mention -> change.delete(SupportTable.MENTION, mention, Expect.ANYTHING));
    }

    /** The same mentions, of a note that is moved to another ShowSet's id. */
    public void move(Decision<?> change, Note note, String showSetId) {
        of(note).forEach(mention -> change.put(SupportTable.MENTION, mention(mention.userId(), note, showSetId)));
    }

    /** By an index, which may be behind: whoever reads a mention looks whether its note is there. */
    private List<Mention> of(Note note) {
        return relaxed.first(SupportTable.MENTIONS_IN_NOTE.of(note.noteId()), MENTIONS_MAX);
    }

    private static Mention mention(String userId, Note note, String showSetId) {
        return new Mention(userId, note.noteId(), showSetId, note.createdAt());
    }

    /** Users are only read where there is an at sign at all. */
    private Set<String> in(String text) {
        if (text.indexOf('@') < 0) {
            return Set.of();
        }
        List<User> users = store.all(SupportTable.USERS.of(), USERS_MAX).stream()
                .filter(Rights::isActive)
                .toList();
        return in(text, users);
    }

    /** The longest name that follows an at sign is meant, and everybody who has it. */
    static Set<String> in(String text, List<User> users) {
        String lower = text.toLowerCase(Locale.ROOT);
        Set<String> meant = new LinkedHashSet<>();
        for (int at = lower.indexOf('@'); at >= 0 && meant.size() < MENTIONS_MAX; at = lower.indexOf('@', at + 1)) {
            int begin = at + 1;
            users.stream()
                    .map(user -> user.name().toLowerCase(Locale.ROOT))
                    .filter(name -> !name.isEmpty() && isAt(lower, begin, name))
                    .max(Comparator.comparingInt(String::length))
                    .ifPresent(name -> users.stream()
                            .filter(user -> user.name().toLowerCase(Locale.ROOT).equals(name))
                            .limit(MENTIONS_MAX - (long) meant.size())
                            .forEach(user -> meant.add(user.userId())));
        }
        return meant;
    }

    /** A name is not the beginning of a longer word; Chinese is written without spaces between. */
    private static boolean isAt(String text, int begin, String name) {
        int end = begin + name.length();
        if (!text.startsWith(name, begin)) {
            return false;
        }
        boolean goesOn = end < text.length() && isLatin(text.charAt(end)) && isLatin(text.charAt(end - 1));
        return !goesOn;
    }

    private static boolean isLatin(char c) {
        return Character.isLetterOrDigit(c) && !Character.isIdeographic(c);
    }
}
