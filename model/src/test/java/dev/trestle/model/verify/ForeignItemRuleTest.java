package dev.trestle.model.verify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.model.Entity;
import dev.trestle.model.Table;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class ForeignItemRuleTest {
    record Comment(String itemId, String commentId, String userId, Instant createdAt) {}

    record Reaction(String itemId, String commentId, String userId, Instant createdAt) {}

    private final Table table = Checked.table();
    private final Entity<Comment> comment = table.entity(Comment.class)
            .key("COMMENT#{itemId}", "{createdAt}#{commentId}")
            .index("GSI1", "USER#{userId}", "COMMENT#{createdAt}");
    private final Entity<Reaction> reaction = table.entity(Reaction.class)
            .key("COMMENT#{itemId}", "REACTION#{commentId}#{userId}")
            .index("GSI1", "USER#{userId}", "REACTION#{createdAt}");

    @Test
    void query_wholePartitionOfTwoEntities_isFound() {
        comment.query("all");
        Checked.assertOne(
                Checked.find(Code.FOREIGN_ITEMS, table),
                Severity.ERROR,
                "pattern \"all\"",
                "also reads Reaction",
                "\"COMMENT#a\", \"REACTION#a#a\"",
                "declare a collection");
    }

    @Test
    void query_belowWhatTheOtherBeginsWith_isNone() {
        comment.query("all").below("REACTION#");
        reaction.query("reactions").beginsWith("REACTION#");
        assertThat(Checked.find(Code.FOREIGN_ITEMS, table)).isEmpty();
    }

    @Test
    void query_belowTooMuch_isFound() {
        comment.query("all").below("S");
        assertThat(Checked.find(Code.FOREIGN_ITEMS, table)).hasSize(1);
    }

    @Test
    void query_onAnIndex_comparesTheKeysThere() {
        comment.query("all of a user").on("GSI1");
        Checked.assertOne(Checked.find(Code.FOREIGN_ITEMS, table), Severity.ERROR, "REACTION#1111-11-11");
    }

    @Test
    void query_prefixOnAnIndex_isNone() {
        comment.query("all of a user").on("GSI1").beginsWith("COMMENT#");
        reaction.query("reactions of a user").on("GSI1").between("createdAt");
        assertThat(Checked.find(Code.FOREIGN_ITEMS, table)).isEmpty();
    }

    @Test
    void collection_ofBoth_isNone() {
        table.collection("both", comment, reaction);
        assertThat(Checked.find(Code.FOREIGN_ITEMS, table)).isEmpty();
    }

    @Test
    void collection_thatForgetsOne_isFound() {
        table.entity("Third", Comment.class).key("COMMENT#{itemId}", "Z#{commentId}");
        table.collection("both", comment, reaction);
        Checked.assertOne(Checked.find(Code.FOREIGN_ITEMS, table), Severity.ERROR, "make Third a member");
    }
}
