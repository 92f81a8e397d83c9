package dev.trestle.platform.content;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.platform.LoopbackS3;
import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.Problem.Kind;
import dev.trestle.platform.api.Reply;
import dev.trestle.platform.system.Bucket;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Contents on their way in and out. */
class DownloadTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path directory;

    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {
                "-, -",
                "bytes=0-9, 0-9",
                "bytes=5-, 5-99",
                "bytes=-7, 93-99",
                "bytes=-200, 0-99",
                "bytes=90-200, 90-99",
                "bytes=9-5, -",
                "'bytes=1-2,5-6', -",
                "lines=1-2, -",
                "bytes=-, -",
                "bytes=99999999999999999999-, -"
            })
    void of_header_isTheRangeOrAll(@Nullable String header, @Nullable String expected) {
        ByteRange range = ByteRange.of(header, 100);

        assertThat(range == null ? null : range.first() + "-" + range.last()).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"bytes=100-, 100", "bytes=-0, 100", "bytes=-5, 0"})
    void of_rangeOutsideTheContent_isRefused(String header, long size) {
        assertRefused(Kind.RANGE_NOT_SATISFIABLE, () -> ByteRange.of(header, size));
    }

    private static void assertRefused(Kind kind, ThrowingCallable action) {
        assertThatThrownBy(action)
                .isInstanceOfSatisfying(
                        ApiException.class,
                        refused -> assertThat(refused.problem().kind()).isEqualTo(kind));
    }

    private static byte[] sent(Reply reply) throws IOException {
        if (reply.body() instanceof Reply.Bytes held) {
            return held.bytes();
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ((Reply.Stream) reply.body()).writer().writeTo(out);
        return out.toByteArray();
    }

    /** Of 200,000 bytes: in a file on their way in, streamed on their way out; parts of them are held. */
    @Test
    void reply_ofAStoredBody_isAllOrThePart() throws IOException {
        byte[] bytes = new byte[200_000];
        new Random(7).nextBytes(bytes);
        try (LoopbackS3 s3 = new LoopbackS3(directory, Clock.systemUTC())) {
            ObjectBucket bucket =
                    new ObjectBucket(new Bucket("made-at-first-use", () -> s3.client, () -> s3.presigner, List.of()));
            try (Spool spool = Spool.of(new ByteArrayInputStream(bytes), bytes.length);
                    StoredBody body = new StoredBody(bucket, "k", "image/png", spool)) {
                body.drop();
                assertThat(bucket.exists(body.store())).isTrue();
                assertThat(bucket.holds("k", spool)).isTrue();
            }
            Download download =
                    new Download(bucket, "k", "image/png", bytes.length, () -> ApiException.notFound("none"));
            assertThat(sent(download.reply(null))).isEqualTo(bytes);
            assertThat(sent(download.reply("bytes=1-100000"))).isEqualTo(Arrays.copyOfRange(bytes, 1, 100_001));
            Reply part = download.reply("bytes=-10");
            assertThat(part.status()).isEqualTo(206);
            assertThat(part.headers()).containsEntry("content-range", "bytes 199990-199999/200000");
            assertThat(sent(part)).isEqualTo(Arrays.copyOfRange(bytes, 199_990, 200_000));

            Download longer = new Download(bucket, "k", "image/png", 300_000, () -> ApiException.notFound("none"));
            assertRefused(Kind.UNPROCESSABLE, () -> longer.reply(null));
            bucket.delete("k");
            assertRefused(Kind.NOT_FOUND, () -> download.reply(null));
        }
    }

    @Test
    void of_bodyThatIsTooLong_isRefused() {
        assertRefused(Kind.TOO_LARGE, () -> Spool.of(new ByteArrayInputStream(new byte[200_000]), 150_000));
    }
}
