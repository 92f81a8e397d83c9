package dev.trestle.systems.holdthatthought.area;

import dev.trestle.platform.content.ObjectBucket;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Response;
import software.amazon.awssdk.services.s3.model.S3Object;

/** Goes through the objects whose keys begin alike, page by page. */
public final class ObjectWalk {
    private static final int PAGE = 500;

    private ObjectWalk() {}

    public static void each(ObjectBucket bucket, String prefix, BooleanSupplier stopped, Consumer<S3Object> action) {
        @Nullable String after = null;
        ListObjectsV2Response page;
        do {
            page = bucket.list(prefix, after, PAGE);
            for (S3Object object : page.contents()) {
                after = object.key();
                action.accept(object);
            }
        } while (Boolean.TRUE.equals(page.isTruncated()) && !stopped.getAsBoolean());
    }
}
