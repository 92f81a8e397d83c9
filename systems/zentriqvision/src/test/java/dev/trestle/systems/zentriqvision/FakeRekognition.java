package dev.trestle.systems.zentriqvision;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.trestle.platform.api.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Rekognition's API over a street of its own: a woman with a bag walks from left to right for eight seconds, a man stands right. Results come in
 * pages of three, and only when they were asked for twice.
 */
final class FakeRekognition implements AutoCloseable {
    private static final int FRAMES = 16;
    private static final int PAGE = 3;

    final List<JsonNode> started = new CopyOnWriteArrayList<>();
    final AtomicInteger pages = new AtomicInteger();
    private final AtomicInteger asked = new AtomicInteger();
    private final HttpServer server;
    private volatile String failure = "";

    FakeRekognition() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            server.createContext("/", this::answer);
            server.start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    URI url() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    void failWith(String message) {
        failure = message;
    }

    private void answer(HttpExchange exchange) throws IOException {
        String operation = exchange.getRequestHeaders().getFirst("X-Amz-Target").replaceFirst(".*\\.", "");
        JsonNode request = Json.mapper().readTree(exchange.getRequestBody().readAllBytes());
        byte[] body = Json.bytes(answer(operation, request));
        exchange.getResponseHeaders().add("content-type", "application/x-amz-json-1.1");
        exchange.sendResponseHeaders(200, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    private Object answer(String operation, JsonNode request) {
        switch (operation) {
            case "StartFaceDetection", "StartLabelDetection" -> {
                started.add(request);
                return Map.of("JobId", operation.contains("Face") ? "faces" : "labels");
            }
            case "GetFaceDetection" -> {
                return result("Faces", faces(), request);
            }
            case "GetLabelDetection" -> {
                return result("Labels", labels(), request);
            }
            default -> throw new IllegalArgumentException(operation);
        }
    }

    private Object result(String name, List<Object> all, JsonNode request) {
        if (!failure.isEmpty()) {
            return Map.of("JobStatus", "FAILED", "StatusMessage", failure);
        }
        if (asked.incrementAndGet() <= 2) {
            return Map.of("JobStatus", "IN_PROGRESS");
        }
        pages.incrementAndGet();
        int from = request.path("NextToken").asInt(0);
        int to = Math.min(all.size(), from + PAGE);
        Map<String, Object> page = new LinkedHashMap<>(Map.of("JobStatus", "SUCCEEDED", name, all.subList(from, to)));
        if (to < all.size()) {
            page.put("NextToken", String.valueOf(to));
        }
        return page;
    }

    private static List<Object> labels() {
        List<Object> labels = new ArrayList<>();
        for (int i = 0; i < FRAMES; i++) {
            double left = 0.05 + 0.02 * i;
            labels.add(label(i, "Person", box(left, 0.2, 0.1, 0.6), box(0.8, 0.2, 0.1, 0.6)));
            labels.add(label(i, "Handbag", box(left + 0.02, 0.5, 0.03, 0.1)));
            labels.add(label(i, "Car", box(0.4, 0.7, 0.3, 0.2)));
        }
        return labels;
    }

    private static Object label(int frame, String name, Object... boxes) {
        List<Object> instances = new ArrayList<>();
        for (Object box : boxes) {
            instances.add(Map.of("BoundingBox", box, "Confidence", 92.5));
        }
        return Map.of(
                "Timestamp", frame * 500, "Label", Map.of("Name", name, "Confidence", 92.5, "Instances", instances));
    }

    private static List<Object> faces() {
        List<Object> faces = new ArrayList<>();
        for (int i = 0; i < FRAMES; i++) {
            faces.add(face(i, 0.08 + 0.02 * i, "Female", 99, 28, 36, "HAPPY"));
            faces.add(face(i, 0.83, "Male", 55, 50, 60, "CALM"));
        }
        return faces;
    }

    private static Object face(int frame, double left, String gender, int sure, int low, int high, String emotion) {
        return Map.of(
                "Timestamp",
                frame * 500,
                "Face",
                Map.of(
                        "BoundingBox", box(left, 0.22, 0.04, 0.08),
                        "Confidence", 99.0,
                        "Gender", Map.of("Value", gender, "Confidence", sure),
                        "AgeRange", Map.of("Low", low, "High", high),
                        "Emotions", List.of(Map.of("Type", emotion, "Confidence", 91.0))));
    }

    private static Object box(double left, double top, double width, double height) {
        return Map.of("Left", left, "Top", top, "Width", width, "Height", height);
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
