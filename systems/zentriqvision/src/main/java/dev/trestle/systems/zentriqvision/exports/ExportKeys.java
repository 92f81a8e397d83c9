package dev.trestle.systems.zentriqvision.exports;

import dev.trestle.systems.zentriqvision.model.Export;

/** Keys and names of exported clips. They are apart from their videos: a video that is deleted leaves them. */
final class ExportKeys {
    private ExportKeys() {}

    static String clip(String orgId, String exportId) {
        return orgId + "/exports/" + exportId + ".mp4";
    }

    static String fileName(Export export) {
        return export.exportId() + ".mp4";
    }
}
