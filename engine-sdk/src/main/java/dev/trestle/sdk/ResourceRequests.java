package dev.trestle.sdk;

import dev.trestle.engine.api.ListTagsOfResource;
import dev.trestle.engine.api.Tag;
import dev.trestle.engine.api.TagResource;
import dev.trestle.engine.api.UntagResource;
import java.util.List;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.ListTagsOfResourceRequest;
import software.amazon.awssdk.services.dynamodb.model.TagResourceRequest;
import software.amazon.awssdk.services.dynamodb.model.UntagResourceRequest;

/** The SDK's requests on tags as the engine's. */
final class ResourceRequests {
    private ResourceRequests() {}

    static TagResource tag(TagResourceRequest request) {
        return new TagResource(request.resourceArn(), tags(request.tags()));
    }

    static UntagResource untag(UntagResourceRequest request) {
        return new UntagResource(request.resourceArn(), BatchRequests.list(request.tagKeys(), key -> key));
    }

    static ListTagsOfResource list(ListTagsOfResourceRequest request) {
        return new ListTagsOfResource(request.resourceArn(), request.nextToken());
    }

    static @Nullable List<Tag> tags(@Nullable List<software.amazon.awssdk.services.dynamodb.model.Tag> given) {
        return BatchRequests.list(given, tag -> tag == null ? new Tag(null, null) : new Tag(tag.key(), tag.value()));
    }
}
