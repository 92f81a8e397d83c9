package dev.trestle.server.browser;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What documents refer to, and in which words, from the set-up: entities, locales with their texts, mappings. */
class FormKiqReferencesPageTest extends PagesTest {
    private static final String SETUP = "/formkiq/finance/setup/";
    private static final String SAVE = "dialog[open] button.primary";
    private static final String DELETE = "dialog[open] button.danger";

    @SuppressWarnings("NullAway.Init")
    private static Browser admin;

    @BeforeAll
    static void open() {
        demonstrateOnly(Set.of("formkiq"));
        admin = browse(installation().url().replace("//127.0.0.1", "//localhost"));
        admin.size(1440, 900).go("/formkiq");
        admin.signIn("adam@records.localhost", Demonstration.PASSWORD);
    }

    /** Wide and narrow, and for those who use no mouse and no eyes. */
    private static void check(String name) {
        admin.checkAccessible().checkFits();
        admin.picture(name);
        admin.size(360, 740).checkFits();
        admin.picture(name + "-phone");
        admin.size(1440, 900);
    }

    @Test
    void entity_isMadeWithTypedAttributesAndEdited() {
        admin.visit(SETUP + "entities").find("h2", "Entities of Checkout");
        assertThat(admin.all("[data-act=new-entity], [data-act=drop-entity]")).isEmpty();
        admin.click("[data-act=new-entity-type]").type("#fk-entity-type [name=name]", "customer");
        admin.click(SAVE).find("#fk-entity-type .wrong", "'name' unexpected value 'customer'");
        admin.type("#fk-entity-type [name=name]", "Customer").click(SAVE).find("h2", "Entities of Customer");
        admin.click("[data-act=new-entity]").type("#fk-entity [name=name]", "Roof Brothers");
        admin.choose("#fk-entity [data-field=attribute]", "Amount").click("[data-act=add-attribute]");
        admin.type("#fk-entity fk-value[label=Amount] input", "much").click(SAVE);
        admin.find("#fk-entity .wrong", "Enter a number");
        admin.type("#fk-entity fk-value[label=Amount] input", "12.5");
        check("formkiq-entity-dialog");
        admin.click(SAVE).find("#page td", "Amount 12.5");
        admin.click("[data-act=edit-entity]")
                .type("#fk-entity [name=name]", "Roof Sisters")
                .click(SAVE);
        admin.find("#page td", "Roof Sisters");
        admin.find("#page td", "Amount 12.5");
        check("formkiq-entities");
        admin.click("[data-act=drop-entity-type]").click(DELETE);
        admin.find("dialog[open] [role=alert]", "Entities attached to Entity type");
        admin.click("dialog[open] .actions button:not(.danger)");
        admin.click("[data-act=drop-entity]").click(DELETE).find("t-empty", "No entities yet");
        admin.click("[data-act=drop-entity-type]").click(DELETE).find("h2", "Entities of Checkout");
    }

    @Test
    void locale_hasTextsOfEachKind() {
        admin.visit(SETUP + "locales").find("t-empty", "No locales yet");
        admin.click("[data-act=new-locale]").type("#fk-locale [name=locale]", "qq-1");
        admin.click(SAVE).find("#fk-locale .wrong", "invalid locale 'qq-1'");
        admin.type("#fk-locale [name=locale]", "de").click(SAVE).find("h2", "Texts in de");
        admin.click("[data-act=new-text]").find("#fk-item [name=allowedValue] option");
        admin.type("#fk-item [name=localizedValue]", "Verwaltung");
        check("formkiq-locale-dialog");
        admin.click(SAVE).find("#page td", "Verwaltung");
        admin.click("[data-act=new-text]")
                .type("#fk-item [name=localizedValue]", "Nochmals")
                .click(SAVE);
        admin.find("#fk-item .wrong", "This has a text already.");
        admin.choose("#fk-item [name=itemType]", "CLASSIFICATION").find("#fk-item [name=classificationId]");
        admin.find("#fk-item [role=status]", "No attribute here has values");
        admin.click(SAVE).find("#fk-item .wrong", "'attributeKey' is required");
        admin.choose("#fk-item [name=itemType]", "INTERFACE").type("#fk-item [name=interfaceKey]", "menu.files");
        admin.type("#fk-item [name=localizedValue]", "Dateien").click(SAVE).find("#page td", "menu.files");
        check("formkiq-locales");
        admin.click("[data-act=drop-locale]").click(DELETE);
        admin.find("dialog[open] [role=alert]", "Locale Item Resources found for Locale 'de'");
        admin.click("dialog[open] .actions button:not(.danger)");
        for (int left = 1; left >= 0; left--) {
            int count = left;
            admin.click("[data-act=drop-text]").click(DELETE);
            admin.until("a text less", () -> admin.all("[data-act=drop-text]").size() == count);
        }
        admin.click("[data-act=drop-locale]").click(DELETE).find("t-empty", "No locales yet");
    }

    @Test
    void mapping_hasAttributesWithSources() {
        admin.visit(SETUP + "mappings").find("t-empty", "No mappings yet");
        admin.click("[data-act=new-mapping]").type("#fk-mapping [name=name]", "Invoices");
        admin.choose("fk-mapping-line [data-field=attributeKey]", "Supplier").click(SAVE);
        admin.find("fk-mapping-line [data-field=labelTexts] .wrong", "'labelTexts' is required");
        admin.type("fk-mapping-line [data-field=labelTexts]", "Supplier\nVendor");
        admin.click("[data-act=add-line]").choose("fk-mapping-line:nth-of-type(2) [data-field=sourceType]", "MANUAL");
        admin.choose("fk-mapping-line:nth-of-type(2) [data-field=attributeKey]", "Building");
        admin.type("fk-mapping-line:nth-of-type(2) [data-field=defaultValue]", "North");
        check("formkiq-mapping-dialog");
        admin.click(SAVE).find("#page td", "Supplier ← Text of the document: Supplier, Vendor");
        admin.find("#page td", "Building ← Fixed values: North");
        check("formkiq-mappings");
        admin.click("[data-act=edit-mapping]")
                .type("#fk-mapping [name=name]", "Bills")
                .click(SAVE);
        admin.find("#page td", "Bills");
        admin.click("[data-act=drop-mapping]").click(DELETE).find("t-empty", "No mappings yet");
        for (String language : List.of("zh", "zh-TW", "en")) {
            admin.language(language).find("t-empty");
            admin.checkFits();
        }
        assertThat(admin.complaints()).isEmpty();
    }
}
