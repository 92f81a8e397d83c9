package dev.trestle.systems.unisync.model;

import dev.trestle.model.annotation.Name;

/** A text in three languages; a missing one is empty. */
public record LocalizedString(
        String en, String zh, @Name("zh-TW") String zhTw) {}
