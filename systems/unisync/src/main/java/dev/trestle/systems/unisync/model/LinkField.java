package dev.trestle.systems.unisync.model;

import dev.trestle.model.annotation.Name;

/** One of a ShowSet's two links. */
public enum LinkField {
    @Name("modelUrl")
    MODEL_URL,
    @Name("drawingsUrl")
    DRAWINGS_URL
}
