package dev.trestle.wire.s3;

import dev.trestle.objects.api.Checksum;
import dev.trestle.objects.api.ChecksumAlgorithm;
import dev.trestle.objects.api.ChecksumType;
import dev.trestle.objects.api.Promise;
import dev.trestle.wire.error.S3Refusal;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What a client says of checksums: in headers, in headers behind the content, and by the name of an algorithm alone. */
final class ChecksumInput {
    private static final String SDK_ALGORITHM = "x-amz-sdk-checksum-algorithm";

    private ChecksumInput() {}

    /** What the head of a request promises of the content to come. */
    static Promise promise(S3Request request, @Nullable Long length) {
        Checksum checksum = header(request);
        ChecksumAlgorithm algorithm = checksum != null ? checksum.algorithm() : trailing(announced(request));
        String named = request.first(SDK_ALGORITHM);
        if (named != null && algorithm == null) {
            parse(named);
            throw S3Refusal.invalidRequest(SDK_ALGORITHM
                    + " specified, but no corresponding x-amz-checksum-* or x-amz-trailer headers were found.");
        }
        if (named != null && parse(named) != algorithm) {
            throw S3Refusal.invalidRequest("Value for " + SDK_ALGORITHM + " header is invalid.");
        }
        return new Promise(
                length, request.firstOrEmpty("content-md5"), algorithm, checksum == null ? null : checksum.value());
    }

    /** The one checksum that the headers hold. */
    static @Nullable Checksum header(S3Request request) {
        List<Checksum> found = new ArrayList<>();
        for (ChecksumAlgorithm algorithm : ChecksumAlgorithm.values()) {
            String value = request.first(algorithm.header());
            if (value != null) {
                found.add(new Checksum(algorithm, value));
            }
        }
        if (found.size() > 1) {
            throw S3Refusal.invalidRequest(
                    "Expecting a single x-amz-checksum- header. Multiple checksum Types are not allowed.");
        }
        return found.isEmpty() ? null : found.get(0);
    }

    /** The names of the headers that will come behind the content, in lower case. */
    static Set<String> announced(S3Request request) {
        Set<String> names = new LinkedHashSet<>();
        for (String value : request.header("x-amz-trailer")) {
            for (String name : value.split(",", -1)) {
                if (!name.isBlank()) {
                    names.add(name.strip().toLowerCase(Locale.ROOT));
                }
            }
        }
        return names;
    }

    private static @Nullable ChecksumAlgorithm trailing(Set<String> announced) {
        if (announced.isEmpty()) {
            return null;
        }
        for (ChecksumAlgorithm algorithm : ChecksumAlgorithm.values()) {
            if (announced.equals(Set.of(algorithm.header()))) {
                return algorithm;
            }
        }
        throw S3Refusal.invalidRequest("The value specified in the x-amz-trailer header is not supported");
    }

    /** The checksum that came behind the content. */
    static @Nullable Checksum trailer(Map<String, String> trailers) {
        for (ChecksumAlgorithm algorithm : ChecksumAlgorithm.values()) {
            String value = trailers.get(algorithm.header());
            if (value != null) {
                return new Checksum(algorithm, value);
            }
        }
        return null;
    }

    /** The algorithm that a header names. */
    static @Nullable ChecksumAlgorithm algorithm(S3Request request) {
        String named = request.first("x-amz-checksum-algorithm");
        return named == null ? null : parse(named);
    }

    private static ChecksumAlgorithm parse(String named) {
        for (ChecksumAlgorithm algorithm : ChecksumAlgorithm.values()) {
            if (algorithm.name().equalsIgnoreCase(named)) {
                return algorithm;
            }
        }
        throw S3Refusal.invalidRequest("Checksum algorithm provided is unsupported. Please try again with any of the"
                + " valid types: " + List.of(ChecksumAlgorithm.values()));
    }

    static @Nullable ChecksumType type(S3Request request) {
        String named = request.first("x-amz-checksum-type");
        if (named == null) {
            return null;
        }
        for (ChecksumType type : ChecksumType.values()) {
            if (type.name().equalsIgnoreCase(named)) {
                return type;
            }
        }
        throw S3Refusal.invalidRequest("Value for x-amz-checksum-type header is invalid.");
    }
}
