package dev.trestle.model.evolution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.model.DeployedModel;
import dev.trestle.model.Model;
import dev.trestle.model.error.ModelException;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.sdk.TrestleDb;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class EvolutionTest {
    private final TrestleDb db = TrestleDb.inMemory();
    private final Notes former = Notes.former();

    @BeforeEach
    void createTables() {
        ItemStore.builder(db.client(), former.model()).build().createTables();
    }

    @AfterEach
    void close() {
        db.close();
    }

    private Evolution evolution(Model model) {
        return new Evolution(Deployment.of(model, db.client()));
    }

    @Test
    void admit_firstModel_isRecorded() {
        assertThat(evolution(former.model()).deployed()).isEmpty();
        assertThat(evolution(former.model()).admit()).isEmpty();
        assertThat(evolution(former.model()).deployed())
                .map(DeployedModel::fingerprint)
                .contains(evolution(Notes.former().model()).description().fingerprint());
    }

    @Test
    void admit_compatibleChange_isRecorded() {
        evolution(former.model()).admit();
        Notes more = Notes.former();
        more.table.entity("Second", Notes.Note.class).key("SECOND#{noteId}", "X");
        assertThat(evolution(more.model()).admit())
                .singleElement()
                .satisfies(change -> assertThat(change.path()).endsWith("entity Second"));
        assertThat(evolution(more.model()).diff()).isEmpty();
    }

    @Test
    void admit_incompatibleChange_saysWhatItWouldBreakAndRecordsNothing() {
        evolution(former.model()).admit();
        store(former).put(former.note, Notes.note(1, "ann"));
        assertThatThrownBy(() -> evolution(Notes.moved().model()).admit())
                .isInstanceOf(IncompatibleModelException.class)
                .hasMessageContainingAll(
                        "key 1",
                        "`SHOW#{showId} | NOTE#{noteId}` becomes `SHOW#{showId} | NOTE#{at}#{noteId}`",
                        "stored items lie under the old key",
                        "./trestle model migrate notes");
        assertThatThrownBy(() -> evolution(Notes.former().unique().model()).admit())
                .hasMessageContaining("./trestle model repair notes");
        assertThat(evolution(former.model()).diff()).isEmpty();
    }

    @Test
    void admit_changesOfAnEntityWithoutItems_areRecorded() {
        record Note(String noteId, String showId, int number) {}
        Notes drafting = Notes.former();
        drafting.table.entity("Draft", Note.class).key("DRAFT#{showId}", "{noteId}");
        evolution(drafting.model()).admit();
        store(former).put(former.note, Notes.note(1, "ann"));
        record Draft(String noteId, String showId, String number, String editor) {}
        Notes now = Notes.former();
        now.table
                .entity("Draft", Draft.class)
                .key("DRAFTS#{showId}", "{noteId}")
                .unique("editor");

        assertThat(evolution(now.model()).admit())
                .isNotEmpty()
                .allSatisfy(change -> assertThat(change.meaning()).isEqualTo("nothing is stored of it"));
        assertThat(evolution(now.model()).diff()).isEmpty();
    }

    @Test
    void admit_changeOfAnEntityWhoseItemsHaveMoved_isRefusedStill() {
        evolution(former.model()).admit();
        Notes moved = Notes.moved().unique();
        store(moved).put(moved.note, Notes.note(1, "ann"));

        assertThatThrownBy(() -> evolution(moved.model()).admit()).hasMessageContaining("unique");
    }

    private ItemStore store(Notes notes) {
        return ItemStore.builder(db.client(), notes.model()).build();
    }

    @Test
    void record_whileAnotherModelWasRecorded_isRefused() {
        Evolution late = evolution(Notes.indexed().model());
        evolution(former.model()).admit();
        assertThatThrownBy(() -> late.record(Optional.empty()))
                .isInstanceOf(ModelException.class)
                .hasMessageContaining("at the same time");
    }

    @Test
    void evolution_withoutSupportTable_saysWhatToDo() {
        Model bare = Model.of("notes", Notes.former().table);
        assertThatThrownBy(() -> evolution(bare)).hasMessageContaining("Support.table");
    }
}
