package dev.trestle.systems.holdthatthought.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.model.operation.ItemStore;
import dev.trestle.testing.Target;
import dev.trestle.testing.TestStore;
import java.time.Clock;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** What stands beside drafts is found with one request each. */
@ParameterizedClass(name = "{0}")
@MethodSource("dev.trestle.testing.Targets#all")
class DraftPatternsTest {
    @Parameter
    @SuppressWarnings("NullAway.Init")
    Target target;

    @SuppressWarnings("NullAway.Init")
    private TestStore tables;

    @SuppressWarnings("NullAway.Init")
    private ItemStore store;

    @BeforeEach
    void createTables() {
        tables = TestStore.open(target, HoldThatThoughtModel.MODEL, Clock.fixed(Samples.TEN, ZoneOffset.UTC));
        store = tables.store();
    }

    @AfterEach
    void deleteTables() {
        tables.close();
    }

    @Test
    void detailsAndScan_besideADraft_areOneRequestEach() {
        DraftDetails details =
                DraftDetails.of("d1", List.of(new DraftFile(0, "image/jpeg", null, "IMG_1.jpg", "u1", false)));
        LetterScan scan = new LetterScan("1943-05-02", "d1", Samples.TEN, null);
        store.create(SupportTable.DRAFT_DETAILS, details.withTextSource(TextSource.OCR));
        store.create(SupportTable.LETTER_SCAN, scan);
        tables.takeCalls();

        DraftDetails read = store.get(SupportTable.DETAILS_OF_DRAFT.of("d1")).orElseThrow();
        assertThat(read.withTextSource(null)).isEqualTo(details);
        assertThat(read.withArrived(0, 7).files()).extracting(DraftFile::size).containsExactly(7L);
        assertThat(store.get(SupportTable.SCAN_OF_LETTER.of("1943-05-02"))).contains(scan);
        assertThat(tables.takeCalls()).containsExactly("getItem", "getItem");
    }

    @Test
    void drafts_upToAMoment_areOneQueryNewestFirst() {
        store.create(HoldThatThoughtTable.DRAFT, Samples.DRAFT);
        store.create(
                HoldThatThoughtTable.DRAFT, Samples.draft("d2", DraftStatus.FAILED, "u1", Samples.TEN.plusSeconds(60)));
        tables.takeCalls();

        assertThat(store.all(
                        SupportTable.DRAFTS_BY_STATUS.of(DraftStatus.FAILED).to(Samples.TEN), 10))
                .extracting(DraftListing::title)
                .containsExactly("From the coast");
        assertThat(store.all(SupportTable.DRAFTS_OF_UPLOADER.of("u1").to(Samples.LATER), 10))
                .extracting(DraftListing::draftId)
                .containsExactly("d2", "d1");
        assertThat(tables.takeCalls()).containsExactly("query", "query");
    }
}
