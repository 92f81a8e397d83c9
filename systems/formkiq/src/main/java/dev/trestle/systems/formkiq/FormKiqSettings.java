package dev.trestle.systems.formkiq;

import dev.trestle.platform.schema.About;
import dev.trestle.platform.schema.Default;
import dev.trestle.platform.schema.Range;
import dev.trestle.platform.settings.HostAndPort;
import dev.trestle.platform.settings.Named;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.net.URI;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The keys {@code formkiq.*} of the configuration. */
@RecordBuilder
public record FormKiqSettings(
        @About("Who may do what in a site. automatic: what groups are called, and the permissions of groups that sites"
                + " have. explicit: these permissions alone.")
        @Default("automatic")
        SitePermissionMode sitePermissions,

        @About(
                "Which searches are answered. extended: several attributes and tags together, text with both, and folders"
                        + " with their subfolders. 1.18: what FormKiQ 1.18 answers, the rest is refused as it is there.")
        @Default("extended")
        String search,

        @About("The buckets whose objects a document may link to by s3://bucket/key and have presigned, separated by"
                + " commas. Empty: none.")
        List<String> deepLinkBuckets,

        Webhook webhook,
        EventBridge eventbridge,

        @Named("") EngineSettings engines,

        @Named("") PublicAccess publicAccess) {
    /** The search of FormKiQ 1.18, nothing beyond it. */
    private static final String ORIGINAL = "1.18";

    /** What those may do who are not signed in. */
    public record PublicAccess(
            @About(
                    "Whether programs that are not signed in may leave documents: at webhooks, and in sites whose items let"
                            + " the group public write.")
            @Named("public")
            @Default("no")
            boolean isOpen,

            @About(
                    "How often one address may do that in a minute. All of them together may ten times as often in a site.")
            @Named("public-rate")
            @Default("60")
            @Range(min = 1, max = 100_000)
            int perMinute,

            @About(
                    "The hosts to which a webhook may send a browser on, such as www.example.org, or with a port, separated"
                            + " by commas. Empty: none.")
            List<String> redirectHosts) {
        public PublicAccess {
            redirectHosts = List.copyOf(redirectHosts);
        }
    }

    /** See {@link #sitePermissions}. */
    public enum SitePermissionMode {
        AUTOMATIC,
        EXPLICIT
    }

    /** Where actions of the type WEBHOOK may send documents to. */
    public record Webhook(
            @About("Servers that are not on the public internet, and that webhooks of documents may reach all the same:"
                    + " HOST:PORT, separated by commas. Those of outgoing.allow are allowed already.")
            List<HostAndPort> privateAddresses) {
        public Webhook {
            privateAddresses = List.copyOf(privateAddresses);
        }

        /** As outgoing requests have them. */
        public Set<String> allowed() {
            return privateAddresses.stream().map(HostAndPort::toString).collect(Collectors.toSet());
        }
    }

    /** Where actions of the type EVENTBRIDGE send documents to. */
    public record EventBridge(
            @About(
                    "The URL that events about documents are sent to, by POST. Empty: there is none. Used by actions of the"
                            + " type EVENTBRIDGE.")
            @Nullable
            URI url) {
        public EventBridge {
            if (url != null && (url.getHost() == null || !"http https".contains(String.valueOf(url.getScheme())))) {
                throw new IllegalArgumentException("formkiq.eventbridge.url begins with https:// or http://.");
            }
        }
    }

    public FormKiqSettings {
        if (!search.equals("extended") && !search.equals(ORIGINAL)) {
            throw new IllegalArgumentException("formkiq.search is extended or 1.18.");
        }
        deepLinkBuckets = List.copyOf(deepLinkBuckets);
    }

    /** The same, with other programs and services. */
    public FormKiqSettings with(EngineSettings others) {
        return new FormKiqSettings(
                sitePermissions, search, deepLinkBuckets, webhook, eventbridge, others, publicAccess);
    }

    public boolean isOriginalSearch() {
        return search.equals(ORIGINAL);
    }
}
