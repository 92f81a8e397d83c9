package dev.trestle.systems.formkiq.intake;

import dev.trestle.systems.formkiq.IntakeSettings;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Looks at the watched folder and at the mailbox, as often as the configuration says. */
public final class Intake implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Intake.class);
    private static final long STOP_SECONDS = 10;

    private final IntakeSettings settings;
    private final @Nullable FolderIntake folder;
    private final @Nullable MailIntake mails;
    private final ScheduledExecutorService timer = Executors.newScheduledThreadPool(2, task -> {
        Thread thread = new Thread(task, "formkiq-intake");
        thread.setDaemon(true);
        return thread;
    });

    private interface Look {
        void run() throws IOException;
    }

    public Intake(IntakeSettings settings, @Nullable FolderIntake folder, @Nullable MailIntake mails) {
        this.settings = settings;
        this.folder = folder;
        this.mails = mails;
    }

    /** Begins to look. */
    public void start() {
        FolderIntake files = folder;
        if (files != null) {
            every(settings.folder().every(), "the watched folder", () -> {
                int unused = files.look();
            });
        }
        MailIntake box = mails;
        if (box != null) {
            every(settings.mailbox().every(), "the mailbox", box::look);
        }
    }

    /** Looks once, now. */
    public void look() throws IOException {
        if (folder != null) {
            int unused = folder.look();
        }
        if (mails != null) {
            mails.look();
        }
    }

    private void every(Duration time, String what, Look look) {
        ScheduledFuture<?> unused = timer.scheduleWithFixedDelay(
                () -> quietly(what, look), time.toMillis(), time.toMillis(), TimeUnit.MILLISECONDS);
    }

    private static void quietly(String what, Look look) {
        try {
            look.run();
        } catch (IOException | RuntimeException e) {
            LOG.atWarn().addKeyValue("what", what).setCause(e).log("it could not be looked at; it is tried again");
        }
    }

    @Override
    public void close() {
        timer.shutdownNow();
        try {
            boolean unused = timer.awaitTermination(STOP_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
