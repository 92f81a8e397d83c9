package dev.trestle.systems.holdthatthought.archive;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.trestle.platform.api.Alias;
import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.Principal;
import dev.trestle.platform.api.Problem.Kind;
import dev.trestle.platform.operation.Decision;
import dev.trestle.platform.operation.Given;
import dev.trestle.platform.operation.Operations;
import dev.trestle.platform.schema.OneOf;
import dev.trestle.platform.schema.Range;
import dev.trestle.platform.uploads.Confirmation;
import dev.trestle.platform.uploads.Intent;
import dev.trestle.platform.uploads.Ticket;
import dev.trestle.platform.uploads.UploadLimits;
import dev.trestle.platform.uploads.Uploads;
import dev.trestle.systems.holdthatthought.area.Incoming;
import dev.trestle.systems.holdthatthought.area.Links;
import dev.trestle.systems.holdthatthought.area.Parts;
import dev.trestle.systems.holdthatthought.model.RateAction;
import dev.trestle.systems.holdthatthought.people.Caller;
import dev.trestle.systems.holdthatthought.people.Rights;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Photos of people: sent to a signed address, and confirmed by the change of the profile that names them. */
public final class ProfilePhotos {
    private static final long BYTES_MAX = 5L << 20;
    private static final UploadLimits LIMITS =
            UploadLimits.of(BYTES_MAX, "image/jpeg", "image/png", "image/gif", "image/webp");
    private static final Map<String, String> EXTENSIONS =
            Map.of("image/jpeg", "jpg", "image/png", "png", "image/gif", "gif", "image/webp", "webp");

    private final Parts parts;

    record NewPhoto(
            @Alias("fileType") @OneOf({"image/jpeg", "image/png", "image/gif", "image/webp"})
            String contentType,

            @Alias("fileSize") @Range(min = 1, max = BYTES_MAX) @Nullable
            Long size) {}

    record AskPhoto(NewPhoto body) {}

    /**
     * Where to send a photo.
     *
     * @param photoUrl what to name in the profile then
     * @param expiresIn seconds
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record PhotoAddress(@Alias("url") String uploadUrl, String photoUrl, long expiresIn, Map<String, String> headers) {}

    public ProfilePhotos(Parts parts) {
        this.parts = parts;
    }

    void declare(Operations<Caller> operations) {
        operations
                .post("announceProfilePhoto", "/profile/photo/upload-url", AskPhoto.class)
                .about(
                        "An address to which a photo of the caller can be sent. PUT /profile with its photoUrl confirms it")
                .right(Rights.OWN_PROFILE)
                .refuses(Kind.RATE_LIMITED)
                .gives(PhotoAddress.class, this::announce);
    }

    private PhotoAddress announce(Given<Caller, AskPhoto> given) {
        NewPhoto asked = given.asked().body();
        String userId = given.by().userId();
        Object unused = parts.changes()
                .run(
                        parts.consistent(),
                        () -> parts.limits().counting(Decision.done(), userId, RateAction.UPLOAD, given.at()));
        String uploadId = Uploads.newId();
        String key = prefix(userId) + uploadId + "." + EXTENSIONS.get(asked.contentType());
        Ticket.Put put = parts.incoming()
                .uploads()
                .begin(holder(userId), uploadId, new Intent(key, asked.contentType(), asked.size(), null), LIMITS)
                .puts()
                .get(0);
        return new PhotoAddress(put.url(), key, Links.LIFE.toSeconds(), put.headers());
    }

    /**
     * Confirms a photo, so that a profile can name it.
     *
     * @param key what {@code upload-url} gave as {@code photoUrl}
     * @return the same
     * @throws ApiException if it is no upload of the caller's, was not sent, or is no picture
     */
    public String confirm(Caller caller, String key) {
        try (Confirmation stored =
                parts.incoming().uploads().confirm(holder(caller.userId()), uploadIdOf(caller.userId(), key))) {
            if (!stored.key().equals(key)) {
                throw foreign();
            }
            if (!stored.isRepeated()) {
                boolean unused = stored.commit(parts.consistent().transaction());
            }
            return key;
        } catch (ApiException e) {
            throw e.problem().kind() == Kind.NOT_FOUND ? foreign() : e;
        }
    }

    private static String uploadIdOf(String userId, String key) {
        String prefix = prefix(userId);
        int dot = key.lastIndexOf('.');
        if (!key.startsWith(prefix) || dot < prefix.length()) {
            throw foreign();
        }
        return key.substring(prefix.length(), dot);
    }

    private static ApiException foreign() {
        return ApiException.invalid("photoUrl", "must be one that POST /profile/photo/upload-url gave you")
                .withCode("photo-unknown");
    }

    private static String prefix(String userId) {
        return "profile-photos/" + userId + "/";
    }

    private static Principal holder(String userId) {
        return Incoming.holder("photos", userId);
    }
}
