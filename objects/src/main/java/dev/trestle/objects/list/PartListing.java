package dev.trestle.objects.list;

import dev.trestle.objects.api.GetObject;
import dev.trestle.objects.api.ObjectParts;
import dev.trestle.objects.index.Content;
import dev.trestle.objects.index.Manifest;
import dev.trestle.objects.index.Part;
import dev.trestle.objects.object.Core;
import dev.trestle.objects.object.ObjectReader;
import java.util.ArrayList;
import java.util.List;

/** Lists the parts that an object is made of. */
public final class PartListing {
    private final Core core;
    private final ObjectReader reader;

    public PartListing(Core core, ObjectReader reader) {
        this.core = core;
        this.reader = reader;
    }

    public ObjectParts list(GetObject request, int partNumberMarker, int maxParts) {
        int max = ObjectListing.pageSize(maxParts, "max-parts");
        ObjectReader.Known known = reader.known(request.bucket(), request.key(), request.versionId());
        List<ObjectParts.Part> shown = new ArrayList<>();
        if (!(known.version().content() instanceof Content.Parts parts)) {
            return new ObjectParts(known.info(), shown, null);
        }
        for (Manifest row : Manifest.all(core.index, parts.upload())) {
            for (Part part : row.parts()) {
                if (part.number() <= partNumberMarker) {
                    continue;
                }
                if (shown.size() == max) {
                    Integer next = max == 0 ? null : shown.get(max - 1).number();
                    return new ObjectParts(known.info(), shown, next);
                }
                shown.add(new ObjectParts.Part(
                        part.number(),
                        part.size(),
                        part.checksumOf(known.version().checksum())));
            }
        }
        return new ObjectParts(known.info(), shown, null);
    }
}
