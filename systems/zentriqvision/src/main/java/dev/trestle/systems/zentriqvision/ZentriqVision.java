package dev.trestle.systems.zentriqvision;

import dev.trestle.platform.system.SystemDefinition;
import dev.trestle.platform.system.SystemDefinition.NoSettings;
import dev.trestle.systems.zentriqvision.model.ZentriqVisionModel;

/** ZentriqVision: its tables. */
public final class ZentriqVision {
    public static final SystemDefinition<NoSettings> SYSTEM =
            SystemDefinition.of("zentriqvision", () -> ZentriqVisionModel.MODEL);

    private ZentriqVision() {}
}
