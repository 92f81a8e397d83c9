package dev.trestle.systems.formkiq;

import dev.trestle.platform.schema.About;
import dev.trestle.platform.schema.Default;
import dev.trestle.platform.settings.Named;
import java.util.List;

/** The keys {@code formkiq.*} of the configuration. */
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

        @Named("") EngineSettings engines) {
    /** The search of FormKiQ 1.18, nothing beyond it. */
    private static final String ORIGINAL = "1.18";

    /** See {@link #sitePermissions}. */
    public enum SitePermissionMode {
        AUTOMATIC,
        EXPLICIT
    }

    public FormKiqSettings {
        if (!search.equals("extended") && !search.equals(ORIGINAL)) {
            throw new IllegalArgumentException("formkiq.search is extended or 1.18.");
        }
        deepLinkBuckets = List.copyOf(deepLinkBuckets);
    }

    /** The same, with other programs and services. */
    public FormKiqSettings with(EngineSettings others) {
        return new FormKiqSettings(sitePermissions, search, deepLinkBuckets, others);
    }

    /** Without anything that works on documents. */
    public FormKiqSettings(SitePermissionMode sitePermissions, String search, List<String> deepLinkBuckets) {
        this(sitePermissions, search, deepLinkBuckets, EngineSettings.none());
    }

    public boolean isOriginalSearch() {
        return search.equals(ORIGINAL);
    }
}
