package dev.trestle.server.attack;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.s3.model.NoSuchBucketException;

/** All items of some tables and the names of all objects of some buckets, at one moment. */
record StoredState(Map<String, Set<Map<String, AttributeValue>>> items, Map<String, Set<String>> objects) {
    private static final int SHOWN_MAX = 200;

    static StoredState of(AttackedServer server, List<String> tables, List<String> buckets) {
        Map<String, Set<Map<String, AttributeValue>>> items = new LinkedHashMap<>();
        for (String table : tables) {
            Set<Map<String, AttributeValue>> found = new HashSet<>();
            server.items.scanPaginator(scan -> scan.tableName(table).consistentRead(true)).items().stream()
                    .filter(item -> !isLease(item) && !isOfAccessLog(item) && !isOfIndex(item))
                    .forEach(found::add);
            items.put(table, found);
        }
        Map<String, Set<String>> objects = new LinkedHashMap<>();
        for (String bucket : buckets) {
            objects.put(bucket, names(server, bucket));
        }
        return new StoredState(items, objects);
    }

    /** How far a follower of a stream is: it renews its lease every few seconds, whoever calls. */
    private static boolean isLease(Map<String, AttributeValue> item) {
        AttributeValue key = item.get("PK");
        return key != null && key.s() != null && key.s().startsWith("STREAM_PLACE#");
    }

    /** What FormKiQ's index of words notes about a document, on its own time. */
    private static boolean isOfIndex(Map<String, AttributeValue> item) {
        AttributeValue key = item.get("SK");
        return key != null && key.s() != null && key.s().startsWith("syncs#");
    }

    /** A denial changes nothing, but is written down. */
    private static boolean isOfAccessLog(Map<String, AttributeValue> item) {
        AttributeValue key = item.get("PK");
        AttributeValue outcome = item.get("status");
        return key != null && key.s() != null && key.s().contains("#ACCESS#")
                || outcome != null && "UNAUTHORIZED".equals(outcome.s());
    }

    private static Set<String> names(AttackedServer server, String bucket) {
        Set<String> names = new HashSet<>();
        try {
            server.objects
                    .listObjectsV2Paginator(list -> list.bucket(bucket))
                    .contents()
                    .forEach(each -> names.add(each.key() + " " + each.eTag()));
        } catch (NoSuchBucketException e) {
            // A system makes its bucket with the first object.
        }
        return names;
    }

    /** What another state has and this one has not, and the other way round. */
    List<String> differences(StoredState later) {
        List<String> found = new ArrayList<>();
        items.forEach((table, before) -> compare(table, before, later.items.getOrDefault(table, Set.of()), found));
        objects.forEach(
                (bucket, before) -> compare(bucket, before, later.objects.getOrDefault(bucket, Set.of()), found));
        return found;
    }

    private static <T> void compare(String place, Set<T> before, Set<T> after, List<String> found) {
        before.stream().filter(each -> !after.contains(each)).forEach(each -> found.add("- " + place + shown(each)));
        after.stream().filter(each -> !before.contains(each)).forEach(each -> found.add("+ " + place + shown(each)));
    }

    private static String shown(Object each) {
        String text = each.toString();
        return " " + text.substring(0, Math.min(text.length(), SHOWN_MAX));
    }
}
