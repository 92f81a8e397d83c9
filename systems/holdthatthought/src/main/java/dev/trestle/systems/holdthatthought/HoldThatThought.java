package dev.trestle.systems.holdthatthought;

import dev.trestle.platform.system.SystemDefinition;
import dev.trestle.platform.system.SystemDefinition.NoSettings;
import dev.trestle.systems.holdthatthought.model.HoldThatThoughtModel;

/** HoldThatThought: its tables. */
public final class HoldThatThought {
    public static final SystemDefinition<NoSettings> SYSTEM =
            SystemDefinition.of("holdthatthought", () -> HoldThatThoughtModel.MODEL);

    private HoldThatThought() {}
}
