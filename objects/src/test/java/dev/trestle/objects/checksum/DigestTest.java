package dev.trestle.objects.checksum;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.objects.api.ChecksumAlgorithm;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class DigestTest {
    private static final byte[] CHECK = "123456789".getBytes(StandardCharsets.US_ASCII);

    @ParameterizedTest
    @CsvSource({
        "CRC32, cbf43926",
        "CRC32C, e3069283",
        "CRC64NVME, ae8b14860a799888",
        "SHA1, f7c3bc1d808e04732adf679965ccc34ca7ae3441",
        "SHA256, 15e2b0d3c33891ebb0f1ef609ec419420c20e320ce94c65fbc8c3312448eb225"
    })
    void of_theUsualNineDigits_isThePublishedValue(ChecksumAlgorithm algorithm, String expected) {
        assertThat(HexFormat.of().formatHex(Digest.of(algorithm, CHECK))).isEqualTo(expected);
        assertThat(Digest.of(algorithm, CHECK)).hasSize(algorithm.bytes());
    }

    @Test
    void crc64_anyCutAndBuffer_isThatOfTheWhole() {
        Random random = new Random(64);
        byte[] bytes = new byte[10_000];
        random.nextBytes(bytes);
        byte[] whole = Digest.of(ChecksumAlgorithm.CRC64NVME, bytes);
        Crc64Nvme byteByByte = new Crc64Nvme();
        for (byte one : bytes) {
            byteByByte.update(one);
        }
        assertThat(Crcs.toBytes(byteByByte.getValue(), 8)).isEqualTo(whole);
        for (int round = 0; round < 50; round++) {
            int cut = random.nextInt(bytes.length);
            Digest digest = Digest.of(ChecksumAlgorithm.CRC64NVME);
            digest.update(ByteBuffer.wrap(bytes, 0, cut));
            ByteBuffer direct = ByteBuffer.allocateDirect(bytes.length - cut);
            direct.put(bytes, cut, bytes.length - cut).flip();
            digest.update(direct);
            assertThat(digest.value()).isEqualTo(whole);
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = ChecksumAlgorithm.class,
            names = {"CRC32", "CRC32C", "CRC64NVME"})
    void join_anyCut_isTheCrcOfTheWhole(ChecksumAlgorithm algorithm) {
        Random random = new Random(7);
        byte[] bytes = new byte[3000];
        random.nextBytes(bytes);
        long whole = Crcs.toLong(Digest.of(algorithm, bytes));
        for (int cut : new int[] {0, 1, 8, 1499, 2999, 3000}) {
            long first = Crcs.toLong(Digest.of(algorithm, Arrays.copyOf(bytes, cut)));
            long second = Crcs.toLong(Digest.of(algorithm, Arrays.copyOfRange(bytes, cut, bytes.length)));
            assertThat(CrcJoin.of(algorithm).join(first, second, bytes.length - cut))
                    .as("cut at " + cut)
                    .isEqualTo(whole);
        }
    }
}
