package dev.trestle.platform.notices;

import dev.trestle.platform.operation.Decision;
import dev.trestle.platform.table.Notice;

/** Sends notices by mail. A server without SMTP has {@link #NONE}. */
public interface NoticeMail {
    /** Nothing is sent. */
    NoticeMail NONE = new NoticeMail() {
        @Override
        public boolean isConfigured() {
            return false;
        }

        @Override
        public void add(Decision<?> change, Recipient to, String language, Notice notice) {}
    };

    /** Whether mails can be sent. */
    boolean isConfigured();

    /** Adds the mail to the decision that stores the notice; the notice's id names it, so that it is sent once. */
    void add(Decision<?> change, Recipient to, String language, Notice notice);
}
