package dev.trestle.platform.notices;

import dev.trestle.platform.identity.Identity;
import dev.trestle.platform.jobs.JobHandler;
import dev.trestle.platform.jobs.Jobs;
import dev.trestle.platform.operation.Decision;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * How a system tells people something.
 *
 * <pre>{@code
 * notices.add(decision, Notices.to(assignee.userId()).from(by.userId()).at(at), NewNotice.of(ASSIGNED, "assigned", id, link));
 * …
 * runner.handle(Notices.JOB, notices.handler(this::recipient));
 * }</pre>
 *
 * <p>A decision gets a job in its own transaction, so that a notice exists exactly when the change is committed; the job puts it into the
 * inboxes, which are in another table. The notice has the job's id: a job that runs twice adds it once.
 */
public final class Notices {
    /** The type of the jobs. */
    public static final String JOB = "notice";

    private final String system;
    private final @Nullable Inboxes inboxes;
    private final @Nullable Identity identity;

    private Notices(String system, @Nullable Inboxes inboxes, @Nullable Identity identity) {
        this.system = system;
        this.inboxes = inboxes;
        this.identity = identity;
    }

    /** Notices of a system into these inboxes. */
    public static Notices of(String system, Inboxes inboxes, Identity identity) {
        return new Notices(system, inboxes, identity);
    }

    /** For a system that runs without inboxes: its notices are dropped. */
    public static Notices none(String system) {
        return new Notices(system, null, null);
    }

    /**
     * Whom a notice is for.
     *
     * @param tenant that it belongs to; null for none
     * @param to people, or groups of people, as the system names them
     * @param except those of {@code to} who are not told, as the system names them: people, or groups
     * @param by who caused it, as the system names them, who is not told; null for the system itself
     * @param issuer of the one who caused it: people whom the built-in issuer does not know are looked for there
     */
    public record Address(
            @Nullable String tenant,
            List<String> to,
            List<String> except,
            @Nullable String by,
            @Nullable String issuer) {
        public Address {
            to = List.copyOf(to);
            // Jobs that an earlier release has enqueued have none.
            except = except == null ? List.of() : List.copyOf(except);
        }

        public Address(@Nullable String tenant, List<String> to, @Nullable String by, @Nullable String issuer) {
            this(tenant, to, List.of(), by, issuer);
        }

        /** People of a system without tenants. */
        public static Address of(Collection<String> to, String by) {
            return new Address(null, List.copyOf(to), by, null);
        }

        /** The same, without some of them. */
        public Address except(Collection<String> others) {
            return new Address(tenant, to, List.copyOf(others), by, issuer);
        }
    }

    /** What a job holds. */
    record Delivery(Address address, Instant at, NewNotice notice) {}

    /** Adds a notice to a decision. Nobody is told of what they did themselves. */
    public void add(Decision<?> change, Address address, Instant at, NewNotice notice) {
        List<String> others = address.to().stream()
                .distinct()
                .filter(person -> !person.equals(address.by()))
                .toList();
        if (inboxes == null || others.isEmpty()) {
            return;
        }
        Address told = new Address(address.tenant(), others, address.except(), address.by(), address.issuer());
        change.job(Jobs.newId(), JOB, notice.title(), new Delivery(told, at, notice), Duration.ZERO);
    }

    /**
     * Does the jobs.
     *
     * @param subjects the subject of a person whom the system names; empty for one who gets nothing any more
     */
    public JobHandler handler(Function<String, Optional<String>> subjects) {
        return handlerOf(address -> address.to().stream()
                .filter(person -> !address.except().contains(person))
                .flatMap(person -> subjects.apply(person).stream())
                .toList());
    }

    /**
     * Does the jobs of a system that addresses groups. Who is in them is read when the job runs; if it runs again, whoever has joined
     * meanwhile is told too.
     *
     * @param subjects of the people whom an address names, without those whom it excepts and who caused it; bounded by the system
     */
    public JobHandler handlerOf(Function<Address, ? extends Collection<String>> subjects) {
        return job -> {
            Delivery delivery = job.payload(Delivery.class);
            Inboxes to = inboxes;
            if (to == null) {
                return;
            }
            Address address = delivery.address();
            for (String subject : subjects.apply(address)) {
                to.deliver(recipient(address, subject), address.tenant(), system, job.jobId(), delivery);
            }
        };
    }

    /** The built-in issuer's, if it knows the subject, else that of the one who named it. */
    private Recipient recipient(Address address, String subject) {
        Identity known = identity;
        String issuer = address.issuer();
        boolean isOwn =
                known != null && (issuer == null || known.people().find(subject).isPresent());
        return new Recipient(isOwn && known != null ? known.issuerName() : String.valueOf(issuer), subject);
    }
}
