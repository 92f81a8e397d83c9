package dev.trestle.systems.holdthatthought.archive;

/**
 * Where the objects of a scan lie: of a draft, or of a letter.
 *
 * @param pdf the PDF file's key
 * @param pages what the keys of page pictures and of their index begin with
 */
public record ScanFolder(String pdf, String pages) {
    static final String DRAFTS = "letters/drafts/";

    public static ScanFolder ofDraft(String draftId) {
        return new ScanFolder(DRAFTS + draftId + ".pdf", DRAFTS + draftId + "/pages/");
    }

    public static ScanFolder ofLetter(String date) {
        return new ScanFolder("letters/" + date + "/" + date + ".pdf", "letters/" + date + "/pages/");
    }

    /** Sizes of the pages, and the words on them. */
    public String index() {
        return pages + "index.json";
    }

    /** The picture of a page, from 1. */
    public String picture(int page) {
        return pages + page + ".jpg";
    }
}
