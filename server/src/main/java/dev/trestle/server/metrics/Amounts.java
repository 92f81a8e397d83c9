package dev.trestle.server.metrics;

/**
 * How much was read and written.
 *
 * @param reads requests that read
 * @param writes requests that write
 * @param readUnits what DynamoDB calls read request units: 4 KiB each, half of one for a read that may be behind
 * @param writeUnits write request units: 1 KiB each, two in a transaction
 * @param readBytes of the items in answers
 * @param writtenBytes of the items and values that were sent to be written
 */
public record Amounts(long reads, long writes, double readUnits, double writeUnits, long readBytes, long writtenBytes) {
    public static final Amounts NONE = new Amounts(0, 0, 0, 0, 0, 0);

    Amounts minus(Amounts before) {
        return new Amounts(
                reads - before.reads,
                writes - before.writes,
                readUnits - before.readUnits,
                writeUnits - before.writeUnits,
                readBytes - before.readBytes,
                writtenBytes - before.writtenBytes);
    }

    public Amounts plus(Amounts more) {
        return new Amounts(
                reads + more.reads,
                writes + more.writes,
                readUnits + more.readUnits,
                writeUnits + more.writeUnits,
                readBytes + more.readBytes,
                writtenBytes + more.writtenBytes);
    }

    boolean isNothing() {
        return reads == 0 && writes == 0 && readUnits == 0 && writeUnits == 0;
    }
}
