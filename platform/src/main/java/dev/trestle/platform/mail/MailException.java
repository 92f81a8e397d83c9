package dev.trestle.platform.mail;

/** Says that a mail was not sent, and why; without secrets. */
public final class MailException extends Exception {
    private final boolean permanent;

    /** {@code permanent} says that another attempt with the same mail would end the same. */
    public MailException(String message, boolean permanent, Throwable cause) {
        super(message, cause);
        this.permanent = permanent;
    }

    public boolean isPermanent() {
        return permanent;
    }
}
