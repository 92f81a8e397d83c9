package dev.trestle.server.installation;

import dev.trestle.platform.mail.Mail;
import dev.trestle.platform.mail.Outbox;
import dev.trestle.platform.notices.NoticeLetters;
import dev.trestle.platform.operation.Decision;

/** Sends notices by the platform's outbox, in the transaction that puts them into an inbox. */
record NoticePost(Outbox outbox) implements NoticeLetters.Post {
    private static final int SUBJECT_MAX = 150;

    @Override
    public boolean isConfigured() {
        return outbox.isConfigured();
    }

    @Override
    public void add(Decision<?> change, NoticeLetters.Letter letter) {
        Decision<?> unused = change.mail(
                outbox,
                Mail.of(letter.to(), oneLine(letter.subject()), letter.text() + "\n\n" + letter.link() + "\n", null));
    }

    /** Titles are people's own texts, and a subject is one line. */
    private static String oneLine(String subject) {
        String line = subject.replaceAll("\\p{Cntrl}+", " ").strip();
        return line.codePointCount(0, line.length()) <= SUBJECT_MAX
                ? line
                : line.substring(0, line.offsetByCodePoints(0, SUBJECT_MAX - 1)) + "…";
    }
}
