package dev.trestle.platform.operation;

import dev.trestle.platform.api.ApiException;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.RecordComponent;

/** The streamed body of a request that is refused. It is read to its end, so that a sender who is still sending hears why. */
final class RefusedBody {
    private static final int BUFFER_BYTES = 16 * 1024;
    private static final long BYTES_MAX = 10L * 1024 * 1024;

    private RefusedBody() {}

    static void drain(Record request) {
        for (RecordComponent part : request.getClass().getRecordComponents()) {
            if (part.getType() == InputStream.class) {
                drain(valueOf(part, request));
            }
        }
    }

    private static InputStream valueOf(RecordComponent part, Record request) {
        try {
            part.getAccessor().setAccessible(true);
            return (InputStream) part.getAccessor().invoke(request);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("A request cannot be read.", e);
        }
    }

    private static void drain(InputStream in) {
        byte[] buffer = new byte[BUFFER_BYTES];
        try {
            long drained = 0;
            int count = in.read(buffer);
            while (count >= 0 && drained <= BYTES_MAX) {
                drained += count;
                count = in.read(buffer);
            }
        } catch (IOException | ApiException e) {
            // The sender has gone or sends too much: nobody is waiting for an answer.
        }
    }
}
