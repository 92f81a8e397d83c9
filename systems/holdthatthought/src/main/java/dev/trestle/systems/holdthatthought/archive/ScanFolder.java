package dev.trestle.systems.holdthatthought.archive;

/**
 * Where the objects of a scan lie: of a draft, or of a letter.
 *
 * @param pdf the PDF file's key
 * @param folder what the keys of page pictures and of their index begin with
 */
public record ScanFolder(String pdf, String folder) {
    static final String DRAFTS = "letters/drafts/";

    public static ScanFolder ofDraft(String draftId) {
        return new ScanFolder(DRAFTS + draftId + ".pdf", DRAFTS + draftId + "/");
    }

    public static ScanFolder ofLetter(String date) {
        return new ScanFolder("letters/" + date + "/" + date + ".pdf", "letters/" + date + "/");
    }

    /** Sizes of the pages, and the words on them. */
    public String index() {
        return folder + "pages.json";
    }

    /** A small picture of the first page, for lists. */
    public String thumbnail() {
        return folder + "thumb.jpg";
    }

    /** The picture of a page, from 1. */
    public String picture(int page) {
        return folder + "pages/" + page + ".jpg";
    }
}
