package dev.trestle.platform.mail;

/** Sends mails. For any number of threads. */
@FunctionalInterface
public interface Mailer {
    /**
     * Sends a mail; returns when the mail server has taken responsibility for it.
     *
     * @param id the same for every attempt at the same mail, so that a reader's mail program can recognise a repeated one
     */
    void send(String id, Mail mail) throws MailException;
}
