package dev.trestle.objects.object;

import dev.trestle.engine.value.Bytes;
import dev.trestle.objects.api.FileRegion;
import dev.trestle.objects.index.Manifest;
import dev.trestle.objects.index.Part;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** Bytes of parts, one behind the other. One part and one row of the manifest are open at a time. */
final class PartsSource implements ByteSource {
    private final Core core;
    private final Bytes upload;
    private Manifest row;
    private @Nullable ByteSource part;
    private long partStart;
    private long partEnd;

    /** {@code row} is any of the manifest, which is known to be there. */
    PartsSource(Core core, Bytes upload, Manifest row) {
        this.core = core;
        this.upload = upload;
        this.row = row;
    }

    @Override
    public int read(long offset, ByteBuffer into) throws IOException {
        ByteSource source = partAt(offset);
        int limit = into.limit();
        into.limit((int) Math.min(limit, into.position() + (partEnd - offset)));
        try {
            return source.read(offset - partStart, into);
        } finally {
            into.limit(limit);
        }
    }

    @Override
    public @Nullable FileRegion region(long offset) throws IOException {
        return partAt(offset).region(offset - partStart);
    }

    private ByteSource partAt(long offset) throws IOException {
        ByteSource open = part;
        if (open != null && offset >= partStart && offset < partEnd) {
            return open;
        }
        close();
        if (offset < row.offset() || offset >= row.end()) {
            Manifest found = Manifest.at(core.index, upload, offset);
            if (found == null || offset >= found.end()) {
                throw new EOFException("the manifest of an object has no part at byte " + offset + ": run verify");
            }
            row = found;
        }
        long start = row.offset();
        for (Part candidate : row.parts()) {
            if (offset < start + candidate.size()) {
                open = BlobSources.open(core, candidate.content(), candidate.size());
                if (open == null) {
                    throw new EOFException("part " + candidate.number() + " of an object is missing: run verify");
                }
                part = open;
                partStart = start;
                partEnd = start + candidate.size();
                return open;
            }
            start += candidate.size();
        }
        throw new IllegalStateException("a row of a manifest ends before its own end");
    }

    @Override
    public void close() throws IOException {
        if (part != null) {
            part.close();
            part = null;
        }
    }
}
