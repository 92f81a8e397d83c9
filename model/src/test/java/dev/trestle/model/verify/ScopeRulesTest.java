package dev.trestle.model.verify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.model.Entity;
import dev.trestle.model.Scope;
import dev.trestle.model.Table;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class ScopeRulesTest {
    record Doc(String id, String name, Instant at) {}

    private static Entity<Doc> inKeys(String partition) {
        return Checked.table().scope(Scope.inKeys("org")).entity(Doc.class).key(partition, "{id}");
    }

    @Test
    void unscoped_primaryKeyWithoutTheTenant_isAnError() {
        Checked.assertOne(
                Checked.find(Code.UNSCOPED, inKeys("D#{id}").table()), Severity.ERROR, "`D#{id}` does not hold {org}");
        assertThat(Checked.find(Code.UNSCOPED, inKeys("ORG#{org}#D").table())).isEmpty();
        assertThat(Checked.find(Code.UNSCOPED, inKeys("D#{id}").unscoped().table()))
                .isEmpty();
    }

    @Test
    void unscoped_indexThatAPatternAsks_isThePatternsError() {
        Entity<Doc> doc = inKeys("ORG#{org}").index("GSI1", "DAY#{at:yyyy-MM-dd}", "{id}");
        doc.query("By day").on("GSI1");
        assertThat(Checked.find(Code.UNSCOPED, doc.table()))
                .extracting(Finding::severity)
                .containsExactlyInAnyOrder(Severity.NOTE, Severity.ERROR);
        Entity<Doc> whole = inKeys("ORG#{org}").index("GSI1", "{org}#{at:yyyy-MM-dd}", "{id}");
        whole.query("By day").on("GSI1");
        assertThat(Checked.find(Code.UNSCOPED, whole.table())).isEmpty();
    }

    @Test
    void scopeForged_tenantThatRunsIntoAnothersKey_isFound() {
        Table table = Checked.table().scope(Scope.inKeys("org"));
        table.entity("Organization", Doc.class).key("ORG#{org}", "ORG");
        table.entity("Entry", Doc.class).key("ORG#{org}#ATTR#{name}", "{id}");
        assertThat(Checked.find(Code.SCOPE_FORGED, table))
                .hasSize(2)
                .first()
                .satisfies(finding ->
                        assertThat(finding.toString()).contains("\"ORG#a#ATTR#a\"", "for different tenants"));
    }

    @Test
    void scopeForged_tenantThatRefusesTheDelimiter_isNone() {
        Table table = Checked.table().scope(Scope.inKeys("org"));
        table.entity("Organization", Doc.class).key("ORG#{org}", "ORG").refuse("#", "org");
        table.entity("Entry", Doc.class).key("ORG#{org}#ATTR#{name}", "{id}");
        assertThat(Checked.find(Code.SCOPE_FORGED, table)).isEmpty();
    }

    @Test
    void scopeForged_freeTextBeforeTheTenant_isFound() {
        Checked.assertOne(
                Checked.find(Code.SCOPE_FORGED, inKeys("{name}{org}").table()),
                Severity.ERROR,
                "free text before the tenant");
    }

    @Test
    void unscoped_localIndex_sharesTheTablesTenant() {
        Table table = Table.named("t")
                .key("PK", "SK")
                .localIndex("LSI1", "name")
                .scope(Scope.prefix("site", "/").leavingOut("default").refusing("#"));
        Entity<Doc> doc = table.entity(Doc.class).key("D#{id}", "X").index("LSI1");
        doc.query("By name").on("LSI1");
        assertThat(Checked.find(Code.UNSCOPED, table)).isEmpty();
        assertThat(doc.toItem(new Doc("d1", "n", Instant.EPOCH), table.scoping("finance"))
                        .get("PK")
                        .s())
                .isEqualTo("finance/D#d1");
    }

    private static Table prefixed(Scope scope, String partition) {
        Table table = Checked.table().scope(scope);
        table.entity(Doc.class).key(partition, "{id}");
        return table;
    }

    @Test
    void scopeForged_tenantWithoutPrefixThatWritesFreeText_isFound() {
        Scope scope = Scope.prefix("site", "/").leavingOut("default").refusing("#");
        Checked.assertOne(
                Checked.find(Code.SCOPE_FORGED, prefixed(scope, "{name}")),
                Severity.ERROR,
                "of \"default\", which has no prefix",
                "of another tenant",
                "refuse");
        assertThat(Checked.find(Code.SCOPE_FORGED, prefixed(scope, "docs#{id}")))
                .isEmpty();
        assertThat(Checked.find(Code.SCOPE_FORGED, prefixed(scope, "{at:yyyy-MM-dd}")))
                .isEmpty();
    }

    @Test
    void scopeForged_tenantsThatMayBeCalledLikeKeys_isFound() {
        Scope open = Scope.prefix("site", "/").leavingOut("default");
        Checked.assertOne(
                Checked.find(Code.SCOPE_FORGED, prefixed(open, "docs#{id}")), Severity.ERROR, "\"docs#/docs#\"");
        assertThat(Checked.find(Code.SCOPE_FORGED, prefixed(Scope.prefix("site", "/"), "docs#{id}")))
                .isEmpty();
    }
}
