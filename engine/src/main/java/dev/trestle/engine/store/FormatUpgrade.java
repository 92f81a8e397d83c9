package dev.trestle.engine.store;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings a store that an earlier release wrote to today's format, one step per format, before RocksDB opens it.
 *
 * <p>A step must be safe for both programs at every moment at which it may be cut short. The earlier one does not understand what the
 * step changes, so the mark comes before the change: from then on it refuses the store with a message that says why. This one must
 * find its way from there, so the change that follows the mark has to be one that an opening makes good if it is missing.
 */
final class FormatUpgrade {
    private static final Logger LOG = LoggerFactory.getLogger(FormatUpgrade.class);

    private FormatUpgrade() {}

    static void run(DataDirectory directory) {
        while (directory.format() < DataDirectory.FORMAT) {
            int from = directory.format();
            LOG.info(
                    "the store in {} has format {} and is upgraded to {}: earlier releases cannot open it any more",
                    directory.path(),
                    from,
                    from + 1);
            step(directory, from);
        }
    }

    private static void step(DataDirectory directory, int from) {
        switch (from) {
            case 1 -> // The families stream, expiry and backup are new: RocksHandles makes whichever is missing.
                directory.mark(2);
            default -> throw new IllegalStateException("no step leads on from format " + from);
        }
    }
}
