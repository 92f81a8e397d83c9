package dev.trestle.platform.zip;

/**
 * What is taken of an archive from outside.
 *
 * @param entries how many
 * @param entryBytes of one, uncompressed
 * @param totalBytes of all together, uncompressed, counted as they are read: what an archive says of itself is not believed
 * @param ratio how many bytes one compressed byte may become, beyond the first mebibyte of an entry
 */
public record ZipLimits(int entries, long entryBytes, long totalBytes, int ratio) {
    /** For archives of some thousand files. */
    public static final ZipLimits DEFAULT = new ZipLimits(10_000, 512L << 20, 8L << 30, 200);
}
