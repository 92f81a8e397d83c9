package dev.trestle.systems.formkiq.model;

import dev.trestle.model.Entity;
import dev.trestle.model.Pattern;
import dev.trestle.model.Support;
import dev.trestle.model.Table;
import dev.trestle.platform.events.Follower;
import dev.trestle.platform.jobs.Jobs;
import dev.trestle.platform.uploads.Arrivals;
import dev.trestle.systems.formkiq.model.DocumentAttributes.DocumentAttribute;
import dev.trestle.systems.formkiq.model.DocumentAttributes.ValueType;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** {@code formkiq-support}: what Trestle adds to the documented tables. */
public final class SupportTable {
    /**
     * Where a ruleset is: the parts of its key that change. Written in the transaction that moves the ruleset, so that
     * who knows its identifier reads it consistently.
     */
    public record RulesetPlace(String rulesetId, ActiveStatus status, int priority) {}

    /**
     * What is configured for a site.
     *
     * @param values by the API's names; a group's member behind a dot
     */
    public record SiteConfiguration(Map<String, String> values) {
        /** Some values are secret. */
        @Override
        public String toString() {
            return "SiteConfiguration[" + values.keySet() + "]";
        }
    }

    /** A day on which documents were added: the latest one is asked for, and no index knows it. */
    public record DocumentDay(String day) {
        public static DocumentDay of(Instant added) {
            return new DocumentDay(DateTimeFormatter.ISO_LOCAL_DATE.format(added.atOffset(ZoneOffset.UTC)));
        }
    }

    /** How many documents a site has; counted once it has a limit. */
    public record DocumentCount(long documents) {}

    /**
     * A document that waits for its content.
     *
     * @param userId who asked for the address that it is sent to
     * @param identity the same, by a name that nobody else can have
     */
    public record AwaitedContent(
            String documentId,
            String arrivalId,
            @Nullable String userId,
            @Nullable String identity) {}

    /** A document whose rows are written before it is, because they do not fit into one transaction. */
    public record UnfinishedDocument(String documentId, String token) {}

    /** A deleted document whose rows are still being moved. */
    public record UnmovedRows(String documentId, String token) {}

    /**
     * How many values of an attribute documents have, in one of several parts, so that writers do not wait for each
     * other. Classes, entity types and locales are counted so, too.
     */
    public record AttributeUse(String key, int part, long uses) {}

    /**
     * What changes whenever the attributes of a document do that are found together: two writers that each compute
     * combinations never miss each other's values.
     */
    public record ValuesToken(String documentId, String token) {}

    /** A tag's key that documents have or had. */
    public record TagKey(String tagKey) {}

    /** A relationship to a document, found from there: whose rows go when that document does. */
    public record RelatedFrom(String documentId, String otherId, String relationship) {
        /** What a value of an attribute says of another document; nothing, unless it is a relationship. */
        static List<RelatedFrom> of(DocumentAttribute row) {
            String value = row.stringValue();
            int hash = value == null ? -1 : value.indexOf('#');
            return row.valueType() != ValueType.RELATIONSHIPS
                            || value == null
                            || hash <= 0
                            || hash == value.length() - 1
                    ? List.of()
                    : List.of(new RelatedFrom(value.substring(hash + 1), row.documentId(), value.substring(0, hash)));
        }
    }

    public static final Table TABLE = Support.table("formkiq", DocumentsTable.SCOPE);

    public static final Jobs.Declaration JOBS = Jobs.on(TABLE);
    public static final Arrivals.Declaration ARRIVALS = Arrivals.on(TABLE);
    public static final Follower.Declaration FOLLOWER = Follower.on(TABLE);

    public static final Entity<RulesetPlace> RULESET_PLACE = TABLE.entity(RulesetPlace.class)
            .about("Where a ruleset is")
            .key("ruleset#{rulesetId}", "place")
            .onePer(Rulesets.RULESET, "is found by");

    public static final Entity<SiteConfiguration> SITE_CONFIGURATION = TABLE.entity(SiteConfiguration.class)
            .about("What is configured for a site")
            .key("configuration", "site")
            .accept("ITEM_GROWTH", "a dozen values that the API has");

    public static final Entity<DocumentDay> DOCUMENT_DAY = TABLE.entity(DocumentDay.class)
            .about("A day on which documents were added")
            .key("days", "{day}")
            .accept("HOT_PARTITION", "an item a day, written once")
            .sharedBy(
                    Documents.DOCUMENT,
                    document -> document.belongsToDocumentId() == null
                            ? List.of(DocumentDay.of(document.inserteddate()))
                            : List.of());

    public static final Entity<DocumentCount> DOCUMENT_COUNT = TABLE.entity(DocumentCount.class)
            .about("How many documents a site has")
            .key("documents", "count");

    public static final Entity<AwaitedContent> AWAITED_CONTENT = TABLE.entity(AwaitedContent.class)
            .about("The upload that a document waits for")
            .key("docs#{documentId}", "upload")
            .onePer(Documents.DOCUMENT, "waits for");

    public static final Entity<UnfinishedDocument> UNFINISHED_DOCUMENT = TABLE.entity(UnfinishedDocument.class)
            .about("A document whose rows are written before it is")
            .key("docs#{documentId}", "unfinished");

    public static final Entity<UnmovedRows> UNMOVED_ROWS = TABLE.entity(UnmovedRows.class)
            .about("A deleted document whose rows are being moved")
            .key("docs#{documentId}", "unmoved");

    public static final Entity<AttributeUse> ATTRIBUTE_USE = TABLE.entity(AttributeUse.class)
            .about("How many values of an attribute documents have")
            .key("attr#{key}", "use#{part}")
            .refuse("#", "key")
            .belongsTo(Attributes.ATTRIBUTE, "is counted by")
            .accept("TEXT_ORDER", "all parts are read, in any order");

    public static final Entity<ValuesToken> VALUES_TOKEN = TABLE.entity(ValuesToken.class)
            .about("What changes with the attributes of a document that are found together")
            .key("docs#{documentId}", "values")
            .onePer(Documents.DOCUMENT, "is guarded by");

    public static final Entity<TagKey> TAG_KEY = TABLE.entity(TagKey.class)
            .about("A tag's key that documents have or had")
            .key("tagkeys", "{tagKey}")
            .accept("HOT_PARTITION", "an item for each key, written when it is first used")
            .sharedBy(DocumentTags.TAG, tag -> List.of(new TagKey(tag.tagKey())));

    public static final Entity<RelatedFrom> RELATED_FROM = TABLE.entity(RelatedFrom.class)
            .about("A relationship, found from the document that it leads to")
            .key("docs#{documentId}", "related#{otherId}#{relationship}")
            .sharedBy(DocumentAttributes.DOCUMENT_ATTRIBUTE, RelatedFrom::of);

    public static final Pattern<RulesetPlace> PLACE_OF_RULESET = RULESET_PLACE.get("Get where a ruleset is");

    public static final Pattern<SiteConfiguration> CONFIGURATION_OF_SITE =
            SITE_CONFIGURATION.get("Get what is configured for a site");

    public static final Pattern<DocumentDay> DAY = DOCUMENT_DAY.get("Get a day with documents");

    public static final Pattern<DocumentDay> LATEST_DAYS =
            DOCUMENT_DAY.query("List the days with documents, latest first").descending();

    public static final Pattern<DocumentCount> COUNT_OF_DOCUMENTS =
            DOCUMENT_COUNT.get("Get how many documents a site has");

    public static final Pattern<AwaitedContent> AWAITED_OF_DOCUMENT =
            AWAITED_CONTENT.get("Get the upload that a document waits for");

    public static final Pattern<UnfinishedDocument> UNFINISHED_BY_ID =
            UNFINISHED_DOCUMENT.get("Get an unfinished document");

    public static final Pattern<UnmovedRows> UNMOVED_BY_ID = UNMOVED_ROWS.get("Get the unmoved rows of a document");

    public static final Pattern<AttributeUse> USE_OF_ATTRIBUTE =
            ATTRIBUTE_USE.get("Get a part of an attribute's count");

    public static final Pattern<ValuesToken> TOKEN_OF_VALUES =
            VALUES_TOKEN.get("Get what changes with a document's attributes");

    public static final Pattern<TagKey> TAG_KEY_BY_KEY = TAG_KEY.get("Get a tag's key");

    public static final Pattern<TagKey> TAG_KEYS = TAG_KEY.query("List the keys of tags");

    public static final Pattern<RelatedFrom> RELATIONS_TO =
            RELATED_FROM.query("List the relationships that lead to a document").beginsWith("related#");

    private SupportTable() {}
}
