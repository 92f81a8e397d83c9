package dev.trestle.platform.uploads;

import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.Problem;
import dev.trestle.platform.api.Problem.Kind;

/** Why bytes that were sent are not taken. */
public record Refusal(Code code, String text) {
    /** What is wrong with them. */
    public enum Code {
        /** They are more than the limit. */
        TOO_LARGE,
        /** They are more or fewer than was announced. */
        OTHER_LENGTH,
        OTHER_TYPE,
        OTHER_CHECKSUM,
        /** They do not begin as files of their type do. */
        NOT_OF_ITS_TYPE
    }

    static Refusal tooLarge(long length, long max) {
        return new Refusal(Code.TOO_LARGE, "The file has " + length + " bytes. At most " + max + " are taken.");
    }

    static Refusal length(long length, long announced) {
        return new Refusal(
                Code.OTHER_LENGTH, "The file has " + length + " bytes, not " + announced + " as was announced.");
    }

    static Refusal type() {
        return new Refusal(Code.OTHER_TYPE, "The file was sent with another type than was announced.");
    }

    static Refusal checksum() {
        return new Refusal(Code.OTHER_CHECKSUM, "The file has another checksum than was announced.");
    }

    static Refusal notOfType(String type) {
        return new Refusal(Code.NOT_OF_ITS_TYPE, "The file is not of the type " + type + ".");
    }

    ApiException asFailure() {
        return new ApiException(Problem.of(Kind.UNPROCESSABLE, text).withCode(code.name()));
    }
}
