package dev.trestle.model.operation;

import dev.trestle.model.Entity;
import dev.trestle.model.Groups;
import dev.trestle.model.Model;
import dev.trestle.model.Pattern;
import dev.trestle.model.Scope;
import dev.trestle.model.Support;
import dev.trestle.model.Table;
import dev.trestle.model.When;
import dev.trestle.model.annotation.Derived;
import dev.trestle.model.annotation.KeyOnly;
import dev.trestle.model.annotation.Name;
import dev.trestle.model.annotation.Prefixed;
import dev.trestle.model.time.TimeFormat;
import dev.trestle.model.value.SortableNumber;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A table with everything that a design can ask for: scopes left out, names that carry data, several shapes, second items. */
final class SitesTable {
    static final Table TABLE = Table.named("sites")
            .key("PK", "SK")
            .index("GSI1", "GSI1PK", "GSI1SK")
            .index("GSI2", "GSI2PK", "GSI2SK")
            .times(TimeFormat.OFFSET_SECONDS)
            .scope(Scope.prefix("siteId", "/").leavingOut("default"))
            .expiry("TimeToLive");

    record Site(String siteId, String title, String status) {}

    static final Entity<Site> SITE = TABLE.entity(Site.class)
            .unscoped()
            .key("sites", "sites#{siteId}")
            .index("GSI1", "sites", "sites#{status}#{siteId}");

    static final Pattern<Site> SITES = SITE.query("Sites").beginsWith("sites#");

    record Document(
            String documentId,
            Instant inserteddate,
            String userId,
            @Prefixed("md#") Map<String, String> metadata) {}

    static final Entity<Document> DOCUMENT = TABLE.entity(Document.class)
            .key("docs#{documentId}", "document")
            .index("GSI1", "{inserteddate:yyyy-MM-dd}", "{inserteddate}#{documentId}");

    static final Pattern<Document> DOCUMENT_BY_ID = DOCUMENT.get("Document");
    static final Pattern<Document> DOCUMENTS_OF_DAY =
            DOCUMENT.query("Documents of a day").on("GSI1").descending();

    record Tag(@KeyOnly String documentId, @KeyOnly String tagKey, String tagValue, Instant inserteddate) {}

    static final Entity<Tag> TAG = TABLE.entity(Tag.class)
            .key("docs#{documentId}", "tags#{tagKey}")
            .refuse("#", "tagKey")
            .index("GSI1", "tag#{tagKey}#{tagValue}", "{inserteddate}#{documentId}")
            .index("GSI2", "tag#{tagKey}", "{tagValue}#{inserteddate}#{documentId}");

    static final Pattern<Tag> TAGGED = TAG.query("Documents by tag").on("GSI1");

    enum ValueType {
        @Name("string")
        STRING,
        @Name("number")
        NUMBER,
        @Name("watermark")
        WATERMARK
    }

    record Attribute(
            String documentId,
            String key,
            ValueType valueType,
            @Nullable String stringValue,
            @Nullable BigDecimal numberValue) {
        @Derived({"stringValue", "numberValue"})
        @Nullable
        String value() {
            return numberValue != null ? numberValue.toPlainString() : stringValue;
        }

        @Derived({"stringValue", "numberValue"})
        @Nullable
        String sortableValue() {
            return numberValue != null ? SortableNumber.encode(numberValue) : stringValue;
        }
    }

    static final Entity<Attribute> ATTRIBUTE = TABLE.entity(Attribute.class)
            .key("docs#{documentId}", "attr#{key}#{value}")
            .index("GSI1", "doc#attr#{key}", "{sortableValue}")
            .index("GSI2", "docs#{documentId}", "attr#{valueType}#{key}", When.is("valueType", ValueType.WATERMARK));

    static final Pattern<Attribute> BY_VALUE =
            ATTRIBUTE.query("Attributes by value").on("GSI1").between("sortableValue");
    static final Pattern<Attribute> WATERMARKS =
            ATTRIBUTE.query("Watermarks").on("GSI2").beginsWith("attr#{valueType}#");

    static final Pattern<Groups> WHOLE = TABLE.collection("Document with all", DOCUMENT, TAG, ATTRIBUTE);

    record Locale(
            String locale,
            String itemType,
            @Nullable String interfaceKey,
            @Nullable String attributeKey,
            @Nullable String allowedValue,
            String localizedValue) {}

    static final Entity<Locale> LOCALE = TABLE.entity(Locale.class)
            .key("locale#type", "{locale}#{itemType}#{interfaceKey}", When.present("interfaceKey"))
            .key(
                    "locale#type",
                    "{locale}#{itemType}#{attributeKey}#{allowedValue}",
                    When.all(When.absent("interfaceKey"), When.present("attributeKey")));

    static final Pattern<Locale> OF_LOCALE = LOCALE.query("All of a locale").beginsWith("{locale}#");
    static final Pattern<Locale> BY_INTERFACE =
            LOCALE.get("By interface").exactly("{locale}#{itemType}#{interfaceKey}");
    static final Pattern<Locale> BY_ATTRIBUTE =
            LOCALE.get("By attribute").exactly("{locale}#{itemType}#{attributeKey}#{allowedValue}");

    record Rule(
            String rulesetId,
            String documentId,
            int priority,
            String status,
            @Nullable String workflowId) {}

    static final Entity<Rule> RULE_BY_STATUS = TABLE.entity("RuleByStatus", Rule.class)
            .key("ruleset#", "rule#{status}#{rulesetId}#{priority}#{documentId}")
            .index("GSI1", "ruleset#{rulesetId}", "rule#{documentId}");

    static final Entity<Rule> RULE = TABLE.entity(Rule.class)
            .key("ruleset#{rulesetId}", "rule#{documentId}")
            .index("GSI1", "ruleset#{rulesetId}", "rule#{priority}#{documentId}")
            .also(RULE_BY_STATUS, rule -> rule);

    static final Pattern<Rule> RULES = RULE.query("Rules").beginsWith("rule#");
    static final Pattern<Rule> RULE_BY_ID = RULE.get("Rule");
    static final Pattern<Rule> RULES_BY_STATUS =
            RULE_BY_STATUS.query("By status").beginsWith("rule#{status}#");

    static final Model MODEL = Model.of("sites", TABLE).with(Support.table("sites"));

    private SitesTable() {}
}
