package dev.trestle.engine.stream;

import dev.trestle.engine.EngineException;
import dev.trestle.engine.ErrorCode;
import dev.trestle.engine.table.StreamCatalog;
import dev.trestle.engine.table.StreamDef;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** How streams, shards and places in them are named to clients. */
final class StreamNames {
    private static final Pattern ARN = Pattern.compile("arn:[^:]*:dynamodb:[^:]*:[^:]*:table/([^/]+)/stream/([^/]+)");
    /** The service's numbers have 21 to 40 digits, and clients may check that. */
    private static final Pattern SEQUENCE_NUMBER = Pattern.compile("1([0-9]{20})");

    private final String prefix;

    StreamNames(String region, String accountId) {
        this.prefix = "arn:aws:dynamodb:" + region + ":" + accountId + ":table/";
    }

    String arn(StreamDef stream) {
        return prefix + stream.tableName() + "/stream/" + stream.label();
    }

    static @Nullable StreamDef find(StreamCatalog streams, String arn) {
        Matcher parts = ARN.matcher(arn);
        return parts.matches() ? streams.find(parts.group(1), parts.group(2)) : null;
    }

    /** Refuses what is no stream's ARN at all. */
    static void check(@Nullable String arn) {
        if (arn != null && !ARN.matcher(arn).matches()) {
            throw EngineException.validation("Invalid StreamArn: " + arn);
        }
    }

    static StreamDef require(StreamCatalog streams, String arn) {
        check(arn);
        StreamDef stream = find(streams, arn);
        if (stream == null) {
            throw EngineException.of(
                    ErrorCode.RESOURCE_NOT_FOUND, "Requested resource not found: Stream: " + arn + " not found");
        }
        return stream;
    }

    static String shardId(StreamDef stream, StreamDef.Shard shard) {
        long mixed = (stream.id() * 0x9E3779B97F4A7C15L) ^ (shard.first() * 0xC2B2AE3D27D4EB4FL);
        return String.format(
                Locale.ROOT, "shardId-%020d-%08x", shard.startedAt().toEpochMilli(), (int) (mixed ^ (mixed >>> 32)));
    }

    static StreamDef.Shard requireShard(StreamDef stream, String shardId) {
        for (StreamDef.Shard shard : stream.shards()) {
            if (shardId(stream, shard).equals(shardId)) {
                return shard;
            }
        }
        throw EngineException.of(
                ErrorCode.RESOURCE_NOT_FOUND,
                "Requested resource not found: Shard: " + shardId + " in Stream: " + stream.label() + " not found");
    }

    static String sequenceNumber(long sequence) {
        return String.format(Locale.ROOT, "1%020d", sequence);
    }

    static long parseSequenceNumber(String text) {
        Matcher digits = SEQUENCE_NUMBER.matcher(text);
        if (digits.matches()) {
            try {
                return Long.parseLong(digits.group(1));
            } catch (NumberFormatException beyondAnyRecord) {
                throw invalidSequenceNumber(text);
            }
        }
        throw invalidSequenceNumber(text);
    }

    static EngineException invalidSequenceNumber(String text) {
        return EngineException.validation(
                "One or more parameter values were invalid: Invalid SequenceNumber: " + text + " is not in the shard");
    }
}
