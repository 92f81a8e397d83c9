package dev.trestle.systems.zentriqvision.model;

import dev.trestle.model.Model;

/** All of ZentriqVision's tables. */
public final class ZentriqVisionModel {
    public static final Model MODEL = Model.of("zentriqvision", DataTable.TABLE).with(SupportTable.TABLE);

    private ZentriqVisionModel() {}
}
