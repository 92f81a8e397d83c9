package dev.trestle.model;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How far a work over a whole table has come, so that it goes on there when it was interrupted.
 *
 * @param work what is done, and on which table
 * @param cursor the key of the last item that is done; empty if the table is done
 * @param done how many items were looked at
 * @param changed how many were changed
 * @param conflicts how many could not be changed
 * @param unreadable how many do not fit their record; absent if nobody looked
 */
public record WorkProgress(
        String work,
        Map<String, String> cursor,
        long done,
        long changed,
        long conflicts,
        @Nullable Long unreadable) {}
