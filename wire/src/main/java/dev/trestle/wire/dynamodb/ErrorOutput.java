package dev.trestle.wire.dynamodb;

import dev.trestle.engine.EngineException;
import dev.trestle.engine.ErrorCode;
import dev.trestle.wire.error.Refusal;
import dev.trestle.wire.json.JsonOutput;

/** Errors as bodies: a type with its name space, a message, and what belongs to the error. */
public final class ErrorOutput {
    private static final String DYNAMODB = "com.amazonaws.dynamodb.v20120810#";

    private ErrorOutput() {}

    /** What the engine refused. An internal error keeps its reasons to itself. */
    public static void refused(JsonOutput out, EngineException refused) {
        ErrorCode code = refused.code();
        if (code == ErrorCode.INTERNAL) {
            internal(out);
            return;
        }
        out.text("__type", nameSpace(code) + code.wireName());
        if (code == ErrorCode.TRANSACTION_CANCELED) {
            out.text("Message", refused.getMessage())
                    .objects(
                            "CancellationReasons",
                            refused.reasons(),
                            reason -> out.text("Code", reason.code())
                                    .text("Message", reason.message())
                                    .item("Item", reason.item()));
        } else {
            out.text("message", refused.getMessage()).item("Item", refused.item());
        }
    }

    /** What was refused before the engine saw it. */
    public static void refused(JsonOutput out, Refusal refusal) {
        out.text("__type", refusal.type()).text(refusal.textName(), refusal.text());
    }

    /** Nothing of what went wrong is shown; the log has it. */
    public static void internal(JsonOutput out) {
        out.text("__type", DYNAMODB + ErrorCode.INTERNAL.wireName()).text("message", "Internal server error");
    }

    private static String nameSpace(ErrorCode code) {
        return switch (code) {
            case VALIDATION -> "com.amazon.coral.validate#";
            case UNKNOWN_OPERATION -> "com.amazon.coral.service#";
            case THROTTLING -> "com.amazon.coral.availability#";
            default -> DYNAMODB;
        };
    }
}
