package dev.trestle.systems.formkiq.model;

import dev.trestle.systems.formkiq.model.ApiKeys.ApiKey;
import dev.trestle.systems.formkiq.model.ApiKeys.ApiKeyPermission;
import dev.trestle.systems.formkiq.model.Locales.LocaleItemType;
import dev.trestle.systems.formkiq.model.Locales.LocaleType;
import dev.trestle.systems.formkiq.model.Locales.SiteLocale;
import dev.trestle.systems.formkiq.model.OpenPolicies.OpenPolicy;
import dev.trestle.systems.formkiq.model.OpenPolicies.PolicyType;
import dev.trestle.systems.formkiq.model.Sites.GroupPermission;
import dev.trestle.systems.formkiq.model.Sites.Site;
import dev.trestle.systems.formkiq.model.SupportTable.RulesetPlace;
import java.time.Instant;
import java.util.List;

/** Items about sites and what is set up in them. */
final class SiteSamples {
    private static final Instant NOON = Instant.parse("2024-05-01T12:00:00Z");

    private SiteSamples() {}

    static List<Sample<?>> all() {
        return List.of(
                Sample.of(Sites.SITE, new Site("finance", "Finance", ActiveStatus.INACTIVE), """
                        {"PK": "sites", "SK": "sites#finance", "GSI1PK": "sites", "GSI1SK": "sites#INACTIVE#finance",
                         "siteId": "finance", "title": "Finance", "status": "INACTIVE"}
                        """),
                Sample.of(
                        Sites.GROUP_PERMISSION,
                        new GroupPermission("clerks", "finance", List.of(Permission.READ, Permission.GOVERN)),
                        """
                        {"PK": "sitegroups", "SK": "group#clerks#site#finance",
                         "GSI1PK": "sitegroups", "GSI1SK": "site#finance#group#clerks",
                         "groupName": "clerks", "siteId": "finance", "permissions": ["READ", "GOVERN"]}
                        """),
                Sample.of(
                        ApiKeys.API_KEY,
                        new ApiKey(
                                "abcdefgh" + "m".repeat(39) + "wxyz",
                                "build",
                                "joe",
                                "default",
                                List.of(ApiKeyPermission.READ, ApiKeyPermission.WRITE, ApiKeyPermission.DELETE),
                                NOON),
                        """
                        {"PK": "apikeys#", "SK": "apikey#abcdefghmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmwxyz",
                         "GSI1PK": "default/apikeys#",
                         "GSI1SK": "apikey#buildabcdefghmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmwxyz",
                         "GSI2PK": "default/apikeys#", "GSI2SK": "apikey#abcdefgh****************wxyz",
                         "apiKey": "abcdefghmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmwxyz", "name": "build", "userId": "joe",
                         "siteId": "default", "permissions": ["read", "write", "delete"],
                         "inserteddate": "2024-05-01T12:00:00+0000"}
                        """),
                Sample.of(Locales.LOCALE, new SiteLocale("fr-CA"), """
                        {"PK": "locale#", "SK": "locale#fr-CA", "locale": "fr-CA"}
                        """),
                Sample.of(
                        Locales.LOCALE_TYPE,
                        new LocaleType(LocaleItemType.INTERFACE, "title#main", null, null, null, "fr-CA", "Titre"),
                        """
                        {"PK": "locale#type", "SK": "fr-CA#INTERFACE#title#main", "itemType": "INTERFACE",
                         "interfaceKey": "title#main", "locale": "fr-CA", "localizedValue": "Titre"}
                        """),
                Sample.of(
                        Locales.LOCALE_TYPE,
                        new LocaleType(LocaleItemType.SCHEMA, null, "colour", "blue", null, "fr-CA", "bleu"),
                        """
                        {"PK": "locale#type", "SK": "fr-CA#SCHEMA#colour#blue", "itemType": "SCHEMA",
                         "attributeKey": "colour", "allowedValue": "blue", "locale": "fr-CA", "localizedValue": "bleu"}
                        """),
                Sample.of(
                        Locales.LOCALE_TYPE,
                        new LocaleType(LocaleItemType.CLASSIFICATION, null, "colour", "blue", "c1", "fr-CA", "azur"),
                        """
                        {"PK": "locale#type", "SK": "fr-CA#CLASSIFICATION#c1#colour#blue", "itemType": "CLASSIFICATION",
                         "attributeKey": "colour", "allowedValue": "blue", "classificationId": "c1", "locale": "fr-CA",
                         "localizedValue": "azur"}
                        """),
                Sample.of(
                        OpenPolicies.OPEN_POLICY,
                        new OpenPolicy("finance", "package formkiq", PolicyType.FULL, null),
                        """
                        {"PK": "controlpolicy#opa", "SK": "opa#full#finance#policy", "siteId": "finance",
                         "policy": "package formkiq", "type": "FULL"}
                        """),
                Sample.of(OpenPolicies.OPEN_POLICY, new OpenPolicy("finance", "{}", PolicyType.POLICY, null), """
                        {"PK": "controlpolicy#opa", "SK": "opa#policy#finance#policy", "siteId": "finance",
                         "policy": "{}", "type": "POLICY"}
                        """),
                Sample.of(OpenPolicies.OPEN_POLICY, new OpenPolicy("finance", "{}", PolicyType.POLICY_ITEM, 10), """
                        {"PK": "controlpolicy#opa", "SK": "opa#item#finance#policy#10", "siteId": "finance",
                         "policy": "{}", "type": "POLICY_ITEM", "index": 10}
                        """),
                Sample.of(SupportTable.RULESET_PLACE, new RulesetPlace("rs", ActiveStatus.ACTIVE, 10), """
                        {"PK": "ruleset#rs", "SK": "place", "rulesetId": "rs", "status": "ACTIVE", "priority": 10}
                        """));
    }
}
