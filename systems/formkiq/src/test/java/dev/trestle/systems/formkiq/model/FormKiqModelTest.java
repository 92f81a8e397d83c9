package dev.trestle.systems.formkiq.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.model.Entity;
import dev.trestle.model.Pattern;
import dev.trestle.model.Table;
import dev.trestle.model.error.DeclarationException;
import dev.trestle.model.verify.Code;
import dev.trestle.model.verify.Finding;
import dev.trestle.model.verify.Report;
import dev.trestle.model.verify.Severity;
import dev.trestle.model.verify.Verifier;
import dev.trestle.systems.formkiq.model.DocumentTags.Tag;
import org.junit.jupiter.api.Test;

/** What the verifier has to say about the model, and where it finds what the design cannot do. */
class FormKiqModelTest {
    private static final Report REPORT = Verifier.verify(FormKiqModel.MODEL);

    @Test
    void model_verified_hasNoErrorOrWarningThatIsNotAccepted() {
        assertThat(REPORT.open(Severity.ERROR)).isEmpty();
        assertThat(REPORT.open(Severity.WARNING)).isEmpty();
    }

    @Test
    void rulesByPriority_bothItemsInOnePartition_isFound() {
        assertFound(Code.FOREIGN_ITEMS, "List the rules of a ruleset by priority");
    }

    @Test
    void priorities_plainNumbersInKeys_areFound() {
        assertFound(Code.TEXT_ORDER, "entity Ruleset,");
        assertFound(Code.TEXT_ORDER, "entity Rule,");
        assertFound(Code.TEXT_ORDER, "entity Action,");
    }

    @Test
    void rulesetById_anIndexOfMovingItems_isFound() {
        assertFound(Code.FIND_NOT_UNIQUE, "Find a ruleset by ID");
    }

    @Test
    void apiKeysByName_nameWithoutAnEnd_isFound() {
        assertFound(Code.AMBIGUOUS_KEY, "entity ApiKey, index GSI1");
        assertFound(Code.FILTER, "Find the API keys of a site by name");
    }

    @Test
    void folderPermissions_aFoldersPartition_isFound() {
        assertFound(Code.SAME_KEY, "entity FolderEntry and entity FolderPermission");
    }

    @Test
    void tags_rangeOfValues_isRefusedAsItIsDeclared() {
        Table table = Table.named("tags").index("GSI2", "GSI2PK", "GSI2SK");
        Entity<Tag> tag = table.entity(Tag.class)
                .key("docs#{documentId}", "tags#{tagKey}")
                .index("GSI2", "tag#{tagKey}", "{tagValue:cut}#{inserteddate}#{documentId}");
        Pattern<Tag> range = tag.query("Find documents by tag and a range of values")
                .on("GSI2")
                .between("tagValue");

        assertThatThrownBy(range::parameters)
                .isInstanceOf(DeclarationException.class)
                .hasMessageContaining("order");
    }

    private static void assertFound(Code code, String place) {
        assertThat(REPORT.findings())
                .filteredOn(finding -> finding.code() == code)
                .extracting(Finding::place)
                .anyMatch(found -> found.contains(place));
    }
}
