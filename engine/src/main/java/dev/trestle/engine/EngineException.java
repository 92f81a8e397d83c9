package dev.trestle.engine;

import dev.trestle.engine.item.StoredItem;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the service answers in place of a result: a code, a message and, for failed conditions and cancelled transactions, the
 * details that belong to them. Nothing was changed when it is thrown, unless the code is {@link ErrorCode#INTERNAL}, after
 * which the outcome of a write is unknown.
 */
public final class EngineException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final ErrorCode code;
    private final transient @Nullable StoredItem item;
    private final transient List<CancellationReason> reasons;

    private EngineException(
            ErrorCode code,
            String message,
            @Nullable Throwable cause,
            @Nullable StoredItem item,
            List<CancellationReason> reasons) {
        // A refused request is an answer, not a fault of the program: only internal errors pay for a stack trace.
        super(message, cause, false, code == ErrorCode.INTERNAL);
        this.code = code;
        this.item = item;
        this.reasons = reasons;
    }

    public static EngineException of(ErrorCode code, String message) {
        return new EngineException(code, message, null, null, List.of());
    }

    public static EngineException validation(String message) {
        return of(ErrorCode.VALIDATION, message);
    }

    public static EngineException internal(String message, @Nullable Throwable cause) {
        return new EngineException(ErrorCode.INTERNAL, message, cause, null, List.of());
    }

    /** A failed condition; {@code item} is the item as it stands, where the caller asked for it. */
    public static EngineException conditionFailed(@Nullable StoredItem item) {
        return new EngineException(
                ErrorCode.CONDITIONAL_CHECK_FAILED, "The conditional request failed", null, item, List.of());
    }

    /** A cancelled transaction, with one reason per action in the order of the request. */
    public static EngineException cancelled(List<CancellationReason> reasons) {
        String codes =
                String.join(", ", reasons.stream().map(CancellationReason::code).toList());
        return new EngineException(
                ErrorCode.TRANSACTION_CANCELED,
                "Transaction cancelled, please refer cancellation reasons for specific reasons [" + codes + "]",
                null,
                null,
                List.copyOf(reasons));
    }

    public ErrorCode code() {
        return code;
    }

    /** The item that failed the condition, if it exists and the caller asked for it. */
    public @Nullable StoredItem item() {
        return item;
    }

    /** One reason per action of a cancelled transaction, else empty. */
    public List<CancellationReason> reasons() {
        return reasons;
    }

    /** Why one action of a transaction failed, or {@link #NONE} for one that did not. */
    public record CancellationReason(
            String code, @Nullable String message, @Nullable StoredItem item) {
        public static final CancellationReason NONE = new CancellationReason("None", null, null);

        public static CancellationReason validation(String message) {
            return new CancellationReason("ValidationError", message, null);
        }

        /** {@link #NONE} if there is no complaint. */
        public static CancellationReason ofMisfit(@Nullable String complaint) {
            return complaint == null ? NONE : validation(complaint);
        }

        /** Cancels the transaction if any of its actions has a reason to. */
        public static void throwIfAny(List<CancellationReason> reasons) {
            if (reasons.stream().anyMatch(reason -> !reason.equals(NONE))) {
                throw cancelled(reasons);
            }
        }
    }
}
