package dev.trestle.systems.formkiq.reading;

import dev.trestle.systems.formkiq.api.Caller;
import dev.trestle.systems.formkiq.api.Refusals;
import dev.trestle.systems.formkiq.attributes.AttributeViews.ShownType;
import dev.trestle.systems.formkiq.documents.DocumentViews.NewMetadata;
import dev.trestle.systems.formkiq.documents.Library;
import dev.trestle.systems.formkiq.documents.TextObjects;
import dev.trestle.systems.formkiq.model.DocumentsTable;
import dev.trestle.systems.formkiq.model.Permission;
import dev.trestle.systems.formkiq.reading.FullDocument.FullAttribute;
import dev.trestle.systems.formkiq.reading.FulltextViews.GivenFulltext;
import dev.trestle.systems.formkiq.tags.TagViews.NewTag;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What a caller says that the index has of a document. Texts at addresses are those of documents and recognitions that the caller
 * may read, in the object store of the documents: nothing is fetched from anywhere else, and no other object.
 */
final class GivenTexts {
    private static final int ADDRESSES_MAX = 20;
    private static final int KEYS_MAX = 200;
    private static final int VALUES_MAX = 1000;
    private static final int VALUE_MAX = 10_000;
    private static final String PROBE = "probe";

    private final Library library;
    private final TextObjects texts;

    GivenTexts(Library library, TextObjects texts) {
        this.library = library;
        this.texts = texts;
    }

    /** What is given, laid over what was there. */
    FullDocument over(FullDocument before, Caller caller, GivenFulltext given) {
        check(given);
        String content = content(caller, given);
        return FullDocumentBuilder.builder(before)
                .content(content == null ? before.content() : content)
                .contentType(or(given.contentType(), before.contentType()))
                .path(or(given.path(), before.path()))
                .width(or(given.width(), before.width()))
                .height(or(given.height(), before.height()))
                .deepLinkPath(or(given.deepLinkPath(), before.deepLinkPath()))
                .checksum(or(given.checksum(), before.checksum()))
                .checksumType(given.checksumType() == null ? before.checksumType() : given.checksumType())
                .tags(merged(before.tags(), tags(given.tags())))
                .metadata(merged(before.metadata(), metadata(given.metadata())))
                .attributes(merged(before.attributes(), attributes(given.attributes())))
                .build();
    }

    private static @Nullable String or(@Nullable String given, @Nullable String before) {
        return given == null || given.isEmpty() ? before : given;
    }

    private static <V> Map<String, V> merged(Map<String, V> before, Map<String, V> given) {
        Map<String, V> all = new TreeMap<>(before);
        all.putAll(given);
        return all;
    }

    private static void check(GivenFulltext given) {
        Refusals refusals = new Refusals();
        List<NewTag> tags = given.tags() == null ? List.of() : given.tags();
        List<NewMetadata> metadata = given.metadata() == null ? List.of() : given.metadata();
        Map<String, FullAttribute> attributes = given.attributes() == null ? Map.of() : given.attributes();
        refusals.addIf(tags.size() > KEYS_MAX, "tags", "maximum number is " + KEYS_MAX)
                .addIf(metadata.size() > KEYS_MAX, "metadata", "maximum number is " + KEYS_MAX)
                .addIf(attributes.size() > KEYS_MAX, "attributes", "maximum number is " + KEYS_MAX);
        tags.forEach(each -> refusals.require(each.key(), "key"));
        metadata.forEach(each -> refusals.require(each.key(), "key"));
        refusals.check();
        tags.forEach(each -> checkValues(refusals, String.valueOf(each.key()), values(each.value(), each.values())));
        metadata.forEach(
                each -> checkValues(refusals, String.valueOf(each.key()), values(each.value(), each.values())));
        attributes.forEach((key, each) -> checkValues(refusals, key, each.values()));
        List<String> addresses = given.contentUrls() == null ? List.of() : given.contentUrls();
        refusals.addIf(addresses.size() > ADDRESSES_MAX, "contentUrls", "maximum number is " + ADDRESSES_MAX);
        refusals.addIf(
                !addresses.isEmpty()
                        && given.content() != null
                        && !given.content().isEmpty(),
                "",
                "both 'content', and 'contentUrls' cannot be set");
        refusals.check();
    }

    private static void checkValues(Refusals refusals, String key, List<String> values) {
        refusals.addIf(
                values.size() > VALUES_MAX || values.stream().anyMatch(value -> value.length() > VALUE_MAX),
                key,
                "at most " + VALUES_MAX + " values of " + VALUE_MAX + " characters each");
    }

    private static List<String> values(@Nullable String value, @Nullable List<String> values) {
        List<String> all = new ArrayList<>();
        if (value != null) {
            all.add(value);
        }
        if (values != null) {
            values.stream().map(String::valueOf).forEach(all::add);
        }
        return all.isEmpty() ? List.of("") : all;
    }

    private static Map<String, List<String>> tags(@Nullable List<NewTag> given) {
        Map<String, List<String>> tags = new TreeMap<>();
        for (NewTag each : given == null ? List.<NewTag>of() : given) {
            tags.put(String.valueOf(each.key()), values(each.value(), each.values()));
        }
        return tags;
    }

    private static Map<String, List<String>> metadata(@Nullable List<NewMetadata> given) {
        Map<String, List<String>> metadata = new TreeMap<>();
        for (NewMetadata each : given == null ? List.<NewMetadata>of() : given) {
            metadata.put(String.valueOf(each.key()), values(each.value(), each.values()));
        }
        return metadata;
    }

    /** A type that nobody says follows from the values. */
    private static Map<String, FullAttribute> attributes(@Nullable Map<String, FullAttribute> given) {
        Map<String, FullAttribute> attributes = new TreeMap<>();
        (given == null ? Map.<String, FullAttribute>of() : given)
                .forEach((key, each) -> attributes.put(key, typed(each)));
        return attributes;
    }

    private static FullAttribute typed(FullAttribute each) {
        boolean hasTexts = each.stringValues() != null && !each.stringValues().isEmpty();
        boolean hasNumbers = each.numberValues() != null && !each.numberValues().isEmpty();
        ShownType type = hasTexts
                ? ShownType.STRING
                : hasNumbers ? ShownType.NUMBER : each.booleanValue() != null ? ShownType.BOOLEAN : ShownType.KEY_ONLY;
        return new FullAttribute(
                hasTexts ? each.stringValues() : null,
                hasNumbers ? each.numberValues() : null,
                each.booleanValue(),
                each.valueType() == null ? type : each.valueType());
    }

    private @Nullable String content(Caller caller, GivenFulltext given) {
        List<String> addresses = given.contentUrls();
        if (addresses == null || addresses.isEmpty()) {
            String content = given.content();
            if (content == null || content.isEmpty()) {
                return null;
            }
            return content.substring(0, Math.min(content.length(), Recognitions.CHARACTERS_MAX));
        }
        StringBuilder all = new StringBuilder();
        for (String address : addresses) {
            int left = Recognitions.CHARACTERS_MAX - all.length();
            if (left > 1) {
                all.append(all.isEmpty() ? "" : "\n").append(at(caller, address, left - 1));
            }
        }
        return all.toString();
    }

    private String at(Caller caller, String address, int charactersMax) {
        Place place = place(address);
        String documentId = place == null ? null : documentOf(caller.site(), place.key());
        if (place == null || documentId == null) {
            throw Refusals.of("contentUrls", "'" + shown(address) + "' is no content of this site");
        }
        // Whoever may not read the document is told what they would be told of it.
        Object unused = library.require(caller, documentId, Permission.READ);
        return texts.object(place.key(), place.version(), charactersMax)
                .orElseThrow(() -> Refusals.of("contentUrls", "'" + shown(address) + "' is not there"));
    }

    /** Without its signature. */
    private static String shown(String address) {
        int query = address.indexOf('?');
        String plain = query < 0 ? address : address.substring(0, query);
        return plain.length() > 300 ? plain.substring(0, 300) : plain;
    }

    /** An object, by its key. */
    private record Place(String key, @Nullable String version) {}

    /** The object that an address of the documents' own bucket names; null for all other addresses. */
    private @Nullable Place place(String address) {
        try {
            URI asked = new URI(address);
            URI own = new URI(texts.address(PROBE, Duration.ofMinutes(1), null));
            String path = own.getRawPath();
            String before = path.substring(0, path.length() - PROBE.length());
            boolean isStore = String.valueOf(asked.getScheme()).equalsIgnoreCase(own.getScheme())
                    && String.valueOf(asked.getRawAuthority()).equalsIgnoreCase(own.getRawAuthority())
                    && asked.getRawPath() != null
                    && asked.getRawPath().startsWith(before);
            String bucket = "s3://" + texts.bucketName() + "/";
            if (isStore) {
                return new Place(decoded(asked.getRawPath().substring(before.length())), version(asked.getRawQuery()));
            }
            return address.startsWith(bucket) ? new Place(address.substring(bucket.length()), null) : null;
        } catch (java.net.URISyntaxException | IllegalArgumentException e) {
            return null;
        }
    }

    private static String decoded(String path) {
        return URLDecoder.decode(path.replace("+", "%2B"), StandardCharsets.UTF_8);
    }

    private static @Nullable String version(@Nullable String query) {
        for (String each : query == null ? new String[0] : query.split("&", -1)) {
            if (each.startsWith("versionId=")) {
                return decoded(each.substring("versionId=".length()));
            }
        }
        return null;
    }

    /** The document of the site that an object is of: its content, or what was recognised in it. */
    private static @Nullable String documentOf(String site, String key) {
        List<String> parts = List.of(key.split("/", -1));
        if (parts.contains("..") || parts.contains("") || parts.contains(".")) {
            return null;
        }
        if (parts.size() == 1) {
            return site.equals(DocumentsTable.DEFAULT_SITE) ? key : null;
        }
        if (parts.size() == 2) {
            return !site.equals(DocumentsTable.DEFAULT_SITE) && parts.get(0).equals(site) ? parts.get(1) : null;
        }
        boolean isRecognised =
                parts.size() == 4 && parts.get(0).equals("ocr") && parts.get(1).equals(site);
        return isRecognised ? parts.get(2) : null;
    }
}
