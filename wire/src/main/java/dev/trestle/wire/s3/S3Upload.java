package dev.trestle.wire.s3;

import dev.trestle.objects.api.Upload;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.function.Function;

/** Content on its way into the store, and what is answered when it is there. */
final class S3Upload implements AutoCloseable {
    private final Upload<?> upload;
    private final Function<Map<String, String>, S3Answer> finish;

    /** {@code finish} is given the headers that came behind the content. */
    S3Upload(Upload<?> upload, Function<Map<String, String>, S3Answer> finish) {
        this.upload = upload;
        this.finish = finish;
    }

    void write(ByteBuffer content) {
        upload.write(content);
    }

    S3Answer finish(Map<String, String> trailers) {
        return finish.apply(trailers);
    }

    @Override
    public void close() {
        upload.close();
    }
}
