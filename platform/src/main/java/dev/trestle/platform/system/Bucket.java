package dev.trestle.platform.system;

import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.CORSRule;
import software.amazon.awssdk.services.s3.model.S3Exception;
import software.amazon.awssdk.services.s3.presigner.S3Presigner;

/**
 * A bucket of a system, under the name that it has here. Its client is made, and the bucket created if it is missing, at the first use:
 * that takes a while. Any number of threads may call this.
 */
public final class Bucket {
    private static final Logger LOG = LoggerFactory.getLogger(Bucket.class);
    private static final String NO_RULES = "NoSuchCORSConfiguration";
    private static final int PREFLIGHT_SECONDS = 3600;
    private static final int MISSING = 404;
    private static final int CONFLICT = 409;

    private final String name;
    private final Supplier<S3Client> client;
    private final Supplier<S3Presigner> presigner;
    private final List<String> pageOrigins;
    private @Nullable S3Client ready;
    private boolean openToPages;

    /**
     * A bucket.
     *
     * @param presigner signs URLs that browsers can reach
     * @param pageOrigins the origins of pages for which the bucket is at another one
     */
    public Bucket(String name, Supplier<S3Client> client, Supplier<S3Presigner> presigner, List<String> pageOrigins) {
        this.name = name;
        this.client = client;
        this.presigner = presigner;
        this.pageOrigins = List.copyOf(pageOrigins);
    }

    public String name() {
        return name;
    }

    /** A client for a bucket that is there. */
    public synchronized S3Client client() {
        S3Client known = ready;
        if (known == null) {
            known = client.get();
            createIfMissing(known);
            ready = known;
        }
        return known;
    }

    public S3Presigner presigner() {
        return presigner.get();
    }

    private void createIfMissing(S3Client s3) {
        try {
            s3.headBucket(request -> request.bucket(name));
        } catch (S3Exception absent) {
            if (absent.statusCode() != MISSING) {
                throw absent;
            }
            try {
                s3.createBucket(request -> request.bucket(name));
            } catch (S3Exception refused) {
                // Another process may have created it a moment ago. If it is somebody else's, the first request says
                // so.
                if (refused.statusCode() != CONFLICT) {
                    throw refused;
                }
            }
        }
    }

    /** Lets pages send files to it: browsers do so to another origin only if that allows it. Rules that somebody has made stay. */
    public synchronized void openToPages() {
        if (openToPages || pageOrigins.isEmpty()) {
            return;
        }
        S3Client s3 = client();
        try {
            s3.getBucketCors(request -> request.bucket(name));
        } catch (S3Exception e) {
            if (e.awsErrorDetails() == null
                    || !NO_RULES.equals(e.awsErrorDetails().errorCode())) {
                warn(e);
            } else {
                allowPages(s3);
            }
        }
        openToPages = true;
    }

    private void allowPages(S3Client s3) {
        try {
            CORSRule rule = CORSRule.builder()
                    .allowedOrigins(pageOrigins)
                    .allowedMethods("PUT", "GET", "HEAD")
                    .allowedHeaders("*")
                    .maxAgeSeconds(PREFLIGHT_SECONDS)
                    .build();
            s3.putBucketCors(request -> request.bucket(name).corsConfiguration(rules -> rules.corsRules(rule)));
        } catch (S3Exception refused) {
            warn(refused);
        }
    }

    private void warn(S3Exception failure) {
        LOG.atWarn()
                .addKeyValue("bucket", name)
                .addKeyValue("origins", pageOrigins)
                .addKeyValue("failure", String.valueOf(failure.getMessage()))
                .log(
                        "whether pages may send files to the bucket is not known: see that its CORS rules allow PUT and GET");
    }
}
