package dev.trestle.systems.holdthatthought.transfer;

/** Where things are in the archive of a full export. */
final class ArchiveNames {
    static final String MANIFEST = "manifest.json";
    static final String PEOPLE = "people.json";
    static final String PHOTOS = "photos/";
    static final String COMMENTS = "comments/";

    /** Lists of media. */
    static final String GALLERY = "gallery/";

    /** The media themselves. */
    static final String MEDIA = "media/";

    private ArchiveNames() {}

    /** What the keys of somebody's photos begin with. */
    static String photoFolder(String userId) {
        return "profile-photos/" + userId + "/";
    }
}
