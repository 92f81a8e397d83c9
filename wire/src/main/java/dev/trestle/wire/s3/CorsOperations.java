package dev.trestle.wire.s3;

import dev.trestle.objects.ObjectStore;
import dev.trestle.objects.api.CorsRule;
import dev.trestle.wire.error.S3Refusal;
import dev.trestle.wire.xml.XmlElement;
import dev.trestle.wire.xml.XmlInput;
import dev.trestle.wire.xml.XmlOutput;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A bucket's rules for web pages of other origins, as they are set and read. {@link Cors} is what applies them. */
final class CorsOperations {
    private final ObjectStore store;

    CorsOperations(ObjectStore store) {
        this.store = store;
    }

    S3Answer get(S3Call call) {
        XmlOutput out = new XmlOutput("CORSConfiguration", S3Answer.NAMESPACE);
        for (CorsRule rule : store.getCors(call.bucket())) {
            out.open("CORSRule").element("ID", rule.id());
            rule.allowedMethods().forEach(method -> out.element("AllowedMethod", method));
            rule.allowedOrigins().forEach(origin -> out.element("AllowedOrigin", origin));
            rule.allowedHeaders().forEach(header -> out.element("AllowedHeader", header));
            out.element("MaxAgeSeconds", rule.maxAgeSeconds());
            rule.exposeHeaders().forEach(header -> out.element("ExposeHeader", header));
            out.close();
        }
        return S3Answer.xml(out);
    }

    S3Answer put(S3Call call) {
        List<CorsRule> rules = new ArrayList<>();
        for (XmlElement rule : XmlInput.parse(call.body(), "CORSConfiguration").children("CORSRule")) {
            rules.add(new CorsRule(
                    rule.textOf("ID"),
                    rule.textsOf("AllowedOrigin"),
                    rule.textsOf("AllowedMethod"),
                    rule.textsOf("AllowedHeader"),
                    rule.textsOf("ExposeHeader"),
                    seconds(rule.textOf("MaxAgeSeconds"))));
        }
        store.putCors(call.bucket(), rules);
        return S3Answer.ok();
    }

    private static @Nullable Integer seconds(@Nullable String text) {
        try {
            return text == null ? null : Integer.valueOf(text.strip());
        } catch (NumberFormatException e) {
            throw S3Refusal.malformedXml();
        }
    }

    S3Answer delete(S3Call call) {
        store.deleteCors(call.bucket());
        return S3Answer.noContent();
    }
}
