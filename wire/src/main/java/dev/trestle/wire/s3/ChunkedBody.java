package dev.trestle.wire.s3;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.trestle.wire.error.S3Refusal;
import dev.trestle.wire.signature.ChunkSignatures;
import dev.trestle.wire.signature.S3Payload;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A body in the encoding {@code aws-chunked}: chunks with their sizes and, where they are signed, their signatures in front; an empty one
 * at the end; behind it, where they were announced, further headers. Bytes may be split anywhere.
 *
 * <p>A chunk's content is given on before its signature has been checked, so that a chunk needs no memory: who takes it must be able to
 * drop all of it when {@link #feed} or {@link #end} refuses.
 */
final class ChunkedBody implements BodyDecoder {
    /** All but the last chunk have at least that many bytes. */
    static final int CHUNK_BYTES_MIN = 8192;

    private static final int LINE_BYTES_MAX = 1024;
    private static final int TRAILERS_MAX = 10;
    private static final String TRAILER_SIGNATURE = "x-amz-trailer-signature";
    private static final Pattern SIGNED_HEAD = Pattern.compile("([0-9a-fA-F]{1,15});chunk-signature=([0-9a-f]{64})");
    private static final Pattern UNSIGNED_HEAD = Pattern.compile("([0-9a-fA-F]{1,15})");

    private enum State {
        HEAD,
        CONTENT,
        CONTENT_END,
        TRAILER,
        END
    }

    private final S3Payload.Kind kind;
    private final ChunkSignatures signatures;
    private final Set<String> announced;
    private final Map<String, String> trailers = new LinkedHashMap<>();
    private final ByteArrayOutputStream line = new ByteArrayOutputStream(128);
    private final long decodedLength;

    private State state = State.HEAD;
    private long decoded;
    private long chunkSize = Long.MAX_VALUE;
    private long chunkLeft;
    private String chunkSignature = "";

    /**
     * {@code decodedLength} is how much content was promised; {@code announced} are the names of the headers behind it, in lower case.
     */
    ChunkedBody(S3Payload payload, long decodedLength, Set<String> announced) {
        this.kind = payload.kind();
        this.signatures = payload.chunks();
        this.decodedLength = decodedLength;
        this.announced = announced;
    }

    @Override
    public void feed(byte[] bytes, int offset, int length, Consumer<ByteBuffer> content) {
        int at = offset;
        int end = offset + length;
        while (at < end) {
            if (state == State.CONTENT) {
                int taken = (int) Math.min(chunkLeft, end - at);
                content(bytes, at, taken, content);
                at += taken;
            } else {
                int lineEnd = lineEnd(bytes, at, end);
                addToLine(bytes, at, lineEnd - at);
                at = lineEnd;
                if (bytes[lineEnd - 1] == '\n') {
                    takeLine();
                }
            }
        }
    }

    private void content(byte[] bytes, int at, int length, Consumer<ByteBuffer> content) {
        if (kind.hasSignedChunks()) {
            signatures.update(bytes, at, length);
        }
        content.accept(ByteBuffer.wrap(bytes, at, length));
        decoded += length;
        chunkLeft -= length;
        if (chunkLeft == 0) {
            state = State.CONTENT_END;
            checkChunk();
        }
    }

    private void checkChunk() {
        if (kind.hasSignedChunks()) {
            signatures.checkChunk(chunkSignature);
        }
    }

    /** Behind the next line feed, or the end. */
    private static int lineEnd(byte[] bytes, int from, int end) {
        for (int at = from; at < end; at++) {
            if (bytes[at] == '\n') {
                return at + 1;
            }
        }
        return end;
    }

    private void addToLine(byte[] bytes, int at, int length) {
        if (state == State.END || line.size() + length > LINE_BYTES_MAX) {
            throw malformed();
        }
        line.write(bytes, at, length);
    }

    private void takeLine() {
        String text = line.toString(ISO_8859_1);
        line.reset();
        if (!text.endsWith("\r\n")) {
            throw malformed();
        }
        String trimmed = text.substring(0, text.length() - 2);
        switch (state) {
            case HEAD -> head(trimmed);
            case CONTENT_END -> {
                refuse(!trimmed.isEmpty());
                state = State.HEAD;
            }
            case TRAILER -> trailer(trimmed);
            default -> throw malformed();
        }
    }

    private void head(String text) {
        Matcher head = (kind.hasSignedChunks() ? SIGNED_HEAD : UNSIGNED_HEAD).matcher(text);
        refuse(!head.matches());
        long size = Long.parseLong(head.group(1), 16);
        if (size > decodedLength - decoded) {
            throw wrongLength();
        }
        if (size > 0 && chunkSize < CHUNK_BYTES_MIN) {
            throw S3Refusal.forbidden(
                            "InvalidChunkSizeError",
                            "Only the last chunk is allowed to have a size less than " + CHUNK_BYTES_MIN + " bytes")
                    .with("BadChunkSize", Long.toString(chunkSize));
        }
        chunkSize = size;
        chunkLeft = size;
        chunkSignature = kind.hasSignedChunks() ? head.group(2) : "";
        if (size == 0) {
            checkChunk();
        }
        state = size > 0 ? State.CONTENT : State.TRAILER;
    }

    /** Also the empty line that ends a body without any. */
    private void trailer(String text) {
        if (text.isEmpty()) {
            endTrailers();
            return;
        }
        int colon = text.indexOf(':');
        if (!kind.hasTrailer() || colon < 1 || trailers.size() == TRAILERS_MAX) {
            throw malformedTrailer();
        }
        String name = text.substring(0, colon).strip().toLowerCase(Locale.ROOT);
        if (trailers.put(name, text.substring(colon + 1).strip()) != null) {
            throw malformedTrailer();
        }
    }

    private void endTrailers() {
        state = State.END;
        String signature = kind.hasSignedChunks() ? trailers.remove(TRAILER_SIGNATURE) : "";
        if (!trailers.keySet().equals(announced)) {
            throw malformedTrailer();
        }
        if (kind == S3Payload.Kind.SIGNED_CHUNKS_AND_TRAILER) {
            StringBuilder lines = new StringBuilder();
            trailers.forEach((name, value) ->
                    lines.append(name).append(':').append(value).append('\n'));
            signatures.checkTrailer(lines.toString(), signature == null ? "" : signature);
        }
    }

    @Override
    public void end() {
        if (state != State.END) {
            throw S3Refusal.incompleteBody("The request body terminated unexpectedly");
        }
        if (decoded != decodedLength) {
            throw wrongLength();
        }
    }

    @Override
    public Map<String, String> trailers() {
        return trailers;
    }

    private static void refuse(boolean wrong) {
        if (wrong) {
            throw malformed();
        }
    }

    private static S3Refusal malformed() {
        return S3Refusal.invalidRequest(
                "The body is not in the encoding aws-chunked, which x-amz-content-sha256 names.");
    }

    private static S3Refusal malformedTrailer() {
        return S3Refusal.badRequest(
                "MalformedTrailerError",
                "The request contained trailing data that was not well-formed or did not conform to our published schema.");
    }

    private static S3Refusal wrongLength() {
        return S3Refusal.incompleteBody(
                "You did not provide the number of bytes specified by the x-amz-decoded-content-length HTTP header");
    }
}
