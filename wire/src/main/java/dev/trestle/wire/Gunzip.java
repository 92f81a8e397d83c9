package dev.trestle.wire;

import dev.trestle.wire.error.Refusal;
import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/** Unpacks bodies that were sent compressed, up to the size that one may have. */
final class Gunzip {
    private Gunzip() {}

    static byte[] unpack(byte[] packed, int bytesMax) {
        try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(packed), 64 * 1024)) {
            byte[] unpacked = in.readNBytes(bytesMax + 1);
            if (unpacked.length > bytesMax) {
                throw Refusal.tooLarge("The request is larger than " + bytesMax + " bytes when unpacked.");
            }
            return unpacked;
        } catch (ZipException | EOFException e) {
            throw Refusal.serialization(null);
        } catch (IOException e) {
            throw new IllegalStateException("reading an array cannot fail", e);
        }
    }
}
