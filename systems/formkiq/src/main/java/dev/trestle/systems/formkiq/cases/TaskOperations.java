package dev.trestle.systems.formkiq.cases;

import dev.trestle.platform.api.Problem.Kind;
import dev.trestle.platform.operation.Decision;
import dev.trestle.platform.operation.Given;
import dev.trestle.platform.operation.Operations;
import dev.trestle.systems.formkiq.api.Answers.Message;
import dev.trestle.systems.formkiq.api.Caller;
import dev.trestle.systems.formkiq.api.Pages;
import dev.trestle.systems.formkiq.api.Rights;
import dev.trestle.systems.formkiq.cases.CaseViews.AddTask;
import dev.trestle.systems.formkiq.cases.CaseViews.ByTask;
import dev.trestle.systems.formkiq.cases.CaseViews.DocumentsView;
import dev.trestle.systems.formkiq.cases.CaseViews.DropOfTask;
import dev.trestle.systems.formkiq.cases.CaseViews.ListOfCase;
import dev.trestle.systems.formkiq.cases.CaseViews.ListOfTask;
import dev.trestle.systems.formkiq.cases.CaseViews.MadeTask;
import dev.trestle.systems.formkiq.cases.CaseViews.OneTask;
import dev.trestle.systems.formkiq.cases.CaseViews.TaskView;
import dev.trestle.systems.formkiq.cases.CaseViews.TasksView;
import dev.trestle.systems.formkiq.cases.CaseViews.UpdateTask;
import dev.trestle.systems.formkiq.model.Cases.Task;

/** The operations on the tasks of cases. */
final class TaskOperations {
    private final PartOperations<Task> tasks;

    TaskOperations(PartOperations<Task> tasks) {
        this.tasks = tasks;
    }

    void declare(Operations<Caller> api) {
        String all = "/cases/{caseId}/tasks";
        api.get("GetCaseTasks", all, ListOfCase.class)
                .about("The tasks of a case, in the order in which they were made")
                .right(Rights.READ)
                .refuses(Kind.INVALID, Kind.NOT_FOUND)
                .gives(TasksView.class, this::list);
        api.post("AddTask", all, AddTask.class)
                .about("Adds a task to a case")
                .right(Rights.WRITE)
                .refuses(Kind.INVALID, Kind.NOT_FOUND)
                .changes(
                        MadeTask.class,
                        given -> made(tasks.add(
                                given.by(), given.asked(), given.asked().body().task(), given.at())));
        String one = all + "/{taskId}";
        api.get("GetCaseTask", one, ByTask.class)
                .about("A task of a case")
                .right(Rights.READ)
                .refuses(Kind.NOT_FOUND)
                .gives(OneTask.class, given -> new OneTask(TaskView.of(tasks.get(given.by(), given.asked()))));
        api.patch("UpdateTask", one, UpdateTask.class)
                .about("Changes what is given of a task")
                .right(Rights.WRITE)
                .refuses(Kind.INVALID, Kind.NOT_FOUND)
                .changes(
                        MadeTask.class,
                        given -> made(tasks.update(
                                given.by(), given.asked(), given.asked().body().task(), given.at())));
        api.delete("DeleteTask", one, ByTask.class)
                .about("Deletes a task; its documents stay")
                .right(Rights.DELETE)
                .refuses(Kind.NOT_FOUND)
                .changes(Message.class, given -> tasks.delete(given.by(), given.asked()));
        String documents = one + "/documents";
        api.get("GetTaskDocuments", documents, ListOfTask.class)
                .about("The documents of a task that the caller may read")
                .right(Rights.READ)
                .refuses(Kind.INVALID, Kind.NOT_FOUND)
                .gives(
                        DocumentsView.class,
                        given -> tasks.documents(
                                given.by(),
                                "GetTaskDocuments",
                                given.asked(),
                                given.asked().limit(),
                                given.asked().next()));
        api.delete("DeleteTaskDocument", documents + "/{documentId}", DropOfTask.class)
                .about("Takes a document from a task; the document stays")
                .right(Rights.DELETE)
                .refuses(Kind.NOT_FOUND)
                .changes(
                        Message.class,
                        given -> tasks.unlink(
                                given.by(), given.asked(), given.asked().documentId()));
    }

    private static Decision<MadeTask> made(Decision<String> decision) {
        return decision.withResult(new MadeTask(decision.result()));
    }

    private TasksView list(Given<Caller, ListOfCase> given) {
        ListOfCase asked = given.asked();
        Pages.Listing<TaskView> page =
                tasks.list(given.by(), "GetCaseTasks", asked, asked.limit(), asked.next(), TaskView::of);
        return new TasksView(page.next(), page.items());
    }
}
