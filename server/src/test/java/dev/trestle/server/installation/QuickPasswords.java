package dev.trestle.server.installation;

import dev.trestle.platform.identity.Passwords;

/** For installations whose tests are about something else: the usual cost takes a good part of a suite's time. */
public final class QuickPasswords {
    public static final Passwords.Cost COST = new Passwords.Cost(256, 1);

    private QuickPasswords() {}
}
