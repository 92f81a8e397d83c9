package dev.trestle.systems.holdthatthought.letters;

/** The keys of what stands beside a letter in the archive. */
public final class LetterKeys {
    /** What all of them begin with. */
    public static final String PREFIX = "letters/";

    private LetterKeys() {}

    public static String folder(String date) {
        return PREFIX + date + "/";
    }

    /** The scan. */
    public static String pdf(String date) {
        return folder(date) + date + ".pdf";
    }

    /** The letter itself, for programs that read objects only. */
    public static String json(String date) {
        return folder(date) + date + ".json";
    }

    /** The picture of a page of the scan, from 1. */
    public static String page(String date, int number) {
        return folder(date) + "pages/" + number + ".jpg";
    }

    /** A small picture of the scan's first page. */
    public static String thumbnail(String date) {
        return folder(date) + "thumb.jpg";
    }

    /** How large the pages are, and the words on them: {@link LetterPages.Stored}. */
    public static String pages(String date) {
        return folder(date) + "pages.json";
    }

    /** The item that comments on a letter are about. */
    public static String itemId(String date) {
        return PREFIX + date;
    }
}
