package dev.trestle.systems.zentriqvision.analysis;

import dev.trestle.media.video.Region;
import dev.trestle.systems.zentriqvision.analysis.Analyzer.Source;
import dev.trestle.systems.zentriqvision.analysis.RekognitionTracks.Face;
import dev.trestle.systems.zentriqvision.analysis.RekognitionTracks.Person;
import dev.trestle.systems.zentriqvision.analysis.RekognitionTracks.Thing;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.rekognition.RekognitionClient;
import software.amazon.awssdk.services.rekognition.model.BoundingBox;
import software.amazon.awssdk.services.rekognition.model.Emotion;
import software.amazon.awssdk.services.rekognition.model.FaceAttributes;
import software.amazon.awssdk.services.rekognition.model.FaceDetail;
import software.amazon.awssdk.services.rekognition.model.FaceDetection;
import software.amazon.awssdk.services.rekognition.model.GetFaceDetectionResponse;
import software.amazon.awssdk.services.rekognition.model.GetLabelDetectionResponse;
import software.amazon.awssdk.services.rekognition.model.Instance;
import software.amazon.awssdk.services.rekognition.model.LabelDetection;
import software.amazon.awssdk.services.rekognition.model.LabelDetectionSortBy;
import software.amazon.awssdk.services.rekognition.model.Video;
import software.amazon.awssdk.services.rekognition.model.VideoJobStatus;

/** The two jobs of Rekognition for one video, and what they have found. What it is not sure of is left out. For one thread. */
final class RekognitionResults {
    private static final float SURE = 80;
    private static final int PAGE = 1000;
    private static final int PAGES_MAX = 100_000;
    private static final double PERCENT = 100;
    private static final String PERSON = "Person";
    private static final Map<String, String> CARRIED = Map.of(
            "Backpack", "bag",
            "Handbag", "bag",
            "Bag", "bag",
            "Suitcase", "bag",
            "Mobile Phone", "phone",
            "Cell Phone", "phone");

    private final RekognitionClient client;
    private final Video source;
    private final String token;
    private String faces = "";
    private String labels = "";
    private @Nullable String failure;

    RekognitionResults(RekognitionClient client, String bucket, Source video) {
        this.client = client;
        this.source = Video.builder()
                .s3Object(object -> object.bucket(bucket).name(video.key()))
                .build();
        this.token = TrackIds.person(video.orgId() + "/" + video.videoId(), video.run(), 0);
    }

    /** Begins the jobs, or finds those that were begun under the same token. */
    void start() {
        faces = client.startFaceDetection(
                        r -> r.video(source).clientRequestToken(token).faceAttributes(FaceAttributes.ALL))
                .jobId();
        labels = client.startLabelDetection(
                        r -> r.video(source).clientRequestToken(token).minConfidence(SURE / 2))
                .jobId();
    }

    VideoJobStatus status() {
        GetFaceDetectionResponse face =
                client.getFaceDetection(r -> r.jobId(faces).maxResults(1));
        GetLabelDetectionResponse label =
                client.getLabelDetection(r -> r.jobId(labels).maxResults(1));
        if (face.jobStatus() == VideoJobStatus.FAILED || label.jobStatus() == VideoJobStatus.FAILED) {
            failure = face.jobStatus() == VideoJobStatus.FAILED ? face.statusMessage() : label.statusMessage();
            return VideoJobStatus.FAILED;
        }
        return face.jobStatus() == VideoJobStatus.SUCCEEDED ? label.jobStatus() : face.jobStatus();
    }

    String failure() {
        return failure == null ? "it does not say why" : failure;
    }

    /** All pages of both; {@code beforeEach} may end it. */
    RekognitionTracks read(Runnable beforeEach) {
        List<Person> persons = new ArrayList<>();
        List<Thing> things = new ArrayList<>();
        String next = null;
        int pages = 0;
        do {
            beforeEach.run();
            String from = next;
            GetLabelDetectionResponse page = client.getLabelDetection(r -> r.jobId(labels)
                    .maxResults(PAGE)
                    .sortBy(LabelDetectionSortBy.TIMESTAMP)
                    .nextToken(from));
            page.labels().forEach(each -> add(each, persons, things));
            next = page.nextToken();
        } while (next != null && ++pages < PAGES_MAX);
        List<Face> seen = new ArrayList<>();
        do {
            beforeEach.run();
            String from = next;
            GetFaceDetectionResponse page =
                    client.getFaceDetection(r -> r.jobId(faces).maxResults(PAGE).nextToken(from));
            page.faces().forEach(each -> seen.add(face(each)));
            next = page.nextToken();
        } while (next != null && ++pages < PAGES_MAX);
        return new RekognitionTracks(persons, seen, things);
    }

    private static void add(LabelDetection found, List<Person> persons, List<Thing> things) {
        String name = found.label().name();
        String object = CARRIED.get(name);
        for (Instance each : found.label().instances()) {
            if (name.equals(PERSON)) {
                persons.add(new Person(found.timestamp(), region(each.boundingBox()), each.confidence() / PERCENT));
            } else if (object != null && each.confidence() >= SURE) {
                things.add(new Thing(found.timestamp(), region(each.boundingBox()), object));
            }
        }
    }

    private static Face face(FaceDetection found) {
        FaceDetail face = found.face();
        return new Face(
                found.timestamp(),
                region(face.boundingBox()),
                face.confidence() / PERCENT,
                face.ageRange() == null
                        ? null
                        : bucket((face.ageRange().low() + face.ageRange().high()) / 2),
                face.gender() == null || face.gender().confidence() < SURE
                        ? null
                        : face.gender().valueAsString().toLowerCase(Locale.ROOT),
                face.emotions().stream()
                        .filter(each -> each.confidence() >= SURE)
                        .max(Comparator.comparing(Emotion::confidence))
                        .map(each -> each.typeAsString().toLowerCase(Locale.ROOT))
                        .filter(each -> !each.equals("unknown"))
                        .orElse(null));
    }

    private static String bucket(int age) {
        if (age < 18) {
            return "0-17";
        }
        if (age < 25) {
            return "18-24";
        }
        if (age < 35) {
            return "25-34";
        }
        return age < 50 ? "35-49" : "50+";
    }

    /** Its boxes may reach out of the picture. */
    private static Region region(BoundingBox box) {
        double x = Math.max(0, Math.min(box.left(), 0.999));
        double y = Math.max(0, Math.min(box.top(), 0.999));
        return new Region(
                x, y, Math.max(0.001, Math.min(box.width(), 1 - x)), Math.max(0.001, Math.min(box.height(), 1 - y)));
    }
}
