package dev.trestle.systems.unisync.model;

import java.util.List;

/** An id that a ShowSet had, under which something of it may still be stored. */
public record FormerId(String showSetId, String formerId) {
    static List<FormerId> of(RetiredId retired) {
        String movedTo = retired.movedTo();
        return movedTo == null ? List.of() : List.of(new FormerId(movedTo, retired.showSetId()));
    }
}
