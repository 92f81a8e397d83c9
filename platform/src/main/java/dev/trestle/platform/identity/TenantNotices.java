package dev.trestle.platform.identity;

import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Transaction;
import dev.trestle.platform.api.Page;
import dev.trestle.platform.jobs.HopelessException;
import dev.trestle.platform.jobs.JobHandler;
import dev.trestle.platform.jobs.Jobs;
import dev.trestle.platform.table.PlatformTable;
import dev.trestle.platform.table.Tenant;
import dev.trestle.platform.table.TenantTold;
import java.time.Clock;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Tells systems of tenants. Each change of a tenant enqueues a job for every system that wants to know, in the change's transaction; the
 * job reads the tenant as it is then, so that the order of jobs does not matter. A system is told at least once, and tried again until it
 * takes it. One that is new to a server is told of the tenants that there are.
 */
public final class TenantNotices {
    /** The type of its jobs. */
    public static final String JOB = "tenant";

    private static final int PAGE = 200;

    private final ItemStore store;
    private final Jobs jobs;
    private final Set<String> systems;
    private final Clock clock;

    /** A job's payload. */
    record Notice(String system, String tenant) {}

    /** What a system does about a tenant. */
    @FunctionalInterface
    public interface Listener {
        /** Called again for the same tenant when it changes, and after a crash. */
        void tell(Tenant tenant) throws Exception;
    }

    TenantNotices(ItemStore store, Jobs jobs, Set<String> systems, Clock clock) {
        this.store = store.consistent();
        this.jobs = jobs;
        this.systems = Set.copyOf(systems);
        this.clock = clock;
    }

    void enqueue(Transaction transaction, String tenant) {
        for (String system : systems) {
            String unused = jobs.enqueue(transaction, JOB, system + " " + tenant, new Notice(system, tenant));
        }
    }

    void committed() {
        jobs.committed();
    }

    /** Enqueues what systems were never told: those that are new here. */
    public void catchUp(Tenants tenants) {
        if (systems.isEmpty()) {
            return;
        }
        @Nullable String cursor = null;
        do {
            Page<Tenant> page = tenants.list(PAGE, cursor);
            page.items().forEach(tenant -> systems.forEach(system -> catchUp(system, tenant.tenant())));
            cursor = page.next();
        } while (cursor != null);
        committed();
    }

    private void catchUp(String system, String tenant) {
        if (store.get(PlatformTable.TENANT_TOLD_BY_SYSTEM.of(tenant, system)).isEmpty()) {
            Transaction transaction = store.transaction();
            String unused = jobs.enqueue(transaction, JOB, system + " " + tenant, new Notice(system, tenant));
            transaction.commit();
        }
    }

    /** Does its jobs, by what each system does. */
    public JobHandler handler(Map<String, Listener> listeners) {
        return job -> {
            Notice notice = job.payload(Notice.class);
            Listener listener = listeners.get(notice.system());
            if (listener == null) {
                throw new HopelessException("The system " + notice.system() + " is not hosted here any more.");
            }
            Tenant tenant = store.get(PlatformTable.TENANT_BY_ID.of(notice.tenant()))
                    .orElseThrow(() -> new HopelessException("There is no tenant " + notice.tenant() + "."));
            listener.tell(tenant);
            job.finishIn(store.transaction()
                            .put(
                                    PlatformTable.TENANT_TOLD,
                                    new TenantTold(tenant.tenant(), notice.system(), clock.instant())))
                    .commit();
        };
    }
}
