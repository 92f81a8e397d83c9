package dev.trestle.platform.things;

import dev.trestle.model.operation.ItemStore;
import dev.trestle.platform.api.Call;
import dev.trestle.platform.api.Reply;
import dev.trestle.platform.things.ThingsTable.Attachment;
import dev.trestle.platform.uploads.Checksum;
import dev.trestle.platform.uploads.Confirmation;
import dev.trestle.platform.uploads.Intent;
import dev.trestle.platform.uploads.UploadLimits;
import dev.trestle.platform.uploads.Uploads;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** What the small system does with files. */
public final class Attachments {
    public static final UploadLimits LIMITS =
            UploadLimits.of(50_000_000, "image/png", "text/plain").withParts(5 << 20, 5 << 20);

    private final ItemStore store;
    private final Uploads uploads;

    public Attachments(ItemStore store, Uploads uploads) {
        this.store = store;
        this.uploads = uploads;
    }

    record NewAttachment(
            String contentType, long length, @Nullable String sha256) {}

    record BeginAttachment(String id, NewAttachment body) {}

    record Parts(String uploadId, int from) {}

    record Confirm(String uploadId) {}

    Object begin(Call call, BeginAttachment q) {
        String sha256 = q.body().sha256();
        Intent intent = new Intent(
                "attachments/" + q.id() + "/" + UUID.randomUUID(),
                q.body().contentType(),
                q.body().length(),
                sha256 == null ? null : new Checksum(Checksum.Algorithm.SHA256, sha256));
        return Reply.created(uploads.begin(call.principal(), intent, LIMITS));
    }

    Object parts(Call call, Parts q) {
        return uploads.parts(call.principal(), q.uploadId(), q.from());
    }

    Object confirm(Call call, Confirm q) {
        try (Confirmation stored = uploads.confirm(call.principal(), q.uploadId())) {
            if (!stored.isRepeated()) {
                String tenant = String.valueOf(call.principal().tenant());
                stored.commit(store.transaction()
                        .create(ThingsTable.ATTACHMENT, new Attachment(stored.key(), tenant, stored.length())));
            }
            return Map.of(
                    "key",
                    stored.key(),
                    "length",
                    stored.length(),
                    "contentType",
                    stored.contentType(),
                    "etag",
                    stored.etag());
        }
    }
}
