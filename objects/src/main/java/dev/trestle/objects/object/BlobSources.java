package dev.trestle.objects.object;

import dev.trestle.engine.item.StoredItem;
import dev.trestle.engine.value.Value;
import dev.trestle.objects.index.Attribute;
import dev.trestle.objects.index.Content;
import dev.trestle.objects.index.Index;
import dev.trestle.objects.index.Table;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import org.jspecify.annotations.Nullable;

/** Opens single blobs. */
final class BlobSources {
    private BlobSources() {}

    /** Null if the blob is gone. */
    static @Nullable ByteSource open(Core core, Content content, long size) throws IOException {
        if (content instanceof Content.Inline inline) {
            StoredItem item = core.index.get(Table.BLOBS, Index.key(Table.BLOBS, inline.blob()));
            return item != null && item.attribute(Attribute.DATA) instanceof Value.B data
                    ? new MemorySource(data.value().array())
                    : null;
        }
        if (content instanceof Content.File file) {
            try {
                return new FileSource(core.files.path(file.blob()), core.files.open(file.blob()), size);
            } catch (NoSuchFileException e) {
                return null;
            }
        }
        throw new IllegalArgumentException("not a single blob: " + content);
    }
}
