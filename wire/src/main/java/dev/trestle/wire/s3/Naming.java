package dev.trestle.wire.s3;

import dev.trestle.wire.error.S3Refusal;
import dev.trestle.wire.uri.Percent;
import dev.trestle.wire.xml.XmlOutput;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How a listing writes names: as they are, or encoded for clients that fear characters which XML cannot hold. */
final class Naming {
    private final boolean encoded;

    private Naming(boolean encoded) {
        this.encoded = encoded;
    }

    static Naming of(S3Request request) {
        String type = request.parameter("encoding-type");
        if (type != null && !type.equals("url")) {
            throw S3Refusal.invalidArgument("Invalid Encoding Method specified in Request", "encoding-type", type);
        }
        return new Naming(type != null);
    }

    /** An element that holds a name; none if there is no name. */
    void write(XmlOutput out, String element, @Nullable String name) {
        if (name != null) {
            out.element(element, encoded ? Percent.encodePath(name) : name);
        }
    }

    /** As {@link #write}; an empty element if there is no name. */
    void writeAlways(XmlOutput out, String element, @Nullable String name) {
        write(out, element, name == null ? "" : name);
    }

    void writeType(XmlOutput out) {
        out.element("EncodingType", encoded ? "url" : null);
    }

    void writePrefixes(XmlOutput out, List<String> prefixes) {
        for (String prefix : prefixes) {
            out.open("CommonPrefixes");
            write(out, "Prefix", prefix);
            out.close();
        }
    }
}
