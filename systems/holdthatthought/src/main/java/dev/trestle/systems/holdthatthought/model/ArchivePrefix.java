package dev.trestle.systems.holdthatthought.model;

import dev.trestle.model.annotation.Name;
import dev.trestle.model.value.WireNames;
import java.util.Arrays;
import java.util.Optional;

/** The parts of the archive's bucket; each object's key begins with one of them. */
public enum ArchivePrefix {
    /** Letter PDFs and metadata. */
    @Name("letters/")
    LETTERS,
    /** User-uploaded images. */
    @Name("media/pictures/")
    PICTURES,
    /** User-uploaded videos. */
    @Name("media/videos/")
    VIDEOS,
    /** User-uploaded PDFs. */
    @Name("media/documents/")
    DOCUMENTS,
    /** User profile images. */
    @Name("profile-photos/")
    PROFILE_PHOTOS,
    /** Temporary upload staging. */
    @Name("temp/")
    TEMP,
    /** Message attachments. */
    @Name("messages/")
    MESSAGES;

    /** What keys begin with. */
    public String text() {
        return WireNames.of(ArchivePrefix.class).name(this);
    }

    /** The part that an object is in, by its key; empty if it is in none. */
    public static Optional<ArchivePrefix> of(String key) {
        return Arrays.stream(values())
                .filter(prefix -> key.startsWith(prefix.text()))
                .findFirst();
    }
}
