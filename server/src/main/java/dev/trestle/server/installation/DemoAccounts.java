package dev.trestle.server.installation;

import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.Page;
import dev.trestle.platform.identity.Identity;
import dev.trestle.platform.identity.People;
import dev.trestle.platform.system.Demo;
import dev.trestle.platform.system.SystemDefinition;
import dev.trestle.platform.table.Person;
import dev.trestle.server.config.ConfigException;
import dev.trestle.server.config.Configuration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** People to sign in as, all with one password that everybody knows: for a look at things, on this machine only. */
final class DemoAccounts {
    static final String PASSWORD = "try-it-out";

    private static final String ADMINISTRATOR = "ada@demo.localhost";
    private static final int PAGE = 200;

    private static final List<Demo.Account> EVERYWHERE = List.of(
            new Demo.Account(ADMINISTRATOR, "Ada Admin", List.of(People.ADMINISTRATORS), Map.of())
                    .about(
                            "Administers the server: data, people, jobs, storage.",
                            "管理服务器：数据、人员、任务、存储。",
                            "管理伺服器：資料、人員、工作、儲存。"),
            new Demo.Account(
                            "ben@demo.localhost", "Ben Both", List.of(), Map.of("acme", List.of(), "globex", List.of()))
                    .about("Works for two tenants and switches between them.", "在两个租户工作，可以切换。", "在兩個租戶工作，可以切換。"),
            new Demo.Account("cleo@demo.localhost", "Cleo Acme", List.of(), Map.of("acme", List.of()))
                    .about("Writes documents and shares them.", "撰写文档并与人共享。", "撰寫文件並與人分享。"));

    private DemoAccounts() {}

    /** The platform's own, then those of the systems. */
    static List<Demo.Account> of(List<SystemDefinition<?>> systems) {
        List<Demo.Account> all = new ArrayList<>(EVERYWHERE);
        systems.forEach(system -> system.demo().ifPresent(demo -> all.addAll(demo.accounts())));
        return all;
    }

    /** The systems whose sample worlds the account belongs to. */
    static List<String> systemsOf(Demo.Account account, List<SystemDefinition<?>> systems) {
        return systems.stream()
                .filter(system -> system.demo().stream()
                        .anyMatch(demo -> demo.accounts().contains(account)
                                || EVERYWHERE.contains(account) && isShared(account, system.name(), demo)))
                .map(SystemDefinition::name)
                .toList();
    }

    /**
     * Whether one of the platform's own people works where people of a system's demonstration do: in a tenant of theirs, to be in which is enough. Where
     * everybody's group is one of the system's own roles, it is not.
     */
    private static boolean isShared(Demo.Account account, String system, Demo<?> demo) {
        return demo.accounts().stream()
                .anyMatch(each -> each.tenants().entrySet().stream()
                        .filter(membership -> account.tenants().containsKey(membership.getKey()))
                        .anyMatch(membership ->
                                membership.getValue().stream().noneMatch(group -> group.startsWith(system + "-"))));
    }

    static void checkAllowed(Configuration configuration) {
        if (!HttpSettings.isLoopback(configuration)) {
            throw new ConfigException(
                    List.of("--demo makes accounts whose password everybody knows, so that it needs a server"
                            + " that only this machine can reach: bind it to 127.0.0.1."));
        }
    }

    /** Adds those who are not there yet. */
    static void add(Identity identity, List<Demo.Account> accounts) {
        Set<String> present = new HashSet<>();
        @Nullable String cursor = null;
        do {
            Page<Person> page = identity.people().list(PAGE, cursor);
            page.items().forEach(person -> present.add(person.email()));
            cursor = page.next();
        } while (cursor != null);
        if (!present.isEmpty() && !present.contains(ADMINISTRATOR)) {
            throw new ConfigException(List.of("--demo is for a data directory of its own, and this one holds "
                    + present.size() + " people of yours. Name another with --data, such as --data data/demo."));
        }
        for (Demo.Account account : accounts) {
            if (!present.contains(account.email())) {
                add(identity, account);
            }
        }
    }

    private static void add(Identity identity, Demo.Account account) {
        People people = identity.people();
        People.Added added = account.email().equals(ADMINISTRATOR)
                ? people.addFirstAdministrator(account.email(), account.name())
                        .orElseThrow(() -> new IllegalStateException("The first administrator was made, and deleted."))
                : people.add(account.email(), account.name(), account.groups());
        // The first administrator has no name yet but their office's.
        people.change(added.person().personId(), person -> person.withName(account.name()));
        account.tenants().forEach((tenant, groups) -> people.join(added.person().personId(), tenant, groups));
        try {
            identity.signIns().signIn(account.email(), added.oneTimePassword(), PASSWORD, null, "127.0.0.1");
        } catch (ApiException e) {
            throw new IllegalStateException("The demonstration's " + account.email() + " could not be made.", e);
        }
    }
}
