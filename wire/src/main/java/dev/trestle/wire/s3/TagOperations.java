package dev.trestle.wire.s3;

import dev.trestle.objects.ObjectStore;
import dev.trestle.objects.api.ObjectTags;
import dev.trestle.wire.error.S3Refusal;
import dev.trestle.wire.xml.XmlElement;
import dev.trestle.wire.xml.XmlInput;
import dev.trestle.wire.xml.XmlOutput;
import java.util.LinkedHashMap;
import java.util.Map;

/** The tags of buckets and of objects. */
final class TagOperations {
    private static final String VERSION = "x-amz-version-id";

    private final ObjectStore store;

    TagOperations(ObjectStore store) {
        this.store = store;
    }

    S3Answer getOfBucket(S3Call call) {
        return S3Answer.xml(document(store.getBucketTags(call.bucket())));
    }

    S3Answer putOfBucket(S3Call call) {
        store.putBucketTags(call.bucket(), tags(call.body()));
        return S3Answer.noContent();
    }

    S3Answer deleteOfBucket(S3Call call) {
        store.deleteBucketTags(call.bucket());
        return S3Answer.noContent();
    }

    S3Answer getOfObject(S3Call call) {
        ObjectTags found =
                store.getTags(call.bucket(), call.key(), call.request().versionId());
        return S3Answer.xml(document(found.tags())).with(VERSION, found.versionId());
    }

    S3Answer putOfObject(S3Call call) {
        Map<String, String> tags = tags(call.body());
        String version = store.putTags(call.bucket(), call.key(), call.request().versionId(), tags);
        return S3Answer.ok().with(VERSION, version);
    }

    S3Answer deleteOfObject(S3Call call) {
        String version =
                store.deleteTags(call.bucket(), call.key(), call.request().versionId());
        return S3Answer.noContent().with(VERSION, version);
    }

    private static XmlOutput document(Map<String, String> tags) {
        XmlOutput out = new XmlOutput("Tagging", S3Answer.NAMESPACE).open("TagSet");
        tags.forEach((name, value) ->
                out.open("Tag").element("Key", name).element("Value", value).close());
        return out;
    }

    private static Map<String, String> tags(byte[] body) {
        XmlElement set = XmlInput.parse(body, "Tagging").child("TagSet");
        if (set == null) {
            throw S3Refusal.malformedXml();
        }
        Map<String, String> tags = new LinkedHashMap<>();
        for (XmlElement tag : set.children("Tag")) {
            String name = tag.textOf("Key");
            String value = tag.textOf("Value");
            if (name == null || value == null) {
                throw S3Refusal.malformedXml();
            }
            if (tags.put(name, value) != null) {
                throw S3Refusal.badRequest("InvalidTag", "Cannot provide multiple Tags with the same key");
            }
        }
        return tags;
    }
}
