package dev.trestle.sdk;

import dev.trestle.engine.api.RequestId;
import java.util.AbstractMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.AwsResponse;
import software.amazon.awssdk.awscore.DefaultAwsResponseMetadata;

/** Gives every response what callers expect of one that came over the network: metadata with a request id, and an HTTP response. */
final class Answers {
    private static final int OK = 200;

    private Answers() {}

    static <B extends AwsResponse.Builder> B stamp(B builder) {
        RequestId id = RequestId.next();
        builder.responseMetadata(DefaultAwsResponseMetadata.create(new Metadata(id)));
        builder.sdkHttpResponse(new LocalHttpResponse(OK, id));
        return builder;
    }

    /** A map of one entry, whose value is written out when it is read. */
    private static final class Metadata extends AbstractMap<String, String> {
        private static final String REQUEST_ID = "AWS_REQUEST_ID";

        private final RequestId id;

        Metadata(RequestId id) {
            this.id = id;
        }

        @Override
        public @Nullable String get(Object key) {
            return REQUEST_ID.equals(key) ? id.toString() : null;
        }

        @Override
        public boolean containsKey(Object key) {
            return REQUEST_ID.equals(key);
        }

        @Override
        public int size() {
            return 1;
        }

        @Override
        public Set<Map.Entry<String, String>> entrySet() {
            return Set.of(Map.entry(REQUEST_ID, id.toString()));
        }
    }
}
