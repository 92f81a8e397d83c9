package dev.trestle.systems.formkiq.workflows;

import dev.trestle.model.operation.ItemStore;
import dev.trestle.platform.api.Page;
import dev.trestle.platform.identity.People;
import dev.trestle.platform.jobs.JobHandler;
import dev.trestle.platform.notices.NewNotice;
import dev.trestle.platform.notices.NoticeKind;
import dev.trestle.platform.notices.Notices;
import dev.trestle.platform.notices.Notices.Address;
import dev.trestle.platform.operation.Decision;
import dev.trestle.platform.table.Person;
import dev.trestle.systems.formkiq.actions.ActionListener;
import dev.trestle.systems.formkiq.model.DocumentActions.Action;
import dev.trestle.systems.formkiq.model.Documents;
import dev.trestle.systems.formkiq.model.Documents.Document;
import dev.trestle.systems.formkiq.model.FlowRows;
import dev.trestle.systems.formkiq.model.Workflows;
import dev.trestle.systems.formkiq.model.Workflows.Queue;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Tells people of documents that wait for them: active members of the step's groups, or of the site's own group where the step has none, who
 * may read the document when they are told. Of the first {@value #LOOKED_AT_MAX} people, {@value #TOLD_MAX} at most.
 */
public final class QueueNotices {
    static final int LOOKED_AT_MAX = 10_000;
    static final int TOLD_MAX = 500;
    private static final int PAGE = 500;
    private static final String APART = "#";

    private final Notices notices;
    private final @Nullable People people;
    private final Reading reading;

    /** {@code people} is null where nobody signs in. */
    public QueueNotices(Notices notices, @Nullable People people, Reading reading) {
        this.notices = notices;
        this.people = people;
        this.reading = reading;
    }

    /** Whether somebody may read a document of a site. */
    @FunctionalInterface
    public interface Reading {
        boolean mayRead(Person person, String site, String documentId);
    }

    /** Whom an address names: a group, about a document. */
    private record Asked(String site, String documentId, String group) {
        String text() {
            return String.join(APART, site, documentId, group);
        }

        static Optional<Asked> of(String text) {
            String[] parts = text.split(APART, 3);
            return parts.length < 3 ? Optional.empty() : Optional.of(new Asked(parts[0], parts[1], parts[2]));
        }
    }

    /** Adds to a decision that people are told of an action that waits from now on. */
    void waits(ActionListener.Event event, Decision<?> decision) {
        Action action = event.after();
        ItemStore store = event.store();
        Document document =
                store.get(Documents.DOCUMENT_BY_ID.of(action.documentId())).orElse(null);
        String queueId = action.queueId();
        if (document == null || queueId == null || action.workflowId() == null) {
            return;
        }
        List<String> named = Runs.groupsOf(store, action);
        List<String> groups = named == null || named.isEmpty() ? List.of(event.site()) : named;
        String queue =
                store.get(Workflows.QUEUE_BY_ID.of(queueId)).map(Queue::name).orElse(queueId);
        String by = store.get(FlowRows.RUN_OF_DOCUMENT.of(action.documentId(), String.valueOf(action.workflowId())))
                .map(FlowRows.WorkflowRun::startedBy)
                .orElse("");
        Address address = new Address(
                null,
                groups.stream()
                        .map(group -> new Asked(event.site(), action.documentId(), group).text())
                        .toList(),
                null,
                null);
        Instant at = Optional.ofNullable(action.startDate()).orElse(action.inserteddate());
        NewNotice notice = NewNotice.of(
                        NoticeKind.APPROVAL, "approval", nameOf(document), link(event.site(), queueId, document))
                .with("queue", queue)
                .with("name", by);
        notices.add(decision, address, at, notice);
    }

    private static String nameOf(Document document) {
        String path = document.path() == null ? "" : document.path();
        String name = path.substring(path.lastIndexOf('/') + 1);
        return name.isEmpty() ? document.documentId() : name;
    }

    /** The page on which somebody decides. */
    static String link(String site, String queueId, Document document) {
        return "/formkiq/" + segment(site) + "/queues/" + segment(queueId) + "?document="
                + segment(document.documentId());
    }

    private static String segment(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    /** Puts the notices into inboxes. */
    public JobHandler handler() {
        return notices.handlerOf(this::subjects);
    }

    private Collection<String> subjects(Address address) {
        Set<String> subjects = new LinkedHashSet<>();
        List<Asked> asked =
                address.to().stream().flatMap(text -> Asked.of(text).stream()).toList();
        People known = people;
        if (known == null || asked.isEmpty()) {
            return subjects;
        }
        Asked about = asked.get(0);
        Set<String> groups = new LinkedHashSet<>();
        asked.forEach(each -> groups.add(each.group()));
        String cursor = null;
        for (int seen = 0; seen < LOOKED_AT_MAX; seen += PAGE) {
            Page<Person> page = known.list(PAGE, cursor);
            page.items().stream()
                    .filter(person ->
                            person.isActive() && person.groups().stream().anyMatch(groups::contains))
                    .filter(person -> subjects.size() < TOLD_MAX)
                    .filter(person -> reading.mayRead(person, about.site(), about.documentId()))
                    .forEach(person -> subjects.add(person.personId()));
            cursor = page.next();
            if (cursor == null) {
                break;
            }
        }
        return subjects;
    }
}
