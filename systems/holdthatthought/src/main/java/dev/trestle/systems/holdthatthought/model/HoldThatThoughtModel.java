package dev.trestle.systems.holdthatthought.model;

import dev.trestle.model.Model;

/** All of HoldThatThought's tables. */
public final class HoldThatThoughtModel {
    public static final Model MODEL =
            Model.of("holdthatthought", HoldThatThoughtTable.TABLE).with(SupportTable.TABLE);

    private HoldThatThoughtModel() {}
}
