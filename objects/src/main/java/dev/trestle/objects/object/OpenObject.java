package dev.trestle.objects.object;

import dev.trestle.engine.value.Bytes;
import dev.trestle.objects.ObjectStoreException;
import dev.trestle.objects.api.FileRegion;
import dev.trestle.objects.api.ObjectContent;
import dev.trestle.objects.api.ObjectHead;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** An object that is being read: its source, and the pin that keeps its files. */
final class OpenObject implements ObjectContent {
    private final Core core;
    private final ObjectHead head;
    private final @Nullable ByteSource source;
    private final @Nullable Bytes pinned;
    private boolean closed;

    /** {@code source} is null if there is nothing to read; {@code pinned} is the content to be let go in the end. */
    OpenObject(Core core, ObjectHead head, @Nullable ByteSource source, @Nullable Bytes pinned) {
        this.core = core;
        this.head = head;
        this.source = source;
        this.pinned = pinned;
    }

    @Override
    public ObjectHead head() {
        return head;
    }

    @Override
    public long length() {
        return head.notModified() ? 0 : head.range().length();
    }

    @Override
    public int read(long position, ByteBuffer into) {
        ByteSource bytes = at(position);
        if (bytes == null) {
            return -1;
        }
        if (!into.hasRemaining()) {
            return 0;
        }
        int limit = into.limit();
        into.limit((int) Math.min(limit, into.position() + (length() - position)));
        try {
            return bytes.read(head.range().offset() + position, into);
        } catch (IOException e) {
            throw unreadable(e);
        } finally {
            into.limit(limit);
        }
    }

    @Override
    public @Nullable FileRegion fileRegion(long position) {
        ByteSource bytes = at(position);
        if (bytes == null) {
            return null;
        }
        try {
            FileRegion region = bytes.region(head.range().offset() + position);
            return region == null
                    ? null
                    : new FileRegion(region.file(), region.offset(), Math.min(region.length(), length() - position));
        } catch (IOException e) {
            throw unreadable(e);
        }
    }

    private @Nullable ByteSource at(long position) {
        if (closed) {
            throw new IllegalStateException("this object is closed; open it again");
        }
        if (position < 0) {
            throw new IllegalArgumentException("a position counts from 0; this one is " + position);
        }
        return position >= length() ? null : source;
    }

    private ObjectStoreException unreadable(IOException e) {
        return ObjectStoreException.internal("an object cannot be read: " + e.getMessage(), e);
    }

    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        try {
            if (source != null) {
                source.close();
            }
        } catch (IOException e) {
            throw unreadable(e);
        } finally {
            if (pinned != null) {
                core.pins.unpin(pinned);
            }
            core.endRead();
        }
    }
}
