package dev.trestle.wire.s3;

import dev.trestle.objects.api.ContentHeaders;
import dev.trestle.objects.api.CopySource;
import dev.trestle.objects.api.ReadCondition;
import dev.trestle.objects.api.WriteCondition;
import dev.trestle.wire.error.S3Refusal;
import dev.trestle.wire.uri.Percent;
import dev.trestle.wire.uri.Query;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What the headers of a request say of an object: its content, its tags, its source, and under which conditions. */
final class HeaderInput {
    static final String COPY_SOURCE = "x-amz-copy-source";

    private static final String METADATA = "x-amz-meta-";
    private static final String CHUNKED = "aws-chunked";

    private HeaderInput() {}

    static ContentHeaders contentHeaders(S3Request request) {
        Map<String, String> metadata = new TreeMap<>();
        for (String name : request.headerNames()) {
            if (name.startsWith(METADATA)) {
                metadata.put(name.substring(METADATA.length()), String.join(",", request.header(name)));
            }
        }
        return new ContentHeaders(
                request.first("content-type"),
                contentEncoding(request),
                request.first("content-disposition"),
                request.first("content-language"),
                request.first("cache-control"),
                request.first("expires"),
                metadata);
    }

    /** As it was sent, spaces and all, without the encoding that is for the transfer only. */
    private static @Nullable String contentEncoding(S3Request request) {
        List<String> encodings = new ArrayList<>();
        for (String value : request.header("content-encoding")) {
            for (String encoding : value.split(",", -1)) {
                if (!encoding.isBlank() && !encoding.strip().equalsIgnoreCase(CHUNKED)) {
                    encodings.add(encoding);
                }
            }
        }
        return encodings.isEmpty() ? null : String.join(",", encodings).strip();
    }

    static Map<String, String> tags(S3Request request) {
        String header = request.first("x-amz-tagging");
        if (header == null) {
            return Map.of();
        }
        Query query = Query.parse(header);
        Map<String, String> tags = new LinkedHashMap<>();
        if (query != null) {
            query.names().forEach(name -> tags.put(name, String.valueOf(query.first(name))));
        }
        if (query == null || tags.size() != query.names().size()) {
            throw S3Refusal.invalidArgument(
                    "The header 'x-amz-tagging' shall be encoded as UTF-8 then URLEncoded URL query parameters without"
                            + " tag name duplicates.",
                    "x-amz-tagging",
                    header);
        }
        return tags;
    }

    static WriteCondition writeCondition(S3Request request) {
        return new WriteCondition(request.first("if-match"), request.first("if-none-match"));
    }

    static ReadCondition readCondition(S3Request request) {
        return condition(request, "");
    }

    private static ReadCondition condition(S3Request request, String prefix) {
        return new ReadCondition(
                request.first(prefix + "if-match"),
                request.first(prefix + "if-none-match"),
                Times.parse(request.first(prefix + "if-modified-since")),
                Times.parse(request.first(prefix + "if-unmodified-since")));
    }

    static CopySource copySource(S3Request request) {
        String header = String.valueOf(request.first(COPY_SOURCE));
        int question = header.indexOf('?');
        String path = Percent.decodePath(question < 0 ? header : header.substring(0, question));
        Query query = Query.parse(question < 0 ? "" : header.substring(question + 1));
        String named = path == null ? "" : path.substring(path.startsWith("/") ? 1 : 0);
        int slash = named.indexOf('/');
        if (query == null || slash < 1 || slash == named.length() - 1) {
            throw S3Refusal.invalidArgument("Invalid copy source object key", COPY_SOURCE, header);
        }
        return new CopySource(
                named.substring(0, slash),
                named.substring(slash + 1),
                query.first("versionId"),
                condition(request, "x-amz-copy-source-"));
    }

    /** Whether a directive says that what the request holds replaces what the source has. */
    static boolean replaces(S3Request request, String directive) {
        String value = request.first(directive);
        if (value != null && !value.equals("COPY") && !value.equals("REPLACE")) {
            throw S3Refusal.invalidArgument("Unknown " + directive + ".", directive, value);
        }
        return "REPLACE".equals(value);
    }
}
