package dev.trestle.wire.s3;

import dev.trestle.wire.xml.XmlOutput;

/** Whose everything is: there is one account, and its id says nothing. */
final class Owner {
    private static final String ID = "0".repeat(64);
    private static final String NAME = "trestle";

    private Owner() {}

    static void write(XmlOutput out, String element) {
        out.open(element);
        writeMembers(out);
        out.close();
    }

    static void writeMembers(XmlOutput out) {
        out.element("ID", ID).element("DisplayName", NAME);
    }
}
