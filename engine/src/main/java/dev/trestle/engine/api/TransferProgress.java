package dev.trestle.engine.api;

/**
 * How far an export or import has come, with what earlier calls had done: items, bytes of JSON, and bytes of the files. The JSON of an
 * earlier call that was cut short in a file is not known, and not counted.
 */
public record TransferProgress(long items, long itemsTotal, long jsonBytes, long fileBytes) {

    /** Told about the progress several times a second, by the thread that asked for the transfer. */
    @FunctionalInterface
    public interface Listener {
        /** Returns false to stop: the call then ends with a CancellationException, and the same call again goes on from there. */
        boolean goOn(TransferProgress progress);
    }
}
