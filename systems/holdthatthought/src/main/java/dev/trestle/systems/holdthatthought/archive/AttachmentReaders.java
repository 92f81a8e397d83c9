package dev.trestle.systems.holdthatthought.archive;

import dev.trestle.systems.holdthatthought.people.Caller;

/** Who may read an object below {@code messages/}: those who take part in the conversation that it was sent to. */
@FunctionalInterface
public interface AttachmentReaders {
    AttachmentReaders NOBODY = (caller, key) -> false;

    boolean mayRead(Caller caller, String key);
}
