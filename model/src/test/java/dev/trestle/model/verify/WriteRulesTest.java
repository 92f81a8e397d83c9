package dev.trestle.model.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.model.Entity;
import dev.trestle.model.Model;
import dev.trestle.model.Support;
import dev.trestle.model.Table;
import dev.trestle.model.annotation.Name;
import dev.trestle.model.annotation.Prefixed;
import dev.trestle.model.annotation.Time;
import dev.trestle.model.time.TimeFormat;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class WriteRulesTest {
    record User(
            String id, String email, int version, @Nullable Integer maybe) {}

    record Expiring(
            String id, @Time(TimeFormat.EPOCH_SECONDS) Instant ttl) {}

    record Text(String id, Instant ttl) {}

    record Millis(String id, @Time(TimeFormat.EPOCH_MILLIS) Instant ttl) {}

    record Clashing(String id, @Name("SK") String sort, String type) {}

    record Open(String id, @Prefixed("i") Map<String, String> entries) {}

    record Reserved(String id, @Name("aws:rep:time") String time) {}

    private static <T extends Record> Entity<T> entity(Class<T> type) {
        return Table.named("t").key("PK", "SK").expiry("ttl").entity(type).key("U#{id}", "X");
    }

    @Test
    void expiryUnwritten_noEntityHasIt_isFound() {
        Checked.assertOne(
                Checked.find(Code.EXPIRY_UNWRITTEN, entity(User.class).table()),
                Severity.WARNING,
                "nothing ever expires");
        assertThat(Checked.find(Code.EXPIRY_UNWRITTEN, entity(Expiring.class).table()))
                .isEmpty();
    }

    @Test
    void expiryFormat_textOrMilliseconds_isFound() {
        Checked.assertOne(
                Checked.find(Code.EXPIRY_FORMAT, entity(Text.class).table()),
                Severity.ERROR,
                "String (yyyy",
                "EPOCH_SECONDS");
        Checked.assertOne(
                Checked.find(Code.EXPIRY_FORMAT, entity(Millis.class).table()), Severity.ERROR, "milliseconds");
        assertThat(Checked.find(Code.EXPIRY_FORMAT, entity(Expiring.class).table()))
                .isEmpty();
    }

    @Test
    void versionType_notACounterOfEveryItem_isFound() {
        Checked.assertOne(
                Checked.find(
                        Code.VERSION_TYPE, entity(User.class).version("email").table()),
                Severity.ERROR,
                "a String");
        Checked.assertOne(
                Checked.find(
                        Code.VERSION_TYPE, entity(User.class).version("maybe").table()),
                Severity.ERROR,
                "an optional Number");
        Table inKey = Checked.table();
        inKey.entity(User.class).key("U#{id}", "{version:000}").version("version");
        Checked.assertOne(Checked.find(Code.VERSION_TYPE, inKey), Severity.ERROR, "primary key");
        assertThat(Checked.find(
                        Code.VERSION_TYPE, entity(User.class).version("version").table()))
                .isEmpty();
    }

    @Test
    void noSupportTable_forUniqueAttributes_isFound() {
        Table table = entity(User.class).unique("email").table();
        Checked.assertOne(Checked.find(Code.NO_SUPPORT_TABLE, table), Severity.ERROR, "Support.table");
        assertThat(Checked.find(Code.NO_SUPPORT_TABLE, Model.of("small", table).with(Support.table("small"))))
                .isEmpty();
    }

    @Test
    void transactionSize_moreGuardsThanATransactionTakes_isFound() {
        Entity<User> many = entity(User.class);
        for (int i = 0; i < 50; i++) {
            many.unique("email");
        }
        Checked.assertOne(Checked.find(Code.TRANSACTION_SIZE, many.table()), Severity.ERROR, "101 actions");
        Entity<User> few = entity(User.class);
        for (int i = 0; i < 49; i++) {
            few.unique("email");
        }
        assertThat(Checked.find(Code.TRANSACTION_SIZE, few.table())).isEmpty();
    }

    @Test
    void attributeClash_oneNameForTwoThings_isFound() {
        Entity<Clashing> clashing = entity(Clashing.class).constant("type", "X");
        assertThat(Checked.find(Code.ATTRIBUTE_CLASH, clashing.table()))
                .extracting(Finding::reason)
                .satisfiesExactly(
                        reason -> assertThat(reason).contains("a component of the record, and the key `X`"),
                        reason -> assertThat(reason).contains("and a constant as well"));
        Checked.assertOne(
                Checked.find(Code.ATTRIBUTE_CLASH, entity(Open.class).table()),
                Severity.ERROR,
                "attribute id",
                "entries");
        Checked.assertOne(
                Checked.find(Code.ATTRIBUTE_CLASH, entity(Reserved.class).table()), Severity.ERROR, "aws:rep:time");
        assertThat(Checked.find(
                        Code.ATTRIBUTE_CLASH,
                        entity(User.class).constant("type", "X").table()))
                .isEmpty();
    }

    @Test
    void target_withoutTransactions_isToldWhatNeedsThem() {
        Model guarded =
                Model.of("small", entity(User.class).unique("email").table()).with(Support.table("small"));
        Checked.assertOne(
                Checked.of(Verifier.verify(guarded, Target.ALTERNATOR, Set.of()), Code.TARGET_LACKS),
                Severity.ERROR,
                "ScyllaDB Alternator has no transactions",
                "unique email");
        assertThat(Checked.of(Verifier.verify(guarded, Target.DYNAMODB, Set.of()), Code.TARGET_LACKS))
                .isEmpty();
        Model plain = Model.of("small", entity(User.class).table());
        assertThat(Checked.of(Verifier.verify(plain, Target.ALTERNATOR, Set.of()), Code.TARGET_LACKS))
                .isEmpty();
        Checked.assertOne(
                Checked.of(Verifier.verify(plain, Target.ALTERNATOR, Set.of(Feature.PARTIQL)), Code.TARGET_LACKS),
                Severity.ERROR,
                "PartiQL",
                "system small");
    }

    @Test
    void accept_withAReason_makesAModelUsable() {
        Entity<Text> refused = entity(Text.class);
        Report report = Verifier.verify(Model.of("small", refused.table()));
        assertThatThrownBy(report::check)
                .isInstanceOf(UnusableModelException.class)
                .hasMessageContainingAll("EXPIRY_FORMAT", "To do:", "errors: 1");
        Entity<Text> accepted = entity(Text.class).accept("EXPIRY_FORMAT", "another program reads it");
        Report settled = Verifier.verify(Model.of("small", accepted.table()));
        settled.check();
        assertThat(settled.accepted())
                .singleElement()
                .satisfies(finding -> assertThat(finding.toString()).contains("Accepted: another program reads it"));
        assertThat(settled.render(false, false)).doesNotContain("EXPIRY_FORMAT").contains("1 accepted");
    }

    @Test
    void unusedAccept_ofWhatIsNotFound_isAFinding() {
        Table table = entity(Expiring.class).accept("SCAN", "no reason").table();
        Checked.assertOne(Checked.find(Code.UNUSED_ACCEPT, table), Severity.WARNING, "accepts SCAN", "entity Expiring");
        assertThat(Checked.find(
                        Code.UNUSED_ACCEPT,
                        entity(Text.class).accept("EXPIRY_FORMAT", "so").table()))
                .isEmpty();
    }
}
