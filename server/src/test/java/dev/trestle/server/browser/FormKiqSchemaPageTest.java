package dev.trestle.server.browser;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.Keys;

/** The schema of a site and its classes, as administrators shape the form of documents with them. */
class FormKiqSchemaPageTest extends PagesTest {
    private static final String SCHEMA = "/formkiq/finance/setup/schema";
    private static final String HOUSE = "/formkiq/default/setup/schema";
    private static final String METER = ".fk-schema-row[data-key=Meter] ";
    private static final String BUILDING = ".fk-schema-row[data-key=Building] ";
    private static final String ROW_OF_INVOICES = "return [...document.querySelectorAll('#page tr')]"
            + ".find((row) => row.textContent.includes('Invoice')).querySelector(arguments[0]).click()";

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
    void siteSchema_requiredAttributeAdded_shapesTheFormAndSaysWhatIsImpossible() {
        admin.visit(SCHEMA).find("#page td", "Invoice");
        check("formkiq-schema");
        admin.click("[data-act=edit-schema]").find(".fk-schema-row[data-key='Cost centre']");
        admin.choose("#fk-schema [data-field=attribute]", "Building").click("[data-act=add-row]");
        admin.type(BUILDING + "[data-field=allowed] input", "North").press(Keys.ENTER);
        admin.press("South", Keys.ENTER);
        admin.choose(BUILDING + "[data-field=defaults] select", "North");
        admin.until(
                "room for another default", () -> "".equals(admin.value(BUILDING + "[data-field=defaults] select")));
        admin.find(".fk-schema-preview [data-key=Building] .fk-required");
        admin.type(BUILDING + "[data-field=min] input", "3");
        admin.type(BUILDING + "[data-field=max] input", "1").click("[data-act=save-schema]");
        admin.find(BUILDING + ".wrong", "minNumberOfValues cannot be more than maxNumberOfValues");
        assertThat(admin.value(BUILDING + "[data-field=min] input")).isEqualTo("3");
        check("formkiq-schema-editor");
        admin.type(BUILDING + "[data-field=min] input", "1").click("[data-act=add-composite]");
        admin.choose(".fk-composite select", "Building").click("[data-act=save-schema]");
        admin.find("#fk-schema .wrong", "compositeKeys must have more than 1 value");
        admin.choose(".fk-composite select", "Supplier").click("[data-act=save-schema]");
        admin.find(".toast", "Saved");
        admin.find("#page strong + .quiet", "1 required · 1 optional · Composite keys: 1");
        admin.reload().click("[data-act=edit-schema]").find(BUILDING);
        assertThat(admin.value(".fk-schema-preview [data-key=Building] select")).isEqualTo("North");
        admin.click("[data-act=leave-schema]").click("[data-act=reindex]").find("[data-reindexed]", "reindexed");
        assertThat(admin.complaints()).allMatch(each -> each.contains("/sites/"));
    }

    @Test
    void class_optionalOverRequired_isRefusedAtItsRow() {
        admin.visit(HOUSE).click("[data-act=edit-schema]").type("#fk-schema [name=name]", "House");
        admin.choose("#fk-schema [data-field=attribute]", "Meter").click("[data-act=add-row]");
        admin.find(".fk-schema-row[data-key=Meter]");
        admin.click("[data-act=save-schema]").find("#page strong + .quiet", "1 required");
        admin.click("[data-act=new-class]").type("#fk-schema [name=name]", "Reading");
        admin.choose("#fk-schema [data-field=attribute]", "Meter").click("[data-act=add-row]");
        admin.choose(METER + "select", "optional").click("[data-act=save-schema]");
        admin.find(METER + ".wrong", "attribute cannot override site schema attribute");
        admin.find(".fk-schema-preview [data-key=Meter] .fk-required");
    }

    @Test
    void class_isMadeChangedAndDeletedUnlessInUse() {
        admin.visit(SCHEMA).click("[data-act=new-class]").find("#fk-schema");
        admin.type("#fk-schema [name=name]", "Invoice");
        admin.click("[data-act=save-schema]");
        admin.find("#fk-schema t-field .wrong", "'name' is already used");
        for (String language : List.of("zh", "zh-TW", "en")) {
            admin.script("localStorage.setItem('trestle.language', arguments[0])", language);
            admin.reload().find("#page td");
            admin.click("[data-act=new-class]").find("#fk-schema");
            admin.checkFits();
        }
        admin.type("#fk-schema [name=name]", "Receipt")
                .click("[data-act=add-row]")
                .find(".fk-schema-row");
        admin.click("[data-act=leave-schema]").find("dialog[open]", "Discard the changes?");
        admin.press(Keys.ESCAPE).click("[data-act=save-schema]").find("#page td", "Receipt");
        admin.script(ROW_OF_INVOICES, "[data-act=reindex]");
        admin.find("[data-reindexed]", "Invoice: documents reindexed");
        check("formkiq-schema-reindexed");
        admin.script(ROW_OF_INVOICES, "[data-act=drop-class]");
        admin.click("dialog[open] button.danger")
                .find("dialog[open] [role=alert]", "Documents have the class “Invoice”");
        admin.press(Keys.ESCAPE);
        admin.script(ROW_OF_INVOICES.replace("'Invoice'", "'Receipt'"), "[data-act=drop-class]");
        admin.click("dialog[open] button.danger");
        admin.until(
                "the class is gone",
                () -> admin.all("#page td").stream()
                        .noneMatch(each -> each.getText().equals("Receipt")));
    }
}
