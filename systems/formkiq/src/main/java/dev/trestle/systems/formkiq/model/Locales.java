package dev.trestle.systems.formkiq.model;

import static dev.trestle.systems.formkiq.model.DocumentsTable.TABLE;

import dev.trestle.model.Entity;
import dev.trestle.model.Pattern;
import dev.trestle.model.When;
import org.jspecify.annotations.Nullable;

/** Chapter "Locale": the locales of a site, and what is said in them. */
public final class Locales {
    /** A locale that is set up. */
    public record SiteLocale(String locale) {}

    /** What is said in a locale. */
    public enum LocaleItemType {
        INTERFACE,
        SCHEMA,
        CLASSIFICATION
    }

    /**
     * What something is called in a locale.
     *
     * @param interfaceKey what of the interface it is; absent in all other types
     * @param attributeKey the attribute whose value it is; absent in the interface
     * @param allowedValue the value; absent in the interface
     * @param classificationId the classification that allows the value; absent in all other types
     */
    public record LocaleType(
            LocaleItemType itemType,
            @Nullable String interfaceKey,
            @Nullable String attributeKey,
            @Nullable String allowedValue,
            @Nullable String classificationId,
            String locale,
            String localizedValue) {}

    public static final Entity<SiteLocale> LOCALE = TABLE.entity("Locale", SiteLocale.class)
            .about("The listing of all locale setup")
            .key("locale#", "locale#{locale}")
            .accept("HOT_PARTITION", "documented so; a site has some dozens of locales, seldom changed");

    /** Each type has a shape of its own, so the type stands in it as text. */
    public static final Entity<LocaleType> LOCALE_TYPE = TABLE.entity(LocaleType.class)
            .about("Locale for Interface, Schema, Classification")
            .key("locale#type", "{locale}#INTERFACE#{interfaceKey}", When.is("itemType", LocaleItemType.INTERFACE))
            .key(
                    "locale#type",
                    "{locale}#SCHEMA#{attributeKey}#{allowedValue}",
                    When.is("itemType", LocaleItemType.SCHEMA))
            .key(
                    "locale#type",
                    "{locale}#CLASSIFICATION#{classificationId}#{attributeKey}#{allowedValue}",
                    When.is("itemType", LocaleItemType.CLASSIFICATION))
            .belongsTo(LOCALE, "has")
            .accept("HOT_PARTITION", "documented so; some thousand words in each locale, seldom changed");

    public static final Pattern<SiteLocale> LOCALE_BY_NAME = LOCALE.get("Get a locale");

    public static final Pattern<SiteLocale> LOCALES =
            LOCALE.query("List locales").beginsWith("locale#");

    public static final Pattern<LocaleType> VALUES_OF_LOCALE =
            LOCALE_TYPE.query("Get ALL values for a specific locale").beginsWith("{locale}#");

    public static final Pattern<LocaleType> BY_INTERFACE_KEY =
            LOCALE_TYPE.get("Get Locale using locale, interfaceKey").exactly("{locale}#INTERFACE#{interfaceKey}");

    public static final Pattern<LocaleType> BY_SCHEMA_ATTRIBUTE = LOCALE_TYPE
            .query("Get Locale using locale, schema, attributeKey")
            .beginsWith("{locale}#SCHEMA#{attributeKey}#");

    public static final Pattern<LocaleType> BY_CLASSIFICATION_ATTRIBUTE = LOCALE_TYPE
            .query("Get Locale using locale, classification, attributeKey")
            .beginsWith("{locale}#CLASSIFICATION#{classificationId}#{attributeKey}#");

    public static final Pattern<LocaleType> BY_SCHEMA_VALUE = LOCALE_TYPE
            .get("Get Locale using locale, schema, attributeKey, allowedValue")
            .exactly("{locale}#SCHEMA#{attributeKey}#{allowedValue}");

    public static final Pattern<LocaleType> BY_CLASSIFICATION_VALUE = LOCALE_TYPE
            .get("Get Locale using locale, classification, attributeKey, allowedValue")
            .exactly("{locale}#CLASSIFICATION#{classificationId}#{attributeKey}#{allowedValue}");

    private Locales() {}
}
