package dev.trestle.systems.holdthatthought;

import dev.trestle.platform.jobs.JobRunner;
import dev.trestle.platform.jobs.Jobs;
import dev.trestle.platform.mail.Mail;
import dev.trestle.platform.mail.Outbox;
import dev.trestle.platform.system.Environment;
import dev.trestle.platform.table.PlatformTable;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** An outbox whose mails arrive here, by the platform's jobs as in a server. */
final class Mailbox implements AutoCloseable {
    private final List<Mail> mails = new CopyOnWriteArrayList<>();
    private @Nullable JobRunner runner;

    /** Has a system send its mails here. */
    Environment<HoldThatThoughtSettings> of(Environment<HoldThatThoughtSettings> environment) {
        Jobs jobs = new Jobs(environment.store(), PlatformTable.JOBS, environment.clock());
        Outbox outbox = Outbox.of(jobs, new byte[32]);
        runner = new JobRunner(jobs, JobRunner.Options.standard(), new Random())
                .handle(Outbox.JOB, Outbox.RETRIES, outbox.handler((id, mail) -> mails.add(mail)))
                .start();
        return new Environment<>(
                environment.settings(),
                environment.shared(),
                environment.region(),
                environment.store(),
                environment.deployment(),
                environment.streams(),
                environment.hasImmediateStreams(),
                environment.buckets(),
                environment.identity(),
                environment.outgoing(),
                outbox,
                environment.notices(),
                environment.directory(),
                environment.jobsPaused());
    }

    List<Mail> mails() {
        return List.copyOf(mails);
    }

    @Override
    public void close() {
        JobRunner running = runner;
        if (running != null) {
            running.close();
        }
    }
}
