package dev.trestle.systems.unisync.people;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.model.value.WireNames;
import dev.trestle.systems.unisync.model.Language;
import dev.trestle.systems.unisync.model.StageName;
import dev.trestle.systems.unisync.model.User;
import dev.trestle.systems.unisync.model.UserRole;
import dev.trestle.systems.unisync.model.UserStatus;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RightsTest {
    private static User user(UserRole role, UserStatus status, boolean canEditVersions) {
        return new User("u", "u@x", "U", role, status, Language.EN, "s", canEditVersions, Instant.EPOCH, Instant.EPOCH);
    }

    private static UserRole role(String name) {
        return (UserRole) Objects.requireNonNull(WireNames.of(UserRole.class).constant(name));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "admin | READ ADD_NOTES CREATE_SHOWSETS EDIT_SHOWSETS EDIT_LINKS EDIT_VERSIONS LOCK_SHOWSETS DELETE_SHOWSETS MANAGE_USERS",
                "bim_coordinator | READ ADD_NOTES CREATE_SHOWSETS EDIT_SHOWSETS EDIT_LINKS",
                "3d_modeller | READ ADD_NOTES",
                "2d_drafter | READ ADD_NOTES"
            })
    void may_eachRight_isAsTheTableHasIt(String role, String rights) {
        List<String> granted = List.of(rights.split(" "));
        for (Right right : Right.values()) {
            User user = user(role(role), UserStatus.ACTIVE, false);
            assertThat(Rights.may(user, right)).as("%s %s", role, right).isEqualTo(granted.contains(right.name()));
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "admin | screen structure integrated inBim360 drawing2d",
                "bim_coordinator | screen structure integrated inBim360 drawing2d",
                "3d_modeller | screen structure integrated",
                "2d_drafter | drawing2d"
            })
    void may_eachStage_isAsTheTableHasIt(String role, String stages) {
        List<String> granted = List.of(stages.split(" "));
        for (StageName stage : StageName.values()) {
            boolean expected = granted.contains(WireNames.of(StageName.class).name(stage));
            assertThat(Rights.may(user(role(role), UserStatus.ACTIVE, false), stage))
                    .as("%s %s", role, stage)
                    .isEqualTo(expected);
        }
    }

    @Test
    void may_deactivated_isNothing() {
        for (UserRole role : UserRole.values()) {
            User gone = user(role, UserStatus.DEACTIVATED, true);
            assertThat(Stream.of(Right.values()).filter(right -> Rights.may(gone, right)))
                    .isEmpty();
            assertThat(Arrays.stream(StageName.values()).filter(stage -> Rights.may(gone, stage)))
                    .isEmpty();
        }
    }

    @Test
    void may_versionsGranted_isThatRightMore() {
        User drafter = user(UserRole.DRAFTER_2D, UserStatus.ACTIVE, true);
        assertThat(Rights.may(drafter, Right.EDIT_VERSIONS)).isTrue();
        assertThat(Rights.may(drafter, Right.EDIT_SHOWSETS)).isFalse();
        assertThat(Rights.of(Right.MANAGE_USERS).isHeld(drafter, "anything")).isFalse();
    }
}
