package dev.trestle.systems.formkiq.documents;

import dev.trestle.systems.formkiq.api.Refusals;
import dev.trestle.systems.formkiq.documents.DocumentViews.NewDocument;
import dev.trestle.systems.formkiq.documents.DocumentViews.NewMetadata;
import dev.trestle.systems.formkiq.folders.PathIndex;
import dev.trestle.systems.formkiq.model.Documents.ChecksumType;
import dev.trestle.systems.formkiq.tags.TagRows;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** What a document has to be, whether it is made or changed. */
final class Checks {
    private static final Pattern UUID =
            Pattern.compile("[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}");
    /** Base64 may be broken into lines. */
    private static final Pattern LINES = Pattern.compile("[\r\n\t ]+");

    private static final Pattern MEASURE = Pattern.compile("[0-9]{1,9}|auto");
    private static final Set<String> SCHEMES = Set.of("http", "https", "s3");
    private static final int METADATA_MAX = 25;
    private static final int METADATA_LENGTH_MAX = 1000;
    private static final int CONTENT_BYTES_MAX = 5 * 1024 * 1024;
    private static final int CHILDREN_MAX = 100;
    private static final int TYPE_MAX = 255;

    private Checks() {}

    static boolean isEmpty(@Nullable String text) {
        return text == null || text.isEmpty();
    }

    /** What is wrong with a document by itself. */
    static void fields(Refusals refusals, NewDocument asked) {
        refusals.addIf(
                !isEmpty(asked.content()) && !isEmpty(asked.deepLinkPath()),
                "",
                "both 'content', and 'deepLinkPath' cannot be set");
        refusals.addIf(
                !isEmpty(asked.checksum()) && asked.checksumType() == null,
                "checksumType",
                "'checksumType' required when 'checksum' is set");
        PathIndex.check(refusals, asked.path());
        String link = asked.deepLinkPath();
        refusals.addIf(
                !isEmpty(link) && !isLink(String.valueOf(link)),
                "deepLinkPath",
                "DeepLinkPath '" + link + "' is not a valid URL");
        measure(refusals, "width", asked.width());
        measure(refusals, "height", asked.height());
        String type = asked.contentType();
        refusals.addIf(
                type != null && (type.length() > TYPE_MAX || type.codePoints().anyMatch(c -> c < ' ' || c > 126)),
                "contentType",
                "invalid 'contentType'");
        metadata(refusals, asked.metadata());
        TagRows.check(refusals, asked.tags());
        refusals.addIf(
                asked.documents() != null && asked.documents().size() > CHILDREN_MAX,
                "documents",
                "maximum number is " + CHILDREN_MAX);
    }

    private static void measure(Refusals refusals, String key, @Nullable String value) {
        refusals.addIf(
                !isEmpty(value) && !MEASURE.matcher(String.valueOf(value)).matches(),
                key,
                "invalid '" + key + "' must be numeric or 'auto'");
    }

    private static boolean isLink(String text) {
        try {
            URI link = URI.create(text);
            return link.getScheme() != null
                    && SCHEMES.contains(link.getScheme().toLowerCase(java.util.Locale.ROOT))
                    && link.getRawAuthority() != null;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    private static void metadata(Refusals refusals, @Nullable List<NewMetadata> metadata) {
        if (metadata == null) {
            return;
        }
        refusals.addIf(metadata.size() > METADATA_MAX, "metadata", "maximum number is " + METADATA_MAX);
        for (NewMetadata each : metadata) {
            String key = each.key();
            if (isEmpty(key)) {
                refusals.add("key", "'key' is required");
                continue;
            }
            boolean isLong = texts(each).stream().anyMatch(text -> text.length() > METADATA_LENGTH_MAX);
            refusals.addIf(isLong, String.valueOf(key), "value cannot exceed " + METADATA_LENGTH_MAX);
        }
    }

    private static List<String> texts(NewMetadata each) {
        List<String> texts = new ArrayList<>();
        if (!isEmpty(each.value())) {
            texts.add(String.valueOf(each.value()));
        }
        List<String> values = each.values();
        if (values != null) {
            values.stream().filter(Objects::nonNull).forEach(texts::add);
        }
        return texts;
    }

    /** The metadata that a document has after a change: what is given replaces by key, without a value it goes. */
    static Map<String, AttributeValue> merged(Map<String, AttributeValue> before, @Nullable List<NewMetadata> given) {
        Map<String, AttributeValue> after = new LinkedHashMap<>(before);
        for (NewMetadata each : given == null ? List.<NewMetadata>of() : given) {
            List<String> texts = texts(each);
            String key = String.valueOf(each.key());
            if (texts.isEmpty()) {
                after.remove(key);
            } else if (texts.size() == 1 && each.value() != null) {
                after.put(key, AttributeValue.fromS(texts.get(0)));
            } else {
                after.put(
                        key,
                        AttributeValue.fromL(
                                texts.stream().map(AttributeValue::fromS).toList()));
            }
        }
        if (after.size() > METADATA_MAX) {
            throw Refusals.of("metadata", "maximum number is " + METADATA_MAX);
        }
        return after;
    }

    static String documentId(String given) {
        if (!UUID.matcher(given).matches()) {
            throw Refusals.message("invalid documentId '" + given + "'");
        }
        return given;
    }

    /** The bytes of a content that stands in a request; null if there is none. */
    static byte @Nullable [] content(NewDocument asked) {
        String text = asked.content();
        if (text == null || text.isEmpty()) {
            return null;
        }
        byte[] bytes;
        if (Boolean.TRUE.equals(asked.isBase64())) {
            try {
                bytes = Base64.getDecoder().decode(LINES.matcher(text).replaceAll(""));
            } catch (IllegalArgumentException e) {
                throw Refusals.of("content", "invalid 'content' is not in base64");
            }
        } else {
            bytes = text.getBytes(StandardCharsets.UTF_8);
        }
        if (bytes.length > CONTENT_BYTES_MAX) {
            throw Refusals.message("content exceeds 5 MB");
        }
        return bytes;
    }

    /** The checksum of a content in the type that is asked for; null for none. Refuses one that differs. */
    static @Nullable String checksum(NewDocument asked, byte[] bytes) {
        ChecksumType type = asked.checksumType();
        if (type == null) {
            return null;
        }
        String computed = digest(type, bytes);
        String given = asked.checksum();
        if (!isEmpty(given) && !computed.equalsIgnoreCase(given)) {
            throw Refusals.of("checksum", "'checksum' does not match the content");
        }
        return computed;
    }

    private static String digest(ChecksumType type, byte[] bytes) {
        try {
            return HexFormat.of()
                    .formatHex(MessageDigest.getInstance(type == ChecksumType.SHA1 ? "SHA-1" : "SHA-256")
                            .digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has it", e);
        }
    }

    /** The path of a link: the last part of its address. */
    static String nameOf(String link) {
        URI address = URI.create(link);
        String path = address.getPath() == null ? "" : address.getPath();
        String trimmed = path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
        String last = trimmed.substring(trimmed.lastIndexOf('/') + 1);
        return last.isEmpty() ? String.valueOf(address.getRawAuthority()) : last;
    }

    /** The type of what a link leads to; null if it is not known. */
    static @Nullable String typeOfLink(String link) {
        if (link.startsWith("https://docs.google.com/")) {
            for (Map.Entry<String, String> each : Map.of(
                            "/document/", "document",
                            "/spreadsheets/", "spreadsheet",
                            "/forms/", "form",
                            "/presentation/", "presentation")
                    .entrySet()) {
                if (link.startsWith(each.getKey(), "https://docs.google.com".length())) {
                    return "application/vnd.google-apps." + each.getValue();
                }
            }
        }
        return Contents.typeOf(nameOf(link));
    }
}
