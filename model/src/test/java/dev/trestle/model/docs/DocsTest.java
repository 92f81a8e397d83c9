package dev.trestle.model.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.model.Entity;
import dev.trestle.model.Model;
import dev.trestle.model.Scope;
import dev.trestle.model.Table;
import dev.trestle.model.When;
import dev.trestle.model.annotation.KeyOnly;
import dev.trestle.model.annotation.LowerCase;
import dev.trestle.model.annotation.OrNull;
import dev.trestle.model.annotation.Prefixed;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The pages of a small model with everything in it, compared with files beside this test. */
class DocsTest {
    @LowerCase
    enum Status {
        OPEN,
        DONE
    }

    record Show(@KeyOnly String showId, String title, Status status) {}

    record Note(
            String showId,
            String noteId,
            @Nullable String owner,
            Instant createdAt,
            List<Link> links,
            Outcome outcome,
            @Prefixed("md#") Map<String, String> metadata) {}

    record Link(String url, @OrNull @Nullable Status status, List<Status> earlier) {}

    record Outcome(@Nullable Link last) {}

    private static final Table TABLE = Table.named("shows")
            .about("Shows and notes | all of them")
            .key("PK", "SK")
            .index("GSI1", "GSI1PK", "GSI1SK")
            .localIndex("LSI1", "LSK")
            .expiry("TTL")
            .scope(Scope.prefix("siteId", "/").leavingOut("default").refusing("#"));
    private static final Entity<Show> SHOW = TABLE.entity(Show.class)
            .about("A show.")
            .key("SHOW#{showId}", "DETAILS")
            .constant("type", "Show");
    private static final Entity<Note> NOTE = TABLE.entity(Note.class)
            .key("SHOW#{showId}", "NOTE#{createdAt}#{noteId}")
            .index("GSI1", "OWNER#{owner}", "{createdAt}", When.present("owner"))
            .belongsTo(SHOW, "has");
    private static final Model MODEL;

    static {
        SHOW.get("Get show");
        SHOW.scan("All shows").filter("status").accept("SCAN", "documented so");
        NOTE.query("Notes of a show").beginsWith("NOTE#").descending();
        NOTE.query("Notes of an owner between two times").on("GSI1").between("createdAt");
        NOTE.query("Notes before 2024").below("NOTE#2024");
        MODEL = Model.of("shows", TABLE);
    }

    @Test
    void markdown_ofASmallModel_isTheFile() throws Exception {
        assertThat(ModelMarkdown.of(MODEL)).isEqualTo(file("shows.md"));
    }

    @Test
    void cloudFormation_ofASmallModel_isTheFile() throws Exception {
        assertThat(CloudFormation.of(MODEL)).isEqualTo(file("shows.yaml"));
    }

    private static String file(String name) throws Exception {
        try (InputStream in = DocsTest.class.getResourceAsStream(name)) {
            assertThat(in).as(name).isNotNull();
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
