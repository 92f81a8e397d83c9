package dev.trestle.objects.index;

/** The names of the index's attributes. They are short because every row has them. */
public final class Attribute {
    public static final String NAME = "n";
    public static final String BUCKET = "b";
    public static final String KEY = "k";
    public static final String PLACE = "p";
    public static final String VERSION = "v";
    public static final String BLOB = "i";
    public static final String UPLOAD = "u";
    public static final String OFFSET = "o";
    public static final String NUMBER = "pn";
    public static final String KIND = "g";
    public static final String WHAT = "w";

    public static final String NULL = "nu";
    public static final String MARKER = "dm";
    public static final String MODIFIED = "t";
    public static final String SIZE = "s";
    public static final String ETAG = "e";
    public static final String STORAGE_CLASS = "sc";
    public static final String CHECKSUM = "ck";
    public static final String ALGORITHM = "ca";
    public static final String CHECKSUM_TYPE = "cy";
    public static final String ASKED = "as";
    public static final String HEADERS = "h";
    public static final String METADATA = "um";
    public static final String TAGS = "tg";
    public static final String INLINE = "il";
    public static final String DATA = "d";
    public static final String CONTENT_PARTS = "pc";
    public static final String PARTS = "ps";
    public static final String KEPT = "kp";
    public static final String VERSIONING = "vs";
    public static final String CORS = "cr";

    private Attribute() {}
}
