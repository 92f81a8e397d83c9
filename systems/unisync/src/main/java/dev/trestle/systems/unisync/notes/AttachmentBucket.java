package dev.trestle.systems.unisync.notes;

import dev.trestle.model.operation.ItemStore;
import dev.trestle.platform.jobs.Jobs;
import dev.trestle.platform.uploads.Uploads;
import dev.trestle.systems.unisync.model.SupportTable;
import java.time.Clock;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.BucketAlreadyExistsException;
import software.amazon.awssdk.services.s3.model.BucketAlreadyOwnedByYouException;
import software.amazon.awssdk.services.s3.model.CORSRule;
import software.amazon.awssdk.services.s3.model.NoSuchBucketException;
import software.amazon.awssdk.services.s3.model.S3Exception;
import software.amazon.awssdk.services.s3.presigner.S3Presigner;

/** The bucket of attachments. Its clients are made, and it is looked for, when it is first needed: that takes a while. */
public final class AttachmentBucket {
    private static final Logger LOG = LoggerFactory.getLogger(AttachmentBucket.class);
    private static final String NO_RULES = "NoSuchCORSConfiguration";
    private static final int PREFLIGHT_SECONDS = 3600;

    private final String name;
    private final Reach reach;
    private final ItemStore store;
    private final Jobs jobs;
    private final Clock clock;
    private @Nullable Uploads uploads;

    /**
     * How the bucket is reached.
     *
     * @param pageOrigins the origins of pages that reach it at another one
     */
    public record Reach(Supplier<S3Client> client, Supplier<S3Presigner> presigner, List<String> pageOrigins) {
        public Reach {
            pageOrigins = List.copyOf(pageOrigins);
        }
    }

    public AttachmentBucket(String name, Reach reach, ItemStore store, Jobs jobs, Clock clock) {
        this.name = name;
        this.reach = reach;
        this.store = store;
        this.jobs = jobs;
        this.clock = clock;
    }

    String name() {
        return name;
    }

    S3Client client() {
        return reach.client().get();
    }

    S3Presigner presigner() {
        return reach.presigner().get();
    }

    synchronized Uploads uploads() {
        Uploads known = uploads;
        if (known == null) {
            makeIfMissing(client());
            if (!reach.pageOrigins().isEmpty()) {
                allowPages(client());
            }
            known = new Uploads(
                    store, SupportTable.UPLOADS, jobs, client(), presigner(), Uploads.Place.in(name), clock);
            uploads = known;
        }
        return known;
    }

    private void makeIfMissing(S3Client s3) {
        try {
            s3.headBucket(request -> request.bucket(name));
        } catch (NoSuchBucketException missing) {
            try {
                s3.createBucket(request -> request.bucket(name));
            } catch (BucketAlreadyExistsException | BucketAlreadyOwnedByYouException made) {
                // By another process, a moment ago; if it is somebody else's, the first upload says so.
            }
        }
    }

    /** Browsers send files to another origin only if that lets them. Rules that somebody has made are left as they are. */
    private void allowPages(S3Client s3) {
        try {
            s3.getBucketCors(request -> request.bucket(name));
        } catch (S3Exception e) {
            if (e.awsErrorDetails() == null
                    || !NO_RULES.equals(e.awsErrorDetails().errorCode())) {
                warn(e);
                return;
            }
            try {
                CORSRule rule = CORSRule.builder()
                        .allowedOrigins(reach.pageOrigins())
                        .allowedMethods("PUT", "GET", "HEAD")
                        .allowedHeaders("*")
                        .maxAgeSeconds(PREFLIGHT_SECONDS)
                        .build();
                s3.putBucketCors(request -> request.bucket(name).corsConfiguration(rules -> rules.corsRules(rule)));
            } catch (S3Exception refused) {
                warn(refused);
            }
        }
    }

    private void warn(S3Exception failure) {
        LOG.atWarn()
                .addKeyValue("bucket", name)
                .addKeyValue("origins", reach.pageOrigins())
                .addKeyValue("failure", String.valueOf(failure.getMessage()))
                .log(
                        "whether pages may send files to the bucket is not known: see that its CORS rules allow PUT and GET");
    }
}
