package dev.trestle.systems.formkiq.cases;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.trestle.systems.formkiq.api.Dates;
import dev.trestle.systems.formkiq.api.OnSite;
import dev.trestle.systems.formkiq.documents.DocumentViews.ListedDocument;
import dev.trestle.systems.formkiq.model.Cases.Case;
import dev.trestle.systems.formkiq.model.Cases.CaseStatus;
import dev.trestle.systems.formkiq.model.Cases.Nigo;
import dev.trestle.systems.formkiq.model.Cases.Task;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What the operations on cases, tasks and nigos take and give. */
final class CaseViews {
    /** A part of a format. The type is a text, because a wrong one is refused in FormKiQ's words. */
    record NumberPart(
            @Nullable String type,
            @Nullable String staticValue,
            @Nullable Integer padding) {}

    /** What is given of a case, a task or a nigo. The status is a text, as is the type of a part of a format. */
    record Fields(
            @Nullable String name,
            @Nullable String status,
            @Nullable String plannedStartDate,
            @Nullable String startDate,
            @Nullable String endDate,
            @Nullable String dueDate,
            @Nullable String description,
            @Nullable Map<String, Object> metadata,
            @Nullable List<String> documentIds) {}

    record NewCase(
            @Nullable String name,
            @Nullable String status,
            @Nullable String plannedStartDate,
            @Nullable String startDate,
            @Nullable String endDate,
            @Nullable String dueDate,
            @Nullable String description,
            @Nullable List<NumberPart> documentNumberFormat,
            @Nullable List<NumberPart> caseNumberFormat,
            @Nullable Map<String, Object> metadata,
            @Nullable List<String> documentIds) {
        Fields fields() {
            return new Fields(
                    name, status, plannedStartDate, startDate, endDate, dueDate, description, metadata, documentIds);
        }
    }

    record NewCaseBody(@JsonProperty("case") @Nullable NewCase newCase) {}

    record CaseBody(@JsonProperty("case") @Nullable Fields fields) {}

    record TaskBody(@Nullable Fields task) {}

    record NigoBody(@Nullable Fields nigo) {}

    /** A request about something of a case. */
    interface InCase extends OnSite {
        String caseId();
    }

    /** A request about a task or a nigo. */
    interface OfPart extends InCase {
        String partId();
    }

    record ListCases(
            @Nullable String siteId,
            @Nullable String next,
            @Nullable String limit) implements OnSite {}

    /** The states are names with commas between them. */
    record ListStates(
            @Nullable String siteId,
            @Nullable String status,
            @Nullable String next,
            @Nullable String limit) implements OnSite {}

    record AddCase(@Nullable String siteId, NewCaseBody body) implements OnSite {}

    record ByCase(String caseId, @Nullable String siteId) implements InCase {}

    record UpdateCase(String caseId, @Nullable String siteId, CaseBody body) implements InCase {}

    record ListOfCase(
            String caseId,
            @Nullable String siteId,
            @Nullable String next,
            @Nullable String limit) implements InCase {}

    record DropOfCase(
            String caseId, String documentId, @Nullable String siteId) implements InCase {}

    record AddTask(String caseId, @Nullable String siteId, TaskBody body) implements InCase {}

    record ByTask(String caseId, String taskId, @Nullable String siteId) implements OfPart {
        @Override
        public String partId() {
            return taskId;
        }
    }

    record UpdateTask(
            String caseId, String taskId, @Nullable String siteId, TaskBody body) implements OfPart {
        @Override
        public String partId() {
            return taskId;
        }
    }

    record ListOfTask(
            String caseId,
            String taskId,
            @Nullable String siteId,
            @Nullable String next,
            @Nullable String limit) implements OfPart {
        @Override
        public String partId() {
            return taskId;
        }
    }

    record DropOfTask(
            String caseId,
            String taskId,
            String documentId,
            @Nullable String siteId) implements OfPart {
        @Override
        public String partId() {
            return taskId;
        }
    }

    record AddNigo(String caseId, @Nullable String siteId, NigoBody body) implements InCase {}

    record ByNigo(String caseId, String nigoId, @Nullable String siteId) implements OfPart {
        @Override
        public String partId() {
            return nigoId;
        }
    }

    record UpdateNigo(
            String caseId, String nigoId, @Nullable String siteId, NigoBody body) implements OfPart {
        @Override
        public String partId() {
            return nigoId;
        }
    }

    record ListOfNigo(
            String caseId,
            String nigoId,
            @Nullable String siteId,
            @Nullable String next,
            @Nullable String limit) implements OfPart {
        @Override
        public String partId() {
            return nigoId;
        }
    }

    record DropOfNigo(
            String caseId,
            String nigoId,
            String documentId,
            @Nullable String siteId) implements OfPart {
        @Override
        public String partId() {
            return nigoId;
        }
    }

    record CaseView(
            String caseId,
            @Nullable String caseNumber,
            @Nullable String documentNumber,
            @Nullable String plannedStartDate,
            @Nullable String startDate,
            @Nullable String endDate,
            @Nullable String dueDate,
            String insertedDate,
            String name,
            @Nullable String description,
            @Nullable Map<String, Object> metadata,
            CaseStatus status,
            @Nullable String userId) {
        static CaseView of(Case stored) {
            return new CaseView(
                    stored.documentId(),
                    stored.caseNumber(),
                    stored.documentNumber(),
                    stored.plannedStartDate(),
                    stored.startDate(),
                    stored.endDate(),
                    stored.dueDate(),
                    Dates.text(stored.inserteddate()),
                    stored.name(),
                    stored.description(),
                    CaseMetadata.shown(stored.metadata()),
                    stored.status(),
                    stored.userId());
        }
    }

    record TaskView(
            String taskId,
            String insertedDate,
            @Nullable String name,
            @Nullable String description,
            @Nullable String plannedStartDate,
            @Nullable String startDate,
            @Nullable String endDate,
            @Nullable String dueDate,
            @Nullable String userId,
            CaseStatus status,
            @Nullable Map<String, Object> metadata) {
        static TaskView of(Task stored) {
            return new TaskView(
                    stored.documentId(),
                    Dates.text(stored.inserteddate()),
                    stored.name(),
                    stored.description(),
                    stored.plannedStartDate(),
                    stored.startDate(),
                    stored.endDate(),
                    stored.dueDate(),
                    stored.userId(),
                    stored.status(),
                    CaseMetadata.shown(stored.metadata()));
        }
    }

    record NigoView(
            String nigoId,
            String insertedDate,
            String name,
            @Nullable String description,
            @Nullable String plannedStartDate,
            @Nullable String startDate,
            @Nullable String endDate,
            @Nullable String dueDate,
            @Nullable String userId,
            CaseStatus status,
            @Nullable Map<String, Object> metadata) {
        static NigoView of(Nigo stored) {
            return new NigoView(
                    stored.documentId(),
                    Dates.text(stored.inserteddate()),
                    stored.name(),
                    stored.description(),
                    stored.plannedStartDate(),
                    stored.startDate(),
                    stored.endDate(),
                    stored.dueDate(),
                    stored.userId(),
                    stored.status(),
                    CaseMetadata.shown(stored.metadata()));
        }
    }

    record CasesView(@Nullable String next, List<CaseView> cases) {}

    record OneCase(@JsonProperty("case") CaseView shown) {}

    record MadeCase(String caseId) {}

    record TasksView(@Nullable String next, List<TaskView> tasks) {}

    record OneTask(TaskView task) {}

    record MadeTask(String taskId) {}

    record NigosView(@Nullable String next, List<NigoView> nigos) {}

    record OneNigo(NigoView nigo) {}

    record MadeNigo(String nigoId) {}

    record DocumentsView(@Nullable String next, List<ListedDocument> documents) {}

    private CaseViews() {}
}
