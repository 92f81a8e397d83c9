package dev.trestle.systems.formkiq;

import dev.trestle.platform.system.SystemDefinition;
import dev.trestle.platform.system.SystemDefinition.NoSettings;
import dev.trestle.systems.formkiq.model.FormKiqModel;

/** FormKiq: its tables. */
public final class FormKiq {
    public static final SystemDefinition<NoSettings> SYSTEM = SystemDefinition.of("formkiq", () -> FormKiqModel.MODEL);

    private FormKiq() {}
}
