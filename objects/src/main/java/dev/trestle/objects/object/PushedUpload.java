package dev.trestle.objects.object;

import dev.trestle.objects.api.Checksum;
import dev.trestle.objects.api.Upload;
import java.nio.ByteBuffer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Content that a client pushes, and what is to be done with it when all has come. It counts among the uploads until it has ended. */
public final class PushedUpload<R> implements Upload<R> {
    private final Core core;
    private final Incoming incoming;
    private final Function<@Nullable Checksum, R> store;
    private boolean ended;

    public PushedUpload(Core core, Incoming incoming, Function<@Nullable Checksum, R> store) {
        this.core = core;
        this.incoming = incoming;
        this.store = store;
        core.beginUpload();
    }

    @Override
    public void write(ByteBuffer bytes) {
        incoming.write(bytes);
    }

    @Override
    public long length() {
        return incoming.blob().length();
    }

    @Override
    public R finish(@Nullable Checksum trailing) {
        incoming.blob().requireOpen();
        try {
            return store.apply(trailing);
        } finally {
            close();
        }
    }

    /** What was committed, or may have been, is not touched any more. */
    @Override
    public void close() {
        if (!ended) {
            ended = true;
            incoming.blob().discard();
            core.endUpload();
        }
    }
}
