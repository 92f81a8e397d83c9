package dev.trestle.model.verify;

/** How much a finding matters. */
public enum Severity {
    /** Items are lost, mixed up or answered wrongly: such a model does not start. */
    ERROR,
    /** It works, and will cost more or surprise somebody: to be mended, or accepted with a reason. */
    WARNING,
    /** Good to know. */
    NOTE
}
