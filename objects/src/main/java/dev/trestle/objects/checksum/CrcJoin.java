package dev.trestle.objects.checksum;

import dev.trestle.objects.api.ChecksumAlgorithm;

/**
 * The CRC of two runs of bytes, one behind the other, from the CRCs of the two. A CRC is a remainder of polynomials over GF(2): putting n
 * bytes behind a run multiplies its remainder by x^8n, and the remainder of what was put there is added. Bits are reversed, as in the CRCs
 * themselves: the highest one stands for x^0.
 */
public final class CrcJoin {
    private static final long CRC32_POLYNOMIAL = 0xEDB88320L;
    private static final long CRC32C_POLYNOMIAL = 0x82F63B78L;

    private final long polynomial;
    private final long one;

    private CrcJoin(long polynomial, int width) {
        this.polynomial = polynomial;
        this.one = 1L << (width - 1);
    }

    /** For an algorithm that {@link ChecksumAlgorithm#isCombinable}. */
    public static CrcJoin of(ChecksumAlgorithm algorithm) {
        return switch (algorithm) {
            case CRC32 -> new CrcJoin(CRC32_POLYNOMIAL, Integer.SIZE);
            case CRC32C -> new CrcJoin(CRC32C_POLYNOMIAL, Integer.SIZE);
            case CRC64NVME -> new CrcJoin(Crc64Nvme.POLYNOMIAL, Long.SIZE);
            case SHA1, SHA256 ->
                throw new IllegalArgumentException(algorithm + " of a whole cannot be told from its parts");
        };
    }

    /** The CRC of the first run followed by the second, which has {@code secondBytes} bytes. */
    public long join(long first, long second, long secondBytes) {
        return multiply(power(secondBytes * Byte.SIZE), first) ^ second;
    }

    /** x to the power of {@code exponent}: the squares of x whose exponents add up to it. */
    private long power(long exponent) {
        long result = one;
        long square = one >>> 1;
        for (long left = exponent; left != 0; left >>>= 1) {
            if ((left & 1) != 0) {
                result = multiply(square, result);
            }
            square = multiply(square, square);
        }
        return result;
    }

    private long multiply(long a, long b) {
        long product = 0;
        long shifted = b;
        for (long bit = one; bit != 0; bit >>>= 1) {
            if ((a & bit) != 0) {
                product ^= shifted;
            }
            shifted = (shifted & 1) == 0 ? shifted >>> 1 : (shifted >>> 1) ^ polynomial;
        }
        return product;
    }
}
