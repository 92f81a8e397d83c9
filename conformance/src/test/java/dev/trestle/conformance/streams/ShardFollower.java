package dev.trestle.conformance.streams;

import dev.trestle.sdk.TrestleDb;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import software.amazon.awssdk.services.dynamodb.model.ExpiredIteratorException;
import software.amazon.awssdk.services.dynamodb.model.GetRecordsResponse;
import software.amazon.awssdk.services.dynamodb.model.Record;
import software.amazon.awssdk.services.dynamodb.model.ShardIteratorType;

/** A consumer that polls without pause and goes from parent to child. */
record ShardFollower(TrestleDb db, String arn) {
    List<String> followUntil(CompletableFuture<Integer> writer) {
        List<String> seen = new ArrayList<>();
        String shard = StreamTail.shards(db.streamsClient(), arn).get(0).shardId();
        String iterator = start(shard);
        for (; ; ) {
            boolean over = writer.isDone();
            String place = iterator;
            var page = fresh(shard, place, seen);
            page.records()
                    .forEach(record ->
                            seen.add(record.dynamodb().keys().get("pk").s()));
            iterator = page.nextShardIterator();
            if (iterator == null) {
                String parent = shard;
                shard = StreamTail.shards(db.streamsClient(), arn).stream()
                        .filter(child -> parent.equals(child.parentShardId()))
                        .findFirst()
                        .orElseThrow()
                        .shardId();
                iterator = start(shard);
            } else if (over && page.records().isEmpty()) {
                return seen;
            }
        }
    }

    /** The clock jumps by hours, so that iterators expire: then the consumer goes on after the last record that it saw. */
    private GetRecordsResponse fresh(String shard, String iterator, List<String> seen) {
        try {
            return db.streamsClient().getRecords(r -> r.shardIterator(iterator));
        } catch (ExpiredIteratorException e) {
            List<Record> all = StreamTail.readAll(db.streamsClient(), arn).subList(0, seen.size());
            String last =
                    all.isEmpty() ? "" : all.get(all.size() - 1).dynamodb().sequenceNumber();
            boolean inShard = StreamTail.shards(db.streamsClient(), arn).stream()
                    .filter(s -> s.shardId().equals(shard))
                    .anyMatch(s -> last.compareTo(s.sequenceNumberRange().startingSequenceNumber()) >= 0);
            String again = inShard
                    ? db.streamsClient()
                            .getShardIterator(r -> r.streamArn(arn)
                                    .shardId(shard)
                                    .shardIteratorType(ShardIteratorType.AFTER_SEQUENCE_NUMBER)
                                    .sequenceNumber(last))
                            .shardIterator()
                    : start(shard);
            return fresh(shard, again, seen);
        }
    }

    private String start(String shard) {
        return StreamTail.iterator(db.streamsClient(), arn, shard, ShardIteratorType.TRIM_HORIZON);
    }
}
