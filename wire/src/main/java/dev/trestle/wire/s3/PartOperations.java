package dev.trestle.wire.s3;

import dev.trestle.objects.ObjectStore;
import dev.trestle.objects.api.Checksum;
import dev.trestle.objects.api.ChecksumAlgorithm;
import dev.trestle.objects.api.CompleteUpload;
import dev.trestle.objects.api.CopyPart;
import dev.trestle.objects.api.CreateUpload;
import dev.trestle.objects.api.ListParts;
import dev.trestle.objects.api.StoredObject;
import dev.trestle.objects.api.Upload;
import dev.trestle.objects.api.UploadPart;
import dev.trestle.objects.api.UploadRef;
import dev.trestle.objects.api.UploadedPart;
import dev.trestle.wire.error.S3Refusal;
import dev.trestle.wire.uri.Percent;
import dev.trestle.wire.xml.XmlElement;
import dev.trestle.wire.xml.XmlInput;
import dev.trestle.wire.xml.XmlOutput;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Uploads in parts. */
final class PartOperations {
    private static final int PAGE_MAX = 1000;
    private static final int PARTS_MAX = 10_000;

    private final ObjectStore store;

    PartOperations(ObjectStore store) {
        this.store = store;
    }

    S3Answer create(S3Call call) {
        S3Request request = call.request();
        CreateUpload.Result created = store.createUpload(new CreateUpload(
                request.bucket(),
                request.key(),
                HeaderInput.contentHeaders(request),
                HeaderInput.tags(request),
                request.first("x-amz-storage-class"),
                ChecksumInput.algorithm(request),
                ChecksumInput.type(request)));
        ChecksumAlgorithm algorithm = created.algorithm();
        return S3Answer.xml(new XmlOutput("InitiateMultipartUploadResult", S3Answer.NAMESPACE)
                        .element("Bucket", request.bucket())
                        .element("Key", request.key())
                        .element("UploadId", created.uploadId()))
                .with("x-amz-checksum-algorithm", algorithm == null ? null : algorithm.name())
                .with(
                        "x-amz-checksum-type",
                        created.checksumType() == null
                                ? null
                                : created.checksumType().name());
    }

    S3Upload upload(S3Request request, @Nullable Long length) {
        Upload<UploadedPart> upload = store.beginPart(
                new UploadPart(ref(request), partNumber(request), ChecksumInput.promise(request, length)));
        return new S3Upload(upload, trailers -> {
            UploadedPart part = upload.finish(ChecksumInput.trailer(trailers));
            S3Answer answer = S3Answer.ok().with("ETag", ObjectOutput.quoted(part.etag()));
            ObjectOutput.checksum(answer, part.checksum());
            return answer;
        });
    }

    S3Answer copy(S3Call call) {
        S3Request request = call.request();
        CopyPart.Result result = store.copyPart(new CopyPart(
                ref(request),
                partNumber(request),
                HeaderInput.copySource(request),
                request.first("x-amz-copy-source-range")));
        XmlOutput out = new XmlOutput("CopyPartResult", S3Answer.NAMESPACE)
                .element("LastModified", Times.document(result.part().lastModified()))
                .element("ETag", ObjectOutput.quoted(result.part().etag()));
        ObjectOutput.checksumElements(out, result.part().checksum());
        return S3Answer.xml(out).with("x-amz-copy-source-version-id", result.sourceVersionId());
    }

    private static int partNumber(S3Request request) {
        String text = request.parameter("partNumber");
        int number = text == null ? 0 : request.number("partNumber", Integer.MIN_VALUE, 0);
        if (number < 1 || number > PARTS_MAX) {
            throw S3Refusal.invalidArgument(
                    "Part number must be an integer between 1 and " + PARTS_MAX + ", inclusive",
                    "partNumber",
                    String.valueOf(text));
        }
        return number;
    }

    private static UploadRef ref(S3Request request) {
        return new UploadRef(
                request.bucket(), request.key(), String.valueOf(request.query().first("uploadId")));
    }

    S3Answer complete(S3Call call) {
        S3Request request = call.request();
        XmlElement document = XmlInput.parse(call.body(), "CompleteMultipartUpload");
        List<CompleteUpload.Part> parts = new ArrayList<>();
        for (XmlElement part : document.children("Part")) {
            parts.add(new CompleteUpload.Part(number(part), required(part, "ETag"), checksum(part)));
        }
        if (parts.isEmpty() || parts.size() > PARTS_MAX) {
            throw S3Refusal.malformedXml();
        }
        StoredObject stored = store.completeUpload(new CompleteUpload(
                ref(request),
                parts,
                ChecksumInput.header(request),
                ChecksumInput.type(request),
                objectSize(request),
                HeaderInput.writeCondition(request)));
        XmlOutput out = new XmlOutput("CompleteMultipartUploadResult", S3Answer.NAMESPACE)
                .element("Location", "http://" + request.first("host") + Percent.encodePath(request.path()))
                .element("Bucket", stored.bucket())
                .element("Key", stored.key())
                .element("ETag", ObjectOutput.quoted(stored.etag()));
        ObjectOutput.checksumElements(out, stored.checksum());
        return S3Answer.xml(out).with("x-amz-version-id", stored.versionId());
    }

    private static String required(XmlElement element, String name) {
        String text = element.textOf(name);
        if (text == null) {
            throw S3Refusal.malformedXml();
        }
        return text.strip();
    }

    private static int number(XmlElement part) {
        try {
            return Integer.parseInt(required(part, "PartNumber"));
        } catch (NumberFormatException e) {
            throw S3Refusal.malformedXml();
        }
    }

    private static @Nullable Checksum checksum(XmlElement part) {
        for (ChecksumAlgorithm algorithm : ChecksumAlgorithm.values()) {
            String value = part.textOf("Checksum" + algorithm.name());
            if (value != null) {
                return new Checksum(algorithm, value.strip());
            }
        }
        return null;
    }

    private static @Nullable Long objectSize(S3Request request) {
        String text = request.first("x-amz-mp-object-size");
        try {
            return text == null ? null : Long.valueOf(text);
        } catch (NumberFormatException e) {
            throw S3Refusal.invalidRequest("Value for x-amz-mp-object-size header is invalid.");
        }
    }

    S3Answer abort(S3Call call) {
        store.abortUpload(ref(call.request()));
        return S3Answer.noContent();
    }

    S3Answer list(S3Call call) {
        S3Request request = call.request();
        Naming naming = Naming.of(request);
        int marker = request.number("part-number-marker", 0, 0);
        int max = Math.min(PAGE_MAX, request.number("max-parts", 0, PAGE_MAX));
        UploadRef ref = ref(request);
        ListParts.Result page = store.listParts(new ListParts(ref, marker, max));
        XmlOutput out = new XmlOutput("ListPartsResult", S3Answer.NAMESPACE).element("Bucket", ref.bucket());
        naming.write(out, "Key", ref.key());
        naming.writeType(out);
        out.element("UploadId", ref.uploadId())
                .element("PartNumberMarker", marker)
                .element("NextPartNumberMarker", page.nextMarker())
                .element("MaxParts", max)
                .element("IsTruncated", page.nextMarker() != null);
        Owner.write(out, "Initiator");
        Owner.write(out, "Owner");
        out.element("StorageClass", page.storageClass())
                .element("ChecksumAlgorithm", page.algorithm())
                .element("ChecksumType", page.checksumType());
        for (UploadedPart part : page.parts()) {
            out.open("Part")
                    .element("PartNumber", part.partNumber())
                    .element("LastModified", Times.document(part.lastModified()))
                    .element("ETag", ObjectOutput.quoted(part.etag()))
                    .element("Size", part.size());
            ObjectOutput.checksumElements(out, part.checksum());
            out.close();
        }
        return S3Answer.xml(out);
    }
}
